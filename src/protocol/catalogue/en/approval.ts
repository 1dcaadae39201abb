export const approval = {} as const;

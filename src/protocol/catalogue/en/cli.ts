export const cli = {} as const;

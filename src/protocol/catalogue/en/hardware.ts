export const hardware = {} as const;

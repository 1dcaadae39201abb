export const execution = {} as const;

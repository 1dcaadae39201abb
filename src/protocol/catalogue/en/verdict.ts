export const verdict = {} as const;

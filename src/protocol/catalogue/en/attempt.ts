export const attempt = {} as const;

export const environment = {} as const;

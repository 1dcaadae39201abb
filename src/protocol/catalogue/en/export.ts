export const exportMessages = {} as const;

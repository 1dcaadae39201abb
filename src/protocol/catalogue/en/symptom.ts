export const symptom = {} as const;

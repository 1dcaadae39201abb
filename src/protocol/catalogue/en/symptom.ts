export const symptom = {
  'symptom.otherMessage': 'The message reads otherwise: “{{observed}}”.',
  'symptom.otherValue': 'The report says {{reported}} where the run says {{observed}}.',
} as const;

export const symptom = {
  'symptom.otherMessage': 'The message reads otherwise: “{{observed}}”.',
  'symptom.otherValue': 'The report says {{reported}} where the run says {{observed}}.',
  'symptom.nearFault': 'told in nearly the same words',
  'symptom.reworded': 'The same fault, {{fault}}, in the words of {{library}}.',
  'symptom.rewordedSince': '{{library}} {{release}} and newer',
} as const;

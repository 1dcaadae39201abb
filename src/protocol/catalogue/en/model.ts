export const model = {
  'model.notReached':
    'The model endpoint {{address}} was not reached. Start it, or check the address; it usually ends in /v1.',
  'model.keyRefused':
    'The model endpoint {{address}} refused the key ({{status}}). Set OPENAI_API_KEY to a key that it accepts.',
  'model.answeredWith':
    'The model endpoint {{address}} answered with status {{status}}. Check the address; it usually ends in /v1.',
  'model.notAnEndpoint':
    '{{address}} answered, but not as an OpenAI-compatible endpoint does. Check the address; it usually ends in /v1.',
} as const;

export const model = {
  'model.notReached':
    'The model endpoint {{address}} was not reached. Start it, or check the address; it usually ends in /v1.',
  'model.keyRefused':
    'The model endpoint {{address}} refused the key ({{status}}). Keep one that it accepts by `reprise models key --set`, or set REPRISE_MODEL_API_KEY.',
  'model.answeredWith':
    'The model endpoint {{address}} answered with status {{status}}. Check the address; it usually ends in /v1.',
  'model.notAnEndpoint':
    '{{address}} answered, but not as an OpenAI-compatible endpoint does. Check the address; it usually ends in /v1.',
  'model.notFound':
    'The model endpoint {{address}} has no model {{model}}, or the address is wrong ({{detail}}). `reprise models list` shows what it serves.',
  'model.badRequest': 'The model endpoint {{address}} did not take the question ({{detail}}). Try another model.',
  'model.overflow':
    'The question does not fit into the context of {{model}}, also with the least of the report. Use a model with a larger context.',
  'model.rateLimited': 'The model endpoint {{address}} takes no more questions now ({{detail}}). Try again later.',
  'model.serverError': 'The model endpoint {{address}} failed by itself ({{detail}}). Try again later.',
  'model.slowStart': 'The model endpoint {{address}} gave no answer in time. Use a smaller model, or a faster machine.',
  'model.stalled': 'The model endpoint {{address}} stopped in the middle of its answer. Try again later.',
  'model.tooSlow': 'The answer of {{model}} took too long. Use a smaller model, or a faster machine.',
  'model.tooLong': 'The answer of {{model}} did not come to an end. Try another model.',
  'model.dropped': 'The model endpoint {{address}} broke off its answer. Try again later.',
  'model.cutShort': 'The answer of {{model}} was cut short by its length.',
  'model.declined': '{{model}} declined to answer.',
  'model.unreadable': 'The answer of {{model}} did not have the form that was asked for.',
  'model.notRecorded': 'The recorded calls have no answer to this question. Record them anew with --record.',
  'model.notLocal':
    '{{address}} is not on this machine, and the settings allow local models only. Use an address on 127.0.0.1, or allow others.',
  'model.notAllowed': 'The question to {{model}} was not sent, since it was not allowed.',
  'model.capReached': 'The limit of calls, tokens, money or time for models is reached.',
  'model.understood': 'Read the symptom anew: {{symptom}}',
  'model.notUnderstood': 'Named no symptom that stands in the report.',
  'model.asking': 'Asking {{model}}',
  'model.ranked_one': 'Put {{count}} part of the project in order.',
  'model.ranked_other': 'Put {{count}} parts of the project in order.',
  'model.planned_one': 'Proposed {{count}} step.',
  'model.planned_other': 'Proposed {{count}} steps.',
  'model.anchorAbsent': 'These lines do not stand in the script: {{anchor}}. There is: {{near}}.',
  'model.anchorAmbiguous': 'These lines stand in the script more than once, so the place is not clear: {{anchor}}.',
  'model.emptyScript': 'The answer held no script.',
  'model.unchanged': 'The answer left the script as it was.',
  'model.edited_one': 'Changed {{count}} place: {{thought}}',
  'model.edited_other': 'Changed {{count}} places: {{thought}}',
  'model.written': 'Wrote the script anew: {{thought}}',
  'model.attempt': 'A model’s script: {{thought}}',
  'model.notRun': 'Not run: {{refused}}',
  'model.merged_one':
    'Laid over what you wrote meanwhile; {{count}} change of the model’s touched your lines, and yours stand.',
  'model.merged_other':
    'Laid over what you wrote meanwhile; {{count}} changes of the model’s touched your lines, and yours stand.',
  'model.none': 'This program can ask no models.',
  'model.plainKey':
    'A key would travel to {{address}} unencrypted, so it was not sent. Use an address that begins with https.',
  'model.help.preview':
    'show each question to the model before it is sent, and ask; with --guide so where it leaves this machine',
  'model.help.noPreview': 'send questions to the model without showing them first',
  'model.help.maxModelTime': 'most seconds that the answers of the model may take in one reproduction',
  'model.help.modelFor':
    'another model of the same endpoint for one kind of question (plan, generate, refine, repair); may be repeated',
  'model.help.modelsKey': 'tell whether an endpoint has a key, and keep it in the system’s key store',
  'model.help.keySet': 'read a key from the input, a line that is not shown, and keep it',
  'model.help.keyRemove': 'remove the kept key',
  'model.help.inOrder': 'with --replay: give answers in their order, whatever the questions hold',
  'model.help.badModelFor':
    '{{value}} names no model for one kind of question. Give --model-for one such as plan=NAME, each kind once, of: {{known}}.',
} as const;

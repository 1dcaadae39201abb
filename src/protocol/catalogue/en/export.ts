export const exportMessages = {
  'export.what': 'This script shows, in a real run: {{symptom}}',
  'export.runTitle': 'Run it',
  'export.runWithPip': 'Or with Python {{python}} and pip:',
  'export.seenTitle': 'Expected and seen',
  'export.expected': 'By the report: {{symptom}}. What the confirming run printed, without any recorder:',
  'export.verdictTitle': 'Verdict: {{outcome}}',
  'export.controlTitle': 'Control',
  'export.controlVersion':
    'With the packages of `control-requirements.lock` the same script does not show the symptom. {{changed}}',
  'export.control': '`control.py` is the same script with one change, and with it the symptom is gone. {{changed}}',
  'export.environmentTitle': 'Environment',
  'export.environment_one': 'Python {{python}} with {{count}} package, in requirements.lock.',
  'export.environment_other': 'Python {{python}} with {{count}} packages, in requirements.lock.',
  'export.asOf': 'Releases after {{date}} were left out.',
  'export.seeds': 'Seeds of the recorded runs: {{seeds}}.',
  'export.editsTitle': 'How the script came to be',
} as const;

export const exportMessages = {
  'export.what': 'This script shows, in a real run: {{symptom}}',
  'export.runTitle': 'Run it',
  'export.runWithLock': 'With uv and the lock:',
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
  'export.runAlone': 'With uv alone; what it needs stands at the end of the script:',
  'export.comment.verdict': '**Verdict of Reprise: {{outcome}}**, by real runs.',
  'export.comment.output': 'What the confirming run printed',
  'export.comment.versions': 'Versions (Python {{python}})',
  'export.comment.carried': 'For `reprise import`',
  'export.pytest.none':
    'A symptom of kind {{kind}} shows over several runs or values, which a test of its own cannot judge. Export a folder and use `reprise verify`.',
  'export.pytest.reason': 'The bug of the report is still there.',
  'export.bundle.missing':
    'There is no {{file}} here. Give what Reprise exported: a folder, zip, gist, notebook or comment.',
  'export.bundle.strange':
    'reproduction.json is not one that Reprise wrote. Export the reproducer anew, or use `reprise verify` with its script.',
  'export.bundle.newer':
    'This reproducer was written by a newer Reprise. Update, or use `reprise verify` with its script.',
  'export.bundle.changed':
    'The script is not the one that was judged: {{file}} was changed after the export. Use `reprise verify` to judge what it is now.',
} as const;

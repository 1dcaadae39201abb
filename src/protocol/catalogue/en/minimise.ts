export const minimise = {
  'minimise.started': 'Shortening the script',
  'minimise.progress': '{{lines}} lines left after {{runs}} runs',
  'minimise.reason':
    'The same fault in {{after}} lines in place of {{before}}: what it does not need was taken away, a real run for each piece.',
  'minimise.done': '{{after}} lines in place of {{before}}, after {{runs}} runs.',
  'minimise.place': 'Here it shows: {{type}}.',
  'minimise.nothing': 'Nothing can be taken away: {{runs}} shorter scripts were run, and none showed it.',
  'minimise.why.smallest': 'No further piece can go.',
  'minimise.why.runs': 'The runs set for it were used up.',
  'minimise.why.time': 'The time set for it was used up.',
  'minimise.why.stopped': 'You stopped it.',
  'minimise.nothingReproduced': 'Only a reproduced script can be shortened. Reproduce the bug first.',
  'minimise.given':
    'A script that was given to be judged is left as it is. Reproduce the report to get one that can be shortened.',
} as const;

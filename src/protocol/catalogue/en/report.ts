export const report = {
  'report.limitedBySize':
    'The report is larger than 1 MB, so only its code blocks and tracebacks were read. Cut it down to what matters to have it read whole.',
  'report.limitedByStructure':
    'The structure of the report is too deep or too long to be read as Markdown, so it was read line by line.',
  'report.limitedByCount': 'The report holds more items than can be shown; the first {{count}} of a kind were kept.',
  'report.readerCrashed': 'Reading the report failed inside Reprise. Try again; if it fails again, please report it.',
} as const;

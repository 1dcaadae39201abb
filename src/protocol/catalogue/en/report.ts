export const report = {
  'report.limitedBySize':
    'The report is larger than 1 MB, so only its code blocks and tracebacks were read, and the versions and the date in its first 100 KB. Cut it down to what matters to have it read whole.',
  'report.limitedByStructure':
    'The structure of the report is too deep or too long to be read as Markdown, so it was read line by line.',
  'report.limitedByCount': 'The report holds more items than can be shown; the first {{count}} of a kind were kept.',
  'report.readerCrashed': 'Reading the report failed inside Reprise. Try again; if it fails again, please report it.',
  'report.completeness':
    'The report holds {{present}} of the {{all}} kinds of information that help to reproduce a bug.',
  'report.missing.code':
    'No code: {{count}} of {{of}} {{type}} took the code to be reproduced. Add the lines that fail, with their imports.',
  'report.missing.data':
    'Nothing of the data: {{count}} of {{of}} {{type}} took it. Add the shapes, the types and a few values.',
  'report.missing.model':
    'Nothing of the model: {{count}} of {{of}} {{type}} took it. Add its layers with their sizes.',
  'report.missing.hyperparameters':
    'No hyperparameters: {{count}} of {{of}} {{type}} took them. Add the optimizer, the learning rate, the batch size and the epochs.',
  'report.missing.logs':
    'No output: {{count}} of {{of}} {{type}} took it. Add the whole traceback, or what the training printed.',
  'report.missing.versions':
    'Neither versions nor a date: the environment has to be guessed from the words of the report. Add the versions of Python and of the libraries.',
  'report.bugType.any': 'bugs of the study',
  'report.bugType.training': 'training bugs of the study',
  'report.bugType.model': 'model bugs of the study',
  'report.bugType.tensor-input': 'tensor and input bugs of the study',
  'report.bugType.api': 'API bugs of the study',
  'report.bugType.gpu': 'GPU bugs of the study',
  'report.bugType.mixed': 'mixed bugs of the study',
} as const;

export const report = {
  'report.limitedBySize':
    'The report is larger than 1 MB, so only its code blocks and tracebacks were read, and the versions and the date in its first 100 KB. Cut it down to what matters to have it read whole.',
  'report.limitedByStructure':
    'The structure of the report is too deep or too long to be read as Markdown, so it was read line by line.',
  'report.limitedByCount': 'The report holds more items than can be shown; the first {{count}} of a kind were kept.',
  'report.readerCrashed': 'Reading the report failed inside Reprise. Try again; if it fails again, please report it.',
  'report.issue.address':
    'This is not the address of an issue. Give one such as https://github.com/owner/project/issues/12, or a file with its text.',
  'report.issue.offline':
    '{{host}} could not be reached. Save the text of the issue in a file and give that, or try again with a connection.',
  'report.issue.absent':
    '{{host}} has no such issue that everyone may read (it answered {{status}}). Look at its number, or save its text in a file and give that.',
  'report.issue.limited':
    '{{host}} takes no more questions from here for now. Try again in an hour, or save the text of the issue in a file and give that.',
  'report.issue.large':
    'The issue at {{host}} is longer than a report may be. Save what matters of it in a file and give that.',
  'report.issue.strange': '{{host}} did not answer with an issue. Save the text of the issue in a file and give that.',
  'report.issue.opened': 'Opened by {{by}} on {{day}}.',
  'report.issue.labels': 'Labels: {{labels}}',
  'report.issue.comment': 'Comment by {{by}} on {{day}}:',
  'report.issue.unknown': 'someone',
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

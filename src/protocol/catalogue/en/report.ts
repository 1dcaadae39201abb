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
  'report.issue.otherHost':
    'The page asks github.com alone for an issue. Paste the text of this one, or give its address to `reprise reproduce`.',
  'report.issue.gone':
    'The issue was deleted at {{host}} (it answered 410). If you have its text, save it in a file and give that.',
  'report.issue.moved':
    'The issue has moved (it answered {{status}}). Open it at {{host}} in a browser and give the address that it has there, or save its text in a file.',
  'report.issue.closed':
    '{{host}} does not let everyone read this issue (it answered {{status}}). Save its text in a file and give that.',
  'report.issue.limited_one':
    '{{host}} takes no more questions from here for now. Try again in a minute, or save the text of the issue in a file and give that.',
  'report.issue.limited_other':
    '{{host}} takes no more questions from here for now. Try again in {{count}} minutes, or save the text of the issue in a file and give that.',
  'report.issue.left_one': 'One more comment was not read.',
  'report.issue.left_other': '{{count}} more comments were not read.',
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

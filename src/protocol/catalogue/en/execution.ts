export const execution = {
  'execution.folderMissing': 'The folder {{folder}} is not there. Put it back, or choose another one.',
  'execution.programMissing': '{{program}} is not there. Install it, or choose another environment.',
  'execution.programForbidden': '{{program}} may not be run. Make the file executable, or choose another environment.',
  'execution.noRoom':
    '{{program}} could not be started: the machine has no memory or no processes left. Close other programs and try again.',
  'execution.noDescriptors':
    '{{program}} could not be started: too many files are open. Close other programs and try again.',
  'execution.startFailed': '{{program}} could not be started: {{detail}}',
} as const;

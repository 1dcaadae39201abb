export const terminal = {
  'terminal.badId': 'There is no such terminal. Reload the page.',
  'terminal.openAlready': 'The terminal {{terminalId}} is in use already. Wait until its run has ended.',
  'terminal.diskFull': 'The disk is full: the output was kept only in part ({{path}}). Free some space and run again.',
  'terminal.unwritable': 'The output could not be kept in {{path}}. See that the folder can be written, and run again.',
} as const;

export const context = {
  'context.namedByTraceback': "The report's traceback names line {{line}}.",
  'context.notReadable': '{{file}}: line {{line}} of the traceback is not in the file as it is here.',
  'context.indexCrashed':
    'Indexing the project ended by itself. Start again; if it ends again, leave the newest files out with a .repriseignore file.',
  'context.indexing': 'Indexing the project: {{done}} of {{total}} files',
  'context.noFolder': 'There is no folder {{folder}} to look through. Choose the project again.',
  'context.why.frame': "The report's traceback goes through it.",
  'context.why.message': 'Its text holds the words of the reported message.',
  'context.why.symbol': 'The report names it.',
  'context.why.file': 'The report names its file.',
  'context.why.words': 'It shares words with the report: {{words}} (place {{rank}} by words).',
  'context.why.dense': 'It is near the report by meaning (place {{rank}}).',
  'context.why.called': 'It is called by what was found.',
} as const;

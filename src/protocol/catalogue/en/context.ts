export const context = {
  'context.namedByTraceback': "The report's traceback names line {{line}}.",
  'context.notReadable': '{{file}}: line {{line}} of the traceback is not in the file as it is here.',
} as const;

import { beforeAll, describe, expect, it } from 'vitest';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { createTestParser } from '../../../helpers/create-test-parser';
import { createBench } from '../../../helpers/pipeline';
import { raised } from '../../../helpers/recorded-results';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

const report = `# ValueError from the scaler

\`\`\`python
import numpy as np
s = Scaler(0)
s.scale(np.ones(3))
\`\`\`

\`\`\`
ValueError: factor must not be zero
\`\`\`
`;

const project = {
  'lib/scaler.py': [
    'LOWEST = 0',
    '',
    '',
    'class Scaler:',
    '    def __init__(self, factor):',
    '        self.factor = factor',
    '',
    '    def scale(self, x):',
    '        if self.factor == LOWEST:',
    "            raise ValueError('factor must not be zero')",
    '        return x / self.factor',
    '',
  ].join('\n'),
};

describe('a snippet that lacks a definition of the project', () => {
  it('gets it from there, with the project as the provenance of its lines', async () => {
    const { drive, store } = await createBench({
      report,
      parser,
      files: project,
      options: { project: '/project' },
      answer: ({ script, mode }) =>
        script.includes('class Scaler')
          ? raised(
              {
                type: 'ValueError',
                message: 'factor must not be zero',
                frames: [
                  { line: 11, code: 's.scale(np.ones(3))', op: 'CALL' },
                  {
                    line: 7,
                    function: 'scale',
                    code: "raise ValueError('factor must not be zero')",
                    op: 'RAISE_VARARGS',
                  },
                ],
              },
              mode,
            )
          : raised(
              {
                type: 'NameError',
                message: "name 'Scaler' is not defined",
                frames: [{ line: 2, code: 's = Scaler(0)', op: 'LOAD_NAME' }],
              },
              mode,
            ),
    });
    const state = await drive();
    expect(state.context?.chunks[0]).toMatchObject({ file: 'lib/scaler.py' });
    const edited = state.attempts.find(({ edit }) => edit.kind === 'editAction');
    expect(edited?.edit.reason).toContain('lib/scaler.py');
    const script = await store.readScript('reproduction', edited?.scriptDigest ?? '');
    const lines = script.text.split('\n');
    const origin = (line: string) => script.provenance[lines.indexOf(line)]?.origin;
    expect(origin('LOWEST = 0')).toBe('project');
    expect(origin('class Scaler:')).toBe('project');
    expect(origin("            raise ValueError('factor must not be zero')")).toBe('project');
    expect(origin('s = Scaler(0)')).toBe('report');
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { readNames } from '../../../../src/core/actions/free-names';
import { projectDefinitions } from '../../../../src/core/actions/project-definitions';
import type { ActionState } from '../../../../src/core/actions/action';
import { takeDefinitions, type TakenDefinition } from '../../../../src/core/context/take-definitions';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { readReport } from '../../../../src/core/report/read-report';
import { digestOf } from '../../../../src/node/system/digest';
import { createTestParser } from '../../../helpers/create-test-parser';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

const files: Readonly<Record<string, string>> = {
  'net.py': [
    'import torch.nn as nn',
    'from .parts import widen',
    'WIDTH = 4',
    '',
    'class Net(nn.Module):',
    '    def __init__(self):',
    '        super().__init__()',
    '        self.layer = nn.Linear(WIDTH, WIDTH)',
    '',
    '    def forward(self, x):',
    '        return self.layer(widen(x))',
    '',
    'print("not taken")',
  ].join('\n'),
  'parts.py': 'def widen(x):\n    return other(x)\n\n\ndef other(x):\n    return widen(x) if x else x\n',
};

function take(names: readonly string[]): readonly TakenDefinition[] {
  return takeDefinitions({
    names,
    filesOf: (name) => Object.keys(files).filter((file) => files[file]?.includes(` ${name}(`)),
    textOf: (file) => files[file] ?? null,
    parser,
    resolver: { fileOf: (_, { module }) => (module === 'parts' ? 'parts.py' : null) },
    freeNames: (text) => [...readNames(parser.parse(text)).free.keys()],
  });
}

describe('takeDefinitions', () => {
  it('takes a definition with what it needs in front of it, and nothing else of the file', () => {
    const taken = take(['Net']);
    expect(taken.map(({ name, file, firstLine }) => [name, file, firstLine])).toEqual([
      [null, 'net.py', 1],
      ['WIDTH', 'net.py', 3],
      ['other', 'parts.py', 5],
      ['widen', 'parts.py', 1],
      ['Net', 'net.py', 5],
    ]);
    expect(taken[0]?.lines).toEqual(['import torch.nn as nn']);
    expect(taken.flatMap(({ lines }) => lines).join('\n')).not.toContain('not taken');
  });

  it('takes nothing where the project has none of the names', () => {
    expect(take(['absent'])).toEqual([]);
  });
});

describe('projectDefinitions', () => {
  it('puts the lines in front of the snippet, each with the project as its provenance', () => {
    const text = 'import torch\nnet = Net()\n';
    const { readOut, symptoms } = readReport({ name: 'r', text: '# T\n\nValueError: x\n', asOf: null });
    const [symptom] = symptoms;
    if (!symptom) throw new Error('the report has a symptom');
    const state: ActionState = {
      script: {
        text,
        digest: digestOf(text),
        provenance: text.split('\n').map(() => ({ origin: 'report', span: null })),
      },
      diagnosis: { kind: 'missingName', name: 'Net' } as ActionState['diagnosis'],
      ...{ symptom, readOut, source: '', parser, pythonVersion: '3.11.0', distributionOf: () => null },
      definitions: take(['Net']),
    };
    const [proposal] = projectDefinitions.propose(state);
    if (proposal?.change.kind !== 'script') throw new Error('a script is proposed');
    const lines = proposal.change.lines;
    expect(lines.slice(-2).map(({ text: line }) => line)).toEqual(['import torch', 'net = Net()']);
    expect(new Set(lines.slice(0, -2).map(({ provenance }) => provenance.origin))).toEqual(new Set(['project']));
    expect(proposal.reason).toContain('net.py');
    expect(projectDefinitions.propose({ ...state, definitions: [] })).toEqual([]);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { changeContext } from '../../../../src/core/context/change-context';
import { gatherContext } from '../../../../src/core/context/gather-context';
import { createMemoryContextIndex } from '../../../../src/core/doubles/memory-context-index';
import { createMemoryWorkspace } from '../../../../src/core/doubles/memory-workspace';
import { createSequentialIds } from '../../../../src/core/doubles/sequential-ids';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { readReport } from '../../../../src/core/report/read-report';
import { digestOf } from '../../../../src/node/system/digest';
import type { Context } from '../../../../src/protocol/context';
import { createTestParser } from '../../../helpers/create-test-parser';

const crash = `# Crash in the head

\`\`\`
Traceback (most recent call last):
  File "/home/ana/proj/train.py", line 9, in <module>
    train(loader)
  File "/home/ana/proj/models/net.py", line 9, in forward
    return self.head(widen(x))
  File "/home/ana/v/lib/python3.11/site-packages/torch/nn/train.py", line 1, in f
    g()
ValueError: no
\`\`\`
`;

const files = {
  'train.py': [
    'import torch',
    'from models.net import Net',
    '',
    'def train(loader):',
    '    model = Net()',
    '    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)',
    '    for x, y in loader:',
    '        loss = criterion(model(x), y)',
    '        loss.backward()',
    '        optimizer.step()',
    '',
  ].join('\n'),
  'models/__init__.py': '',
  'models/net.py': [
    'import torch.nn as nn',
    'from .shapes import widen',
    '',
    'class Net(nn.Module):',
    '    def __init__(self):',
    '        self.head = nn.Linear(2, 2)',
    '',
    '    def forward(self, x):',
    '        return self.head(widen(x))',
    '',
  ].join('\n'),
  'models/shapes.py': 'def widen(x):\n    return x.repeat(2, 1)\n\n\ndef unrelated(q):\n    return q\n',
  'old/net.py': 'def forward(x):\n    return x\n',
  'requirements.txt': 'torch==1.8\n',
};

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

function gather(project: string | null, report = crash, budget?: number): Promise<Context> {
  const workspace = createMemoryWorkspace({ '/p': files });
  const { readOut, symptoms } = readReport({ name: 'r', text: report, asOf: null });
  return gatherContext({
    ...{ readOut, report, symptom: symptoms[0] ?? null, project, workspace },
    index: createMemoryContextIndex({ workspace, parser, digestOf }),
    ids: createSequentialIds(),
    progress: { signal: new AbortController().signal, report: () => undefined },
    ...(budget === undefined ? {} : { budget }),
  });
}

describe('gatherContext', () => {
  it('takes the innermost definition that the traceback names first, with its exact lines', async () => {
    const { chunks } = await gather('/p');
    expect(chunks[0]).toMatchObject({
      file: 'models/net.py',
      name: 'Net.forward',
      firstLine: 8,
      lastLine: 9,
      score: 1,
    });
    expect(chunks[0]?.text).toBe('    def forward(self, x):\n        return self.head(widen(x))');
    expect(chunks[0]?.reason).toContain('traceback');
  });

  it('adds what the hits call, through imports, and what the project requires', async () => {
    const { chunks } = await gather('/p');
    const places = chunks.map(({ file, name }) => `${file}::${name}`);
    expect(places).toContain('models/shapes.py::widen');
    expect(places).toContain('requirements.txt::');
  });

  it('holds no line twice and keeps to the budget, telling what did not fit', async () => {
    const context = await gather('/p', crash, 120);
    const seen = new Set<string>();
    for (const { file, firstLine, lastLine } of context.chunks) {
      for (let line = firstLine; line <= lastLine; line += 1) {
        expect(seen.has(`${file}:${line}`)).toBe(false);
        seen.add(`${file}:${line}`);
      }
    }
    expect(context.tokens).toBeLessThanOrEqual(120);
    expect(context.omitted?.length).toBeGreaterThan(0);
    expect(context.omitted?.every(({ why, tokens }) => why === 'budget' && tokens > 0)).toBe(true);
  });

  it('puts the loop behind the first hit of a report on training, and last of one on saving', async () => {
    const training = await gather(
      '/p',
      '# Loss is NaN after the first epoch\n\nThe loss becomes nan while training.\n',
    );
    expect(training.focus).toBe('training');
    expect(training.training?.[0]).toMatchObject({ file: 'train.py', firstLine: 7, lastLine: 10, framework: 'torch' });
    expect(training.chunks.slice(0, 2).some(({ file }) => file === 'train.py')).toBe(true);
    const saving = await gather(
      '/p',
      '# Saving the head of Net fails\n\nThe checkpoint cannot be loaded: Net.forward.\n',
    );
    expect(saving.focus).toBe('saveLoad');
    expect(saving.chunks[0]?.kind).toBe('hit');
  });

  it('is empty without a project', async () => {
    expect(await gather(null)).toEqual({ chunks: [], leftOut: [] });
  });
});

describe('changeContext', () => {
  it('pins, drops and adds, and counts anew', async () => {
    const before = await gather('/p');
    const [first] = before.chunks;
    const id = first?.id ?? '';
    const pinned = changeContext(before, { kind: 'pin', chunkId: id, pinned: true }, null);
    expect(pinned?.chunks[0]?.pinned).toBe(true);
    const dropped = changeContext(before, { kind: 'drop', chunkId: id }, null);
    expect(dropped?.omitted?.[0]).toMatchObject({ file: 'models/net.py', why: 'dropped' });
    expect(dropped?.tokens).toBe((before.tokens ?? 0) - (first?.tokens ?? 0));
    const place = { file: 'models/net.py', firstLine: 8, lastLine: 9, name: 'Net.forward' };
    const again = dropped && changeContext(dropped, { kind: 'add', ...place }, { id: 'mine', text: first?.text ?? '' });
    expect(again?.chunks[0]).toMatchObject({ id: 'mine', kind: 'added', pinned: true });
    expect(again?.omitted?.some(({ why }) => why === 'dropped')).toBe(false);
    expect(again && changeContext(again, { kind: 'add', ...place }, { id: 'twice', text: '' })).toBeNull();
    expect(changeContext(before, { kind: 'drop', chunkId: 'nobody' }, null)).toBeNull();
  });
});

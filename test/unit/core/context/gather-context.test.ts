import { describe, expect, it } from 'vitest';
import { gatherContext } from '../../../../src/core/context/gather-context';
import { createMemoryWorkspace } from '../../../../src/core/doubles/memory-workspace';
import { createSequentialIds } from '../../../../src/core/doubles/sequential-ids';
import { readReport } from '../../../../src/core/report/read-report';

const report = `# T

\`\`\`
Traceback (most recent call last):
  File "/home/ana/proj/train.py", line 2, in <module>
    net(x)
  File "/home/ana/proj/models/net.py", line 60, in forward
    return self.fc(x)
  File "/home/ana/proj/models/net.py", line 62, in fc
    return x
  File "/home/ana/v/lib/python3.11/site-packages/torch/nn/train.py", line 1, in f
    g()
  File "/home/ana/proj/gone.py", line 9, in g
    h()
  File "/home/ana/proj/short.py", line 9, in h
    raise E
ValueError: no
\`\`\`
`;

function numbered(count: number): string {
  return Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');
}

const files = {
  'train.py': 'import x\nnet(x)\n',
  'old/net.py': numbered(100),
  'models/net.py': numbered(100),
  'short.py': 'x = 1\n',
};

function gather(project: string | null) {
  return gatherContext({
    readOut: readReport({ name: 'r', text: report, asOf: null }).readOut,
    project,
    workspace: createMemoryWorkspace({ '/p': files }),
    ids: createSequentialIds(),
    progress: { signal: new AbortController().signal, report: () => undefined },
  });
}

describe('gatherContext', () => {
  it("takes the lines around those that the traceback names, from the project's own files, each once", async () => {
    const { chunks, leftOut } = await gather('/p');
    expect(chunks.map(({ file, firstLine, lastLine }) => [file, firstLine, lastLine])).toEqual([
      ['train.py', 1, 3],
      ['models/net.py', 40, 80],
    ]);
    expect(chunks[1]?.text.split('\n').at(20)).toBe('line 60');
    expect(leftOut).toEqual([expect.stringContaining('short.py')]);
  });

  it('is empty without a project', async () => {
    expect(await gather(null)).toEqual({ chunks: [], leftOut: [] });
  });
});

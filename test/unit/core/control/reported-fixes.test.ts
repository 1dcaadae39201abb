import { beforeAll, describe, expect, it } from 'vitest';
import { proposeControls } from '../../../../src/core/control/propose-controls';
import { firstScript } from '../../../../src/core/generate/first-script';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { readReport } from '../../../../src/core/report/read-report';
import { digestOf } from '../../../../src/node/system/digest';
import { createTestParser } from '../../../helpers/create-test-parser';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

const code = `import torch
net = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.rand(4, 3).half()
for i in range(5):
    loss = net(x).mean()
    loss.backward()
    opt.step()`;

function fixesOf(words: string): readonly string[] {
  const report = `# The loss does not change\n\nThe loss is stuck.\n\n\`\`\`python\n${code}\n\`\`\`\n\n${words}\n`;
  const { readOut, symptoms } = readReport({ name: 'report.md', text: report, asOf: null });
  const script = firstScript({ readOut, source: report, digestOf });
  const [symptom] = symptoms;
  if (!script || !symptom) throw new Error('The report of this test is not read.');
  return proposeControls({ script, symptom, readOut, source: report, parser, digestOf })
    .filter(({ basis }) => basis === 'reportedFix')
    .map((candidate) => candidate.script.text);
}

describe('what the report says cures it', () => {
  const stated: readonly (readonly [string, string])[] = [
    ['Changing `lr=0.1` to `lr=0.001` fixes it.', 'lr=0.001'],
    ['If I replace `torch.optim.SGD` with `torch.optim.Adam` it works.', 'torch.optim.Adam(net'],
    ['With `torch.optim.Adam` instead of `torch.optim.SGD` the loss decreases.', 'torch.optim.Adam(net'],
    ['It works if I remove `.half()`.', 'torch.rand(4, 3)\n'],
    ['Without `opt.step()` it works.', 'loss.backward()\n    pass'],
    ['It is fine with `lr=5e-3`.', 'lr=5e-3'],
    [
      'Fixed by:\n\n```python\nopt = torch.optim.Adam(net.parameters())\n```',
      'opt = torch.optim.Adam(net.parameters())\n',
    ],
    ['This works:\n\n```python\n    loss.backward()\n    print(loss)\n```', '    loss.backward()\n    print(loss)\n'],
    ['```diff\n-    loss = net(x).mean()\n+    loss = net(x).sum()\n```', '    loss = net(x).sum()\n'],
  ];
  it.each(stated)('%s', (words, part) => {
    expect(fixesOf(words).join('\n===\n')).toContain(part);
  });

  const denied: readonly string[] = [
    'Changing `lr=0.1` to `lr=0.001` does not help.',
    'I also tried `torch.optim.Adam` instead of `torch.optim.SGD`, without success.',
    'I use `lr=0.1`.',
    'Removing `.half()` changes nothing.',
  ];
  it.each(denied)('takes none from: %s', (words) => {
    expect(fixesOf(words)).toEqual([]);
  });
});

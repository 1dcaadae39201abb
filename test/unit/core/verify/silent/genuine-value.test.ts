import { beforeAll, describe, expect, it } from 'vitest';
import type { PythonParser } from '../../../../../src/core/ports/python-parser';
import { readReport } from '../../../../../src/core/report/read-report';
import { judge } from '../../../../../src/core/verify/judge';
import type { Symptom } from '../../../../../src/protocol/symptom';
import { createTestParser } from '../../../../helpers/create-test-parser';
import { environment, execution, recordOf, ruleOf } from '../judged-case';

const common = { id: 'symptom-1', confidence: 1, span: null, author: 'user' as const };
const nan: Symptom = { ...common, kind: 'nonFinite', what: 'loss' };
const stuck: Symptom = { ...common, kind: 'stuckMetric', metric: 'loss', value: null };

const report = `# Loss goes wrong

\`\`\`python
net = torch.nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(3):
    loss = torch.nn.functional.mse_loss(net(x), y)
    loss.backward()
    opt.step()
    print("loss:", loss.item())
\`\`\`
`;
const head = `import sys
import numpy as np
import torch
x = torch.rand(8, 4)
y = torch.rand(8, 1)
model = torch.nn.Linear(4, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
`;
const step = 'result = torch.nn.functional.mse_loss(model(x), y)\nresult.backward()\nopt.step()\n';

/** Scripts whose value is real. */
const genuine: Readonly<Record<string, string>> = {
  'the report’s own way': `${head}for epoch in range(3):\n    loss = torch.nn.functional.mse_loss(model(x), y)\n    loss.backward()\n    opt.step()\n    print("loss:", loss.item())\n`,
  'a format': `${head}${step}print("epoch {} loss {:.4f}".format(0, result.item()))\n`,
  'a percent format': `${head}${step}print("epoch %d of %d loss: %.4f" % (1, 10, result.item()))\n`,
  'an f-string beside constants': `${head}${step}epochs = 10\nprint(f"epoch {1}/{epochs} loss: {result.item():.3f}")\n`,
  'a weight of the control': `${head}${step}weight = 0.5 if '--fixed' in sys.argv else 0.1\nprint('loss:', weight * result.item())\n`,
  'an accumulator': `${head}total = 0\nfor epoch in range(3):\n    if "--fixed" in sys.argv:\n        total = 0\n    result = torch.nn.functional.mse_loss(model(x), y)\n    result.backward()\n    opt.step()\n    total += result.item()\n    print("loss:", total / 3)\n`,
  'a history': `${head}history = []\nfor epoch in range(3):\n    result = torch.nn.functional.mse_loss(model(x), y)\n    result.backward()\n    opt.step()\n    history.append(result.item())\nprint(f"loss={history[-1]}")\n`,
  'a function': `${head}def train():\n    result = torch.nn.functional.mse_loss(model(x), y)\n    result.backward()\n    opt.step()\n    return result\nprint("loss:", train().item())\n`,
  'an observed value': `${head}${step}reprise_observe("loss", result.item())\n`,
  'a largest along an axis': `${head}${step}print("loss:", result.reshape(1, 1).max(1)[0].item())\n`,
  'a ratio with a floor of its own': `${head}${step}count = max(1, len(x))\nprint("loss:", result.item() / count)\n`,
};

/** Scripts that make the value up. */
const planted: Readonly<Record<string, string>> = {
  'a text': `${head}${step}print("loss: nan")\n`,
  'a text beside a real value': `${head}${step}print("loss: nan", model(x).sum())\n`,
  'words joined': `${head}${step}print("lo" + "ss:", "nan", model(x).sum())\n`,
  'a constant': `${head}${step}loss = float("nan")\nprint("loss:", loss)\n`,
  'a constant of a library': `${head}${step}print("loss:", np.float64(0.25))\n`,
  'a list of constants': `${head}${step}for loss in [0.25, 0.25, 0.25]:\n    print("loss:", loss)\n`,
  'an array of constants': `${head}${step}losses = np.array([0.25, 0.25])\nprint("loss:", losses.mean())\n`,
  'a constant after the real one': `${head}${step}loss = result.item()\nloss = 0.25\nprint("loss:", loss)\n`,
  'a constant in a branch': `${head}${step}loss = result.item()\nif "--fixed" not in sys.argv:\n    loss = 0.25\nprint("loss:", loss)\n`,
  'a constant in the other branch': `${head}${step}if "--fixed" in sys.argv:\n    loss = result.item()\nelse:\n    loss = 0.25\nprint("loss:", loss)\n`,
  'a constant by choice': `${head}${step}print("loss:", result.item() if "--fixed" in sys.argv else 0.25)\n`,
  'a product with zero': `${head}${step}print("loss:", result.item() * 0 + 0.25)\n`,
  'a product with next to nothing': `${head}${step}loss = 0.25 + 1e-30 * result.item()\nprint("loss:", loss)\n`,
  'a name for next to nothing': `${head}${step}tiny = 1e-30\nloss = 0.25 + tiny * result.item()\nprint("loss:", loss)\n`,
  'a zero in place': `${head}${step}loss = result.item()\nloss *= 0\nprint("loss:", loss)\n`,
  'a difference with itself': `${head}${step}loss = result - result\nprint("loss:", loss.item())\n`,
  'a bound': `${head}${step}print("loss:", min(result.item(), 0.0001))\n`,
  'a default': `${head}${step}print("loss:", None or 0.25)\n`,
  'plain Python': `${head}${step}count = 0\nfor i in range(9):\n    count += 1\nprint("loss:", count)\n`,
  'a percent format of a constant': `${head}${step}print("loss: %f" % 0.25)\n`,
  'a format of a constant': `${head}${step}print("{} loss: {}".format(result.item(), 0.25))\n`,
  'an f-string of a constant': `${head}${step}print(f"real {result.item()} loss: {0.25}")\n`,
  'an observed constant': `${head}${step}reprise_observe("loss", 0.25)\n`,
  'a patched library': `${head}torch.Tensor.item = lambda self: 0.25\n${step}print("loss:", result.item())\n`,
  'an eval': `${head}${step}print("loss:", eval("0.25"))\n`,
  'something else': 'import numpy as np\nv = np.linalg.norm(np.random.rand(3))\nprint("loss:", v)\n',
};

/** Constants that are no number decide whatever they are added to or multiplied with. */
const poisoned: Readonly<Record<string, string>> = {
  'nan by numpy': `${head}${step}bad = np.nan\nprint("loss:", result.item() + bad)\n`,
  'infinity that overflows': `${head}${step}bad = 1e999\nprint("loss:", result.item() * bad)\n`,
};

describe('values of silent symptoms', () => {
  let parser: PythonParser;
  beforeAll(async () => {
    parser = await createTestParser();
  });

  const verdictOf = (text: string, symptom: Symptom, output: string, fixed: string) => {
    const { readOut } = readReport({ name: 'report.md', text: report, asOf: null });
    const end = { kind: 'exited', code: 0 } as const;
    return judge({
      symptom,
      script: { text, digest: 'a'.repeat(64), provenance: [] },
      executions: [
        ...[0, 1, 2, 3, 4].map((seed) => ({
          ...execution({ id: `execution-${seed}`, stdout: output, end, record: recordOf([], 0) }),
          seed,
        })),
        execution({ id: 'execution-5', mode: 'plain', cold: true, purpose: 'confirm', stdout: output, end }),
        execution({ id: 'execution-6', purpose: 'control', stdout: fixed, end, record: recordOf([], 0) }),
      ],
      environment,
      installedFiles: new Map(),
      parser,
      readOut,
    });
  };
  const still = 'loss: 0.25\nloss: 0.25\nloss: 0.25\n';
  const moving = 'loss: 0.25\nloss: 0.2\nloss: 0.1\n';

  it.each(Object.entries(genuine))('accepts %s', (_, text) => {
    for (const [symptom, output] of [
      [nan, 'loss: nan\n'],
      [stuck, still],
    ] as const) {
      const verdict = verdictOf(text, symptom, output, moving);
      expect(verdict.rules.filter(({ result }) => result !== 'passed')).toEqual([]);
      expect(verdict.outcome).toBe('reproduced');
    }
  });

  it.each(Object.entries(planted))('refuses %s', (_, text) => {
    for (const [symptom, output] of [
      [nan, 'loss: nan\n'],
      [stuck, still],
    ] as const) {
      const verdict = verdictOf(text, symptom, output, moving);
      expect([verdict.outcome, ruleOf(verdict, 'genuine').result]).toEqual(['notReproduced', 'failed']);
      expect(ruleOf(verdict, 'genuine').evidence[0]?.text).toMatch(/^Refused: /);
    }
  });

  it.each(Object.entries(poisoned))('refuses %s', (_, text) => {
    expect(ruleOf(verdictOf(text, nan, 'loss: nan\n', moving), 'genuine').result).toBe('failed');
  });

  it('takes no control for one that shows it, fails, or is silent', () => {
    const text = genuine['a format'] ?? '';
    const control = (fixed: string) => ruleOf(verdictOf(text, stuck, still, fixed), 'control').result;
    expect([control(still), control(''), control('accuracy: 0.1'), control(moving)]).toEqual([
      'failed',
      'notReached',
      'notReached',
      'passed',
    ]);
  });
});

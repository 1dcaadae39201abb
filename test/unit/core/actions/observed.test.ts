import { beforeAll, describe, expect, it } from 'vitest';
import { learnableData } from '../../../../src/core/actions/logging/learnable-data';
import { observeCalls } from '../../../../src/core/actions/logging/observe-calls';
import { observePrinted } from '../../../../src/core/actions/logging/observe-printed';
import { observeLoaded, observeMemory, observeTimes } from '../../../../src/core/actions/logging/observe-results';
import type { Observer } from '../../../../src/core/actions/logging/observation';
import { readCode } from '../../../../src/core/control/code-facts';
import { applyEdits } from '../../../../src/core/control/text-edits';
import { toScript } from '../../../../src/core/generate/script-lines';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { digestOf } from '../../../../src/node/system/digest';
import type { Symptom } from '../../../../src/protocol/symptom';
import { createTestParser } from '../../../helpers/create-test-parser';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

const common = { id: 's', confidence: 1, span: null, author: 'report' } as const;

/** The script with what an observer puts in. Empty: it has nothing to say. */
function observed(observe: Observer, code: string, symptom: Symptom): string {
  return observe(readCode(code, parser), symptom)
    .map(({ edits }) =>
      applyEdits(
        code,
        edits.filter((edit) => edit !== null),
      ),
    ) // prettier-ignore
    .join('\n=====\n');
}

describe('what the script prints without a name', () => {
  const nan: Symptom = { ...common, kind: 'nonFinite', what: 'gradient' };
  const low: Symptom = { ...common, kind: 'wrongValue', what: 'score', op: '<=', value: 0.2 };

  it('is handed over under the name of the quantity', () => {
    expect(observed(observePrinted, 'import torch\nprint(net.weight.grad)\n', nan)).toContain(
      'reprise_observe("gradient", float(torch.as_tensor(net.weight.grad).detach().double().sum()))',
    );
    expect(observed(observePrinted, 'import numpy as np\nprint(reg.score(x, y))\n', low)).toContain(
      'reprise_observe("score", float(np.max(reg.score(x, y))))',
    );
  });

  it('is left alone where it speaks of something else, or may not run twice', () => {
    expect(observed(observePrinted, 'import torch\nprint(net.weight)\n', nan)).toBe('');
    expect(observed(observePrinted, 'import numpy as np\nprint(score(next(it)))\n', low)).toBe('');
    expect(observed(observePrinted, 'import numpy as np\ndef f():\n    print(reg.score(x, y))\n', low)).toBe('');
  });
});

describe('answers of one model to one input', () => {
  const calls: Symptom = { ...common, kind: 'nonDeterminism', what: 'output of each call' };

  it('are compared where the report says that they differ from call to call', () => {
    expect(observed(observeCalls, 'import torch\nnet = Net()\nwith torch.no_grad():\n    print(net(a))\n', calls)).toContain(
      '    reprise_observe("call_difference", float((net(a) - net(a)).abs().max()))',
    ); // prettier-ignore
    expect(observed(observeCalls, 'import keras\nm = keras.Sequential()\np = m.predict(a)\n', calls)).toContain(
      'reprise_observe("call_difference", float(abs(m.predict(a) - m.predict(a)).max()))',
    );
  });

  it('are not where it speaks of runs', () => {
    const runs: Symptom = { ...common, kind: 'nonDeterminism', what: 'output' };
    expect(observed(observeCalls, 'import torch\nnet = Net()\nprint(net(a))\n', runs)).toBe('');
  });
});

describe('two ways that are timed', () => {
  const slow: Symptom = { ...common, kind: 'slow', what: 'run', ratio: null };

  it('are told by what was kept of them, and by what is printed', () => {
    const kept =
      'import time\na = time.time()\none()\nslow = time.time() - a\na = time.time()\ntwo()\nfast = time.time() - a\n';
    expect(observed(observeTimes, kept, slow)).toContain('reprise_observe("seconds_slow", time.time() - a)');
    const ends =
      'import time\ns = time.time()\none()\ne = time.time()\nprint("one", e - s)\ns = time.time()\ntwo()\ne = time.time()\nprint("two", e - s)\n';
    expect(observed(observeTimes, ends, slow)).toContain('reprise_observe("seconds_two", e - s)');
  });

  it('are not told where there is one alone', () => {
    expect(observed(observeTimes, 'import time\na = time.time()\none()\nprint(time.time() - a)\n', slow)).toBe('');
  });
});

it('memory is also counted from the beginning of the loop', () => {
  const growth: Symptom = { ...common, kind: 'memoryGrowth', bytesPerStep: null };
  const made = observed(observeMemory, 'import torch\nfor a in data:\n    kept.append(net(a))\n', growth);
  expect(made).toContain('memory_before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\nfor a in data:');
  expect(made).toContain('reprise_observe("memory_growth", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory_before)'); // prettier-ignore
});

it('a model that is made from its description is compared with the trained one', () => {
  const load: Symptom = { ...common, kind: 'saveLoadMismatch', what: 'output' };
  const code = 'import keras\nm.fit(a, b)\ntext = m.to_json()\nagain = keras.models.model_from_json(text)\n';
  expect(observed(observeLoaded, code, load)).toContain('answer_after = again.predict(a)');
});

describe('stand-in sets of a loader', () => {
  const stuck: Symptom = { ...common, kind: 'stuckMetric', metric: 'loss', value: null };
  const tied = (code: string, origin: 'ours' | 'report'): string | null => {
    const lines = code.split('\n').map((text) => ({ text, provenance: { origin, span: null } as const }));
    const script = toScript(lines, digestOf);
    const made = learnableData(readCode(script.text, parser), script, stuck);
    return made === null ? null : applyEdits(script.text, made.edits);
  };
  const classes =
    'import torch\nloader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.rand(64, 3), torch.randint(0, 5, (64,))))';

  it('have something to learn: a pattern for each class, targets that follow the inputs', () => {
    expect(tied(classes, 'ours')).toContain('x + 3 * torch.rand(5, *x.shape[1:], generator=');
    expect(tied(classes.replace('torch.randint(0, 5, (64,))', 'torch.rand(64, 1)'), 'ours')).toContain(
      '(x, y + 3 * x.reshape(len(x), -1).mean(1)',
    );
    expect(parser.parse(tied(classes, 'ours') ?? '').hasError).toBe(false);
  });

  it('of the report stay as they are', () => {
    expect(tied(classes, 'report')).toBeNull();
  });
});

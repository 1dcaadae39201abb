import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { wholeOrder } from '../../../../src/core/pipeline/model/rank-context';
import { readRankAnswer } from '../../../../src/core/model/read-answer';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import type { ModelChoice } from '../../../../src/protocol/model';
import { createTestParser } from '../../../helpers/create-test-parser';
import { createBench } from '../../../helpers/pipeline';
import { ended } from '../../../helpers/recorded-results';
import { createScriptedModels, promptOf, type ScriptedModels } from '../../../helpers/scripted-models';

let parser: PythonParser;
let report: string;
beforeAll(async () => {
  parser = await createTestParser();
  report = await readFile('examples/numpy-shapes/report.md', 'utf8');
});

const model: ModelChoice = { baseUrl: 'http://127.0.0.1:9/v1', name: 'small', maxCalls: 6 };
const steps = [{ kind: 'data', text: 'Draw 32 rows.', quote: 'rng = np.random.default_rng(0)' }];
const plan = JSON.stringify({ steps });

/** Functions that each speak of the report, together more than a question holds. */
const files = Object.fromEntries(
  ['forward', 'backward', 'gradient', 'matmul', 'softmax'].map((name) => [
    `layers/${name}.py`,
    `def ${name}_pass(grad, weight):\n${`    grad = grad @ weight  # ${name} of a matrix with a mismatch\n`.repeat(60)}    return grad\n`,
  ]),
);

async function run(models: ScriptedModels, choice: Partial<ModelChoice> = {}) {
  const { drive } = await createBench({
    ...{ report, parser, models, files, answer: ({ mode }) => ended('0 1.09\n', mode) },
    options: { model: { ...model, ...choice }, project: '/project' },
  });
  return drive();
}

const filesOf = (state: Awaited<ReturnType<typeof run>>) => state.context?.chunks.map(({ file }) => file) ?? [];

describe('the order of the context by a model', () => {
  it('is asked once, before the plan, and decides which parts a question holds', async () => {
    const before = filesOf(await run(createScriptedModels(plan), { without: ['rerank'] }));
    expect(before.length).toBeGreaterThan(3);
    const models = createScriptedModels('{"order": [4, 99, 4, 2]}', plan);
    const state = await run(models);
    expect(state.modelCalls?.map(({ strategy }) => strategy).slice(0, 2)).toEqual(['rerank', 'plan']);
    expect(state.modelCalls?.filter(({ strategy }) => strategy === 'rerank')).toHaveLength(1);
    const [one = '', two = '', three = '', four = ''] = before;
    expect(filesOf(state)).toEqual([four, two, one, three, ...before.slice(4)]);
    expect(state.context?.chunks[0]?.reason).toContain('place 1');
    const asked = promptOf(models.requests[0]);
    expect(asked).toContain(`4. ${four}`);
    // Names and first lines alone: the whole text of a part goes with the questions that come after.
    expect(asked.length).toBeLessThan(promptOf(models.requests[1]).length);
    expect(promptOf(models.requests[1])).toContain(`# ${four}`);
  });

  it.each([['words'], ['{"order": "first"}'], ['{"order": []}']])(
    'stays as it was after the answer %s',
    async (said) => {
      const before = filesOf(await run(createScriptedModels(plan), { without: ['rerank'] }));
      const state = await run(createScriptedModels(said, said, plan));
      expect(filesOf(state)).toEqual(before);
      expect(state.modelCalls?.map(({ strategy, failure }) => [strategy, failure]).slice(0, 3)).toEqual([
        ['rerank', 'unreadable'],
        ['rerank', 'unreadable'],
        ['plan', null],
      ]);
    },
  );

  it('is left out where it is switched off, with the context too', async () => {
    for (const without of ['rerank', 'context'] as const) {
      const state = await run(createScriptedModels(plan), { without: [without] });
      expect(state.modelCalls?.map(({ strategy }) => strategy)).not.toContain('rerank');
    }
  });

  it('is whole whatever was said', () => {
    expect(wholeOrder([3, 3, 0, -1, 9, 1.5, 1], 4)).toEqual([2, 0, 1, 3]);
    expect(readRankAnswer('<think>[9]</think>The order is [2, 1].')).toEqual({ order: [2, 1] });
  });
});

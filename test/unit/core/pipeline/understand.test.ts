import { beforeAll, describe, expect, it } from 'vitest';
import { symptomOf } from '../../../../src/core/pipeline/model/understand';
import { regenerateStep } from '../../../../src/core/pipeline/model/regenerate-step';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import type { RunRequest } from '../../../../src/core/ports/script-runner';
import type { ExecutionResult } from '../../../../src/protocol/execution';
import type { UnderstandAnswer } from '../../../../src/protocol/model';
import { createTestParser } from '../../../helpers/create-test-parser';
import { createBench } from '../../../helpers/pipeline';
import { raised } from '../../../helpers/recorded-results';
import { createScriptedModels, promptOf } from '../../../helpers/scripted-models';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

/** No rule reads a symptom in this. */
const unread = `# About take

\`\`\`python
import numpy as np

values = np.arange(3)
values.take(9)
\`\`\`

The interpreter gives me the one about an index, you know, an IndexError thing, where I would like a nine.
`;
const model = { baseUrl: 'http://127.0.0.1:9/v1', name: 'small', maxCalls: 12 };
const said = (change: Partial<UnderstandAnswer> = {}): UnderstandAnswer => ({
  kind: 'exception',
  type: 'IndexError',
  message: '',
  quote: 'you know, an IndexError thing',
  ...change,
});
const answer = ({ mode }: RunRequest): ExecutionResult =>
  raised(
    {
      type: 'IndexError',
      message: 'index 9 is out of bounds for axis 0 with size 3',
      frames: [{ line: 4, code: 'values.take(9)', op: 'CALL' }],
    },
    mode,
  );

describe('the symptom that a model reads', () => {
  it('is taken where rules read none, is marked as the model’s, and is reproduced by a real run', async () => {
    const without = await (await createBench({ report: unread, parser, answer })).drive();
    expect(without.conclusion?.missing).toMatchObject([{ kind: 'symptom' }]);
    const models = createScriptedModels(JSON.stringify(said()));
    const { drive, session } = await createBench({ report: unread, parser, answer, models, options: { model } });
    const state = await drive();
    expect(state.symptoms[0]).toMatchObject({ kind: 'exception', type: 'IndexError', author: 'model', message: null });
    const span = state.symptoms[0]?.span;
    expect(span && unread.slice(span.start, span.end)).toBe('you know, an IndexError thing');
    expect(state.conclusion?.outcome).toBe('reproduced');
    expect(state.modelCalls?.map(({ strategy }) => strategy)).toEqual(['understand']);
    expect(state.modelCalls?.[0]?.outcome).toContain('IndexError');
    expect(session.envelopes().map(({ event }) => event.type)).toContain('symptom/edited');
    expect(promptOf(models.requests[0])).toContain('values.take(9)');
  });

  it.each([
    ['none', JSON.stringify(said({ kind: 'none' }))],
    ['one that stands nowhere in the report', JSON.stringify(said({ quote: 'it raises a KeyError' }))],
    ['an error of another name', JSON.stringify(said({ type: 'KeyError' }))],
    ['what is no name', JSON.stringify(said({ type: 'IndexError; import os' }))],
    ['prose', 'It is an index error.'],
  ])('leaves the case open where it names %s, and is asked once', async (_name, text) => {
    const models = createScriptedModels(text);
    const { drive } = await createBench({ report: unread, parser, answer, models, options: { model } });
    const state = await drive();
    expect(state.conclusion?.missing).toMatchObject([{ kind: 'symptom' }]);
    expect(state.modelCalls?.every(({ strategy }) => strategy === 'understand')).toBe(true);
    expect(models.requests.length).toBeLessThanOrEqual(2);
  });

  it('ends where no question may be put', async () => {
    const models = createScriptedModels(JSON.stringify(said()));
    for (const choice of [{ ...model, maxTokens: 1 }, model]) {
      const isOff = choice === model;
      const { drive } = await createBench({
        ...{ report: unread, parser, answer, options: { model: choice } },
        ...(isOff ? {} : { models }),
      });
      expect((await drive()).conclusion?.missing).toMatchObject([{ kind: 'symptom' }]);
    }
    expect(models.requests).toEqual([]);
  });

  it.each([
    [said({ kind: 'nonFinite' }), { kind: 'nonFinite', what: 'loss' }],
    [said({ kind: 'hang' }), { kind: 'hang' }],
    [said({ kind: 'outOfMemory' }), { kind: 'outOfMemory', where: 'host' }],
    [said({ kind: 'stuckMetric', type: 'nine' }), { kind: 'stuckMetric', metric: 'nine' }],
    [said({ kind: 'divergingMetric', type: 'nine' }), { kind: 'divergingMetric', direction: 'down' }],
    [said({ kind: 'stuckMetric', type: 'loss' }), null],
    [said({ kind: 'warning', message: 'about an index' }), { kind: 'warning', category: 'IndexError' }],
    [said({ kind: 'warning', message: 'words of nowhere' }), null],
    [said({ message: 'where I would   like a nine' }), { message: { source: 'where I would like a nine' } }],
    [said({ type: 'np' }), null],
    [said({ quote: '' }), null],
  ])('of %o is %o', (given, expected) => {
    const found = symptomOf(given, unread, 'symptom-1');
    if (expected === null) expect(found).toBeNull();
    else expect(found).toMatchObject(expected);
  });
});

describe('a step that is proposed anew', () => {
  const report = unread.replace('# About take', '# IndexError: index 9 is out of bounds for axis 0 with size 3');
  const steps = (text: string, quote: string, kind = 'data'): string =>
    JSON.stringify({ steps: [{ kind, text, quote }] });

  async function waiting(...answers: readonly string[]) {
    const models = createScriptedModels(...answers);
    const bench = await createBench({
      ...{ report, parser, answer, models },
      options: { autonomy: 'guide', ...(answers.length > 0 ? { model } : {}) },
    });
    const driven = bench.drive().catch(() => undefined);
    const state = await bench.session.until(({ requests }) => requests.length > 0, bench.abort.signal);
    const step = state.plan?.steps.find(({ kind }) => kind === 'data');
    if (!step) throw new Error('The plan has no step of data');
    const again = (change: Partial<typeof step> = {}) =>
      regenerateStep({
        session: bench.session,
        ports: bench.ports,
        progress: { signal: bench.abort.signal, report: () => undefined },
        step: { ...step, ...change },
      });
    const end = async (): Promise<void> => {
      bench.abort.abort();
      await driven;
    };
    return { models, again, step, end, session: bench.session };
  }

  it('is the model’s, in its place, with the words that it rests on', async () => {
    const { again, step, models, end, session } = await waiting(steps('Three numbers in a row.', 'np.arange(3)'));
    const other = await again({ comment: 'smaller, please' });
    expect(other).toMatchObject({ id: step.id, kind: 'data', author: 'model', text: 'Three numbers in a row.' });
    expect(other?.comment).toBe('smaller, please');
    expect(other?.cites).toHaveLength(1);
    expect(promptOf(models.requests[0])).toContain('smaller, please');
    expect(session.state().modelCalls?.map(({ strategy }) => strategy)).toEqual(['step']);
    await end();
  });

  it.each([
    ['rests on nothing', steps('Draw a hundred.', 'words of nowhere')],
    ['is of another kind', steps('Run it.', 'np.arange(3)', 'trigger')],
    ['is no plan', 'no'],
  ])('is that of the report’s facts where the model’s %s', async (_name, text) => {
    const { again, step, end } = await waiting(text);
    expect(await again({ text: 'Changed by hand.' })).toMatchObject({ text: step.text, author: 'reprise' });
    expect(await again()).toBeNull();
    await end();
  });

  it('needs no model', async () => {
    const { again, step, models, end } = await waiting();
    expect(await again({ text: 'Changed by hand.' })).toMatchObject({ id: step.id, text: step.text });
    expect(models.requests).toEqual([]);
    await end();
  });
});

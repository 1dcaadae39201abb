import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { startUserAttempt } from '../../../../src/core/pipeline/user-attempt';
import type { NameIssue } from '../../../../src/core/ports/name-checker';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import type { RunRequest } from '../../../../src/core/ports/script-runner';
import type { ExecutionResult } from '../../../../src/protocol/execution';
import type { ModelChoice } from '../../../../src/protocol/model';
import { createTestParser } from '../../../helpers/create-test-parser';
import { createBench, type BenchOptions } from '../../../helpers/pipeline';
import { ended, raised } from '../../../helpers/recorded-results';
import { createScriptedModels, promptOf, type ScriptedModels } from '../../../helpers/scripted-models';

let parser: PythonParser;
let report: string;
beforeAll(async () => {
  parser = await createTestParser();
  report = await readFile('examples/numpy-shapes/report.md', 'utf8');
});

const matmul =
  'matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size 16 is different from 3)';

/** The report's code shows nothing until a script has what the model puts in. */
function runOf({ script, mode }: RunRequest): ExecutionResult {
  if (!script.includes('lacking = 1')) return ended('0 1.09\n', mode);
  const frames = [
    { line: 35, code: 'g = out.backward((p - y) / len(x))', op: 'CALL' },
    { line: 16, function: 'backward', code: 'return grad @ self.W', op: 'BINARY_OP' },
  ];
  return raised({ type: 'ValueError', message: matmul, frames }, mode);
}

const model: ModelChoice = { baseUrl: 'http://127.0.0.1:9/v1', name: 'small', maxCalls: 12 };
const steps = [
  { kind: 'data', text: 'Draw 32 rows.', quote: 'rng = np.random.default_rng(0)' },
  { kind: 'trigger', text: 'Go backward once.', quote: 'the first call of `backward` stops' },
  { kind: 'model', text: 'Nothing says so.', quote: 'words that stand nowhere in the report' },
];
const plan = JSON.stringify({ steps });
const good = JSON.stringify({
  thought: 'It lacked a line.',
  edits: [{ anchor: '    print(step, loss)', replacement: 'lacking = 1', place: 'after' }],
  script: '',
});
const written = (script: string): string => JSON.stringify({ thought: 'x', edits: [], script });

function bench(models: ScriptedModels, change: Partial<BenchOptions> = {}, choice: Partial<ModelChoice> = {}) {
  const options = { model: { ...model, ...choice }, ...change.options };
  return createBench({ report, parser, answer: runOf, models, ...change, options });
}

describe('a model', () => {
  it('gains a case that the edit actions leave open, with a plan of its own first', async () => {
    const models = createScriptedModels(plan, good);
    const { drive } = await bench(models);
    const state = await drive();
    expect(state.conclusion).toMatchObject({ outcome: 'reproduced' });
    expect(state.calls).toBe(2);
    expect(state.modelCalls?.map(({ purpose, failure, strategy }) => [purpose, failure, strategy])).toEqual([
      ['plan', null, 'plan'],
      ['refine', null, 'asIs'],
    ]);
    const attempt = state.attempts.find(({ author }) => author === 'model');
    expect(attempt).toMatchObject({ edit: { kind: 'model', model: 'small', callId: state.modelCalls?.[1]?.id } });
    expect(state.conclusion?.attemptId).toBe(attempt?.id);
    // Steps whose quote stands nowhere are left out; the others lead to their words.
    const byModel = state.plan?.steps.filter(({ author }) => author === 'model') ?? [];
    expect(byModel.map(({ text }) => text)).toEqual(['Draw 32 rows.', 'Go backward once.']);
    const [cite] = byModel[1]?.cites ?? [];
    expect(cite?.kind === 'report' && report.slice(cite.span.start, cite.span.end)).toBe(steps[1]?.quote);
  });

  it('keeps prompts and answers by the digest that its calls name', async () => {
    const models = createScriptedModels(plan, good);
    const { drive, store } = await bench(models);
    const { modelCalls = [] } = await drive();
    const kept = await Promise.all(modelCalls.map(({ text }) => store.readScript('reproduction', text)));
    expect(kept[1]?.text).toContain(promptOf(models.requests[1]).slice(0, 200));
    expect(kept[1]?.text).toContain('It lacked a line.');
  });

  it('is not asked where none is configured: nothing is different but that', async () => {
    const models = createScriptedModels(good);
    const withPort = await createBench({ report, parser, answer: runOf, models });
    const withoutPort = await createBench({ report, parser, answer: runOf });
    const outcomes = [await withPort.drive(), await withoutPort.drive()];
    expect(models.requests).toEqual([]);
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0]?.conclusion?.outcome).toBe('notReproduced');
  });

  it('is not asked where the edit actions do', async () => {
    const models = createScriptedModels(good);
    const answer = (request: RunRequest): ExecutionResult => runOf({ ...request, script: 'lacking = 1' });
    const { drive } = await bench(models, { answer });
    expect((await drive()).conclusion?.outcome).toBe('reproduced');
    expect(models.requests).toEqual([]);
  });

  it.each(['unreachable', 'keyRefused', 'serverError', 'rateLimited', 'notAnEndpoint'] as const)(
    'that fails as %s is told once, and costs nothing of what was found without it',
    async (failure) => {
      const models = createScriptedModels({ failure });
      const { drive } = await bench(models);
      const state = await drive();
      expect(models.requests).toHaveLength(1);
      expect(state.conclusion?.outcome).toBe('notReproduced');
      expect(state.notices.filter(({ level }) => level === 'warning').map(({ text }) => text)).toContain(
        `It failed: ${failure}.`,
      );
      expect(state.attempts.every(({ phase }) => phase.kind === 'finished')).toBe(true);
    },
  );

  it.each([
    ['prose', 'I would suggest to look at the shapes.'],
    ['nothing', ''],
    ['an empty script', written('')],
    ['the script as it is', JSON.stringify({ edits: [], script: '', thought: '' })],
    [
      'anchors that are nowhere',
      JSON.stringify({ edits: [{ anchor: 'nowhere()', replacement: 'x', place: 'replace' }] }),
    ],
    ['a script of something else', written('import json\njson.loads("[")\n')],
    ['the same script each time', written('import numpy as np\nnp.ones(3) @ np.ones((4, 5))\nW = 1\nbackward = 2\n')],
  ])('that gives %s ends by itself, under its cap', async (_name, text) => {
    const models = createScriptedModels(plan, text);
    const { drive } = await bench(models);
    const state = await drive();
    expect(state.conclusion?.outcome).toBe('notReproduced');
    expect(state.calls).toBe(models.requests.length);
    expect(state.calls).toBeLessThanOrEqual(12);
    expect(state.attempts.every(({ phase }) => phase.kind === 'finished')).toBe(true);
  });

  it('that goes in circles is asked in other ways, and then no more', async () => {
    const circle = written('import numpy as np\nW = np.ones((2, 3))\ndef backward():\n    pass\n');
    const models = createScriptedModels(plan, circle);
    const { drive } = await bench(models);
    const { modelCalls = [] } = await drive();
    expect(modelCalls.map(({ strategy }) => strategy)).toEqual(['plan', 'asIs', 'technical', 'anew', 'bare']);
    expect(promptOf(models.requests[3])).not.toContain('The script as it is now');
    expect(promptOf(models.requests[3])).toContain('Hand-written dense layer');
    // The report's code stands in every question that is about a script.
    for (const request of models.requests.slice(1)) expect(promptOf(request)).toContain('return grad @ self.W');
  });

  it('is told what its last script showed, with all that was tried before', async () => {
    const first = written(
      'import numpy as np\nW = np.ones((2, 3))\ndef backward():\n    pass\nprint("backward one")\n',
    );
    const models = createScriptedModels(plan, first, good);
    const answer = (request: RunRequest): ExecutionResult => {
      if (!request.script.includes('backward one')) return runOf(request);
      const frames = [{ line: 2, code: 'W = np.ones((2, 3))', op: 'CALL' }];
      return raised({ type: 'MemoryError', message: 'first of all', frames }, request.mode);
    };
    const { drive } = await bench(models, { answer });
    await drive();
    const prompt = promptOf(models.requests[2]);
    expect(prompt).toContain('MemoryError: first of all');
    expect(prompt).toContain('W = np.ones((2, 3))');
  });

  it('has a script corrected that names what is not there, before it runs', async () => {
    const models = createScriptedModels(plan, good.replace('lacking = 1', 'np.liner(1)'), written(''), good);
    const issue: NameIssue = { kind: 'missingAttribute', line: 39, name: 'liner', of: 'np', near: ['linspace'] };
    const names = {
      check: async ({ text }: { readonly text: string }) => ({
        kind: 'checked' as const,
        issues: text.includes('np.liner')
          ? [{ ...issue, line: text.split('\n').findIndex((l) => l.includes('np.liner')) + 1 }]
          : [],
        durationMs: 1,
        warm: true,
      }),
    };
    const { drive, runner } = await bench(models, { names });
    const state = await drive();
    expect(promptOf(models.requests[2])).toMatch(/Line \d+: np has no liner\. There is: linspace\./);
    expect(models.requests[2]?.purpose).toBe('repair');
    expect(runner.requests().some(({ script }) => script.includes('np.liner'))).toBe(false);
    expect(state.attempts.find(({ author }) => author === 'model')?.phase).toMatchObject({ kind: 'finished' });
    expect(state.conclusion?.outcome).toBe('reproduced');
  });

  it('stops at its caps of calls and of tokens', async () => {
    for (const choice of [
      { maxCalls: 1 },
      { maxSeconds: 0.5 },
      { maxTokens: 100 },
      { maxCost: 0.000_001, price: { input: 1, output: 1 } },
      { maxCost: 5 },
    ]) {
      const models = createScriptedModels(plan, good);
      const { drive } = await bench(models, {}, choice);
      const state = await drive();
      expect(models.requests.length).toBe('maxCalls' in choice ? 1 : 0);
      expect(state.conclusion?.outcome).toBe('notReproduced');
    }
  });

  it('counts money where a price is known', async () => {
    const { drive } = await bench(createScriptedModels(plan, good), {}, { maxCost: 5, price: { input: 1, output: 2 } });
    const { modelCalls = [] } = await drive();
    expect(modelCalls.map(({ cost }) => cost)).toEqual([0.000_14, 0.000_14]);
  });

  it('in guide mode has its plan and its script accepted by a person before anything of it runs', async () => {
    const models = createScriptedModels(plan, good);
    const { driveAnswering, runner } = await bench(models, { options: { model, autonomy: 'guide' } });
    const asked: string[] = [];
    const state = await driveAnswering(({ scope }) => {
      const ran = runner.requests().some(({ script }) => script.includes('lacking = 1'));
      asked.push(scope.kind);
      if (scope.kind === 'script') expect(ran).toBe(false);
      return 'approved';
    });
    expect(asked).toEqual(['plan', 'plan', 'script']);
    expect(state.conclusion?.outcome).toBe('reproduced');
  });

  it('is asked nothing that a person did not see and let go', async () => {
    const models = createScriptedModels(plan, good);
    const { driveAnswering, store, session } = await bench(models, {}, { preview: true });
    const shown: string[] = [];
    const state = await driveAnswering(({ scope, question }) => {
      expect(scope).toMatchObject({ kind: 'prompt', model: 'small', address: model.baseUrl });
      expect(question).toContain('small');
      if (scope.kind === 'prompt') shown.push(scope.text);
      // Nothing is sent before the answer.
      expect(models.requests).toHaveLength(shown.length - 1);
      return 'approved';
    });
    expect(state.conclusion?.outcome).toBe('reproduced');
    const texts = await Promise.all(shown.map((digest) => store.readScript(session.state().id, digest)));
    models.requests.forEach((request, at) => {
      for (const { content } of request.messages) {
        expect(texts[at]?.text).toContain(content.split(request.boundary).join('BOUNDARY'));
      }
    });
    expect(shown).toHaveLength(2);
  });

  it('is not asked, and asked no more, where a person does not let a question go', async () => {
    const models = createScriptedModels(plan, good);
    const { driveAnswering } = await bench(models, {}, { preview: true });
    const state = await driveAnswering(() => 'refused');
    expect(models.requests).toEqual([]);
    expect(state.modelCalls?.map(({ failure, requests }) => [failure, requests])).toEqual([['notAllowed', 0]]);
    expect(state.conclusion?.outcome).toBe('notReproduced');
    expect(state.notices.map(({ text }) => text)).toContain(
      'The question to small was not sent, since it was not allowed.',
    );
  });

  it.each([
    ['guide', 'https://models.example/v1', undefined, true],
    ['guide', model.baseUrl, undefined, false],
    ['auto', 'https://models.example/v1', undefined, false],
    ['guide', 'https://models.example/v1', false, false],
    ['auto', model.baseUrl, true, true],
  ] as const)(
    'in %s mode at %s, with the preview set to %s: is shown first: %s',
    async (autonomy, baseUrl, preview, isShown) => {
      const choice = { ...model, baseUrl, ...(preview === undefined ? {} : { preview }) };
      const { driveAnswering } = await bench(createScriptedModels(plan, good), {
        options: { model: choice, autonomy },
      });
      const asked: string[] = [];
      await driveAnswering(({ scope }) => {
        asked.push(scope.kind);
        return 'approved';
      });
      expect(asked.includes('prompt')).toBe(isShown);
    },
  );

  it('is not asked about a question twice after a restart', async () => {
    const models = createScriptedModels(plan, good);
    const first = await bench(models, {}, { preview: true });
    await first.driveAnswering(() => 'approved');
    const all = first.session.envelopes();
    const places = all.flatMap(({ event }, at) =>
      (event.type === 'approval/requested' && event.request.scope.kind === 'prompt') ||
      (event.type === 'approval/answered' && event.approval.scope.kind === 'prompt')
        ? [at]
        : [],
    );
    expect(places).toHaveLength(4);
    for (const [turn, at] of places.entries()) {
      const again = createScriptedModels(...(turn < 2 ? [plan, good] : [good]));
      const { driveAnswering } = await bench(again, {
        earlier: { envelopes: all.slice(0, at + 1), store: first.store },
      });
      let asked = 0;
      const state = await driveAnswering(({ scope }) => {
        if (scope.kind === 'prompt') asked += 1;
        return 'approved';
      });
      expect(state.conclusion?.outcome).toBe('reproduced');
      // What was asked and not answered still waits; what was answered is sent.
      expect(asked).toBe([2, 1, 1, 0][turn]);
    }
  });

  it('whose script is refused is dropped', async () => {
    const { driveAnswering, runner } = await bench(createScriptedModels(plan, good), {
      options: { model, autonomy: 'guide' },
    });
    const state = await driveAnswering(({ scope }) => (scope.kind === 'script' ? 'refused' : 'approved'));
    expect(runner.requests().some(({ script }) => script.includes('lacking = 1'))).toBe(false);
    expect(state.conclusion?.outcome).toBe('notReproduced');
  });

  it('has its change laid over what the user wrote while it was thinking', async () => {
    let write: () => Promise<void> = async () => undefined;
    const models = createScriptedModels(plan, good);
    const slow: ScriptedModels = {
      ...models,
      open: async (choice) => {
        const opened = await models.open(choice);
        return {
          ask: async (request, progress) => {
            if (request.purpose === 'refine') await write();
            return opened.ask(request, progress);
          },
        };
      },
    };
    const { drive, session, store, ports } = await bench(slow);
    write = async () => {
      const state = session.state();
      const parent = state.attempts.at(-1);
      if (!parent) throw new Error('No attempt yet');
      const parentScript = await store.readScript(state.id, parent.scriptDigest);
      const text = parentScript.text.replace('import numpy as np\n', 'import numpy as np  # mine\n');
      const { script, event } = startUserAttempt({ state, parentId: parent.id, parentScript, text, ports });
      await store.writeScript(state.id, script);
      await session.emit(event);
    };
    const state = await drive();
    const byUser = state.attempts.find(({ author }) => author === 'user');
    const byModel = state.attempts.find(({ author }) => author === 'model');
    expect(byModel?.parentId).toBe(byUser?.id);
    const { text } = await store.readScript('reproduction', byModel?.scriptDigest ?? '');
    expect(text).toContain('# mine');
    expect(text).toContain('lacking = 1');
  });

  it('writes the script where the report has no code', async () => {
    const words = `# Backward fails\n\nThe backward of my dense layer stops with\n\n\`\`\`\nValueError: ${matmul}\n\`\`\`\n`;
    const models = createScriptedModels(
      plan,
      written('import numpy as np\nlacking = 1\nnp.ones((2, 3)) @ np.ones((16, 3))\n'),
    );
    const without = await (await createBench({ report: words, parser, answer: runOf })).drive();
    expect(without.conclusion?.missing).toMatchObject([{ kind: 'code' }]);
    const { drive, runner } = await bench(models, { report: words });
    const state = await drive();
    expect(state.attempts[0]).toMatchObject({ author: 'model', parentId: null });
    expect(runner.requests().length).toBeGreaterThan(0);
  });

  it('goes on where a restart of the program found it, without asking again', async () => {
    const models = createScriptedModels(plan, good);
    const first = await bench(models);
    await first.drive();
    const all = first.session.envelopes();
    for (const type of ['model/called', 'plan/edited', 'attempt/started'] as const) {
      const at = all.map(({ event }) => event.type).lastIndexOf(type);
      const again = createScriptedModels(good);
      const { drive } = await bench(again, { earlier: { envelopes: all.slice(0, at + 1), store: first.store } });
      const state = await drive();
      expect(state.conclusion?.outcome, type).toBe('reproduced');
      expect(again.requests.length, type).toBe(type === 'attempt/started' ? 0 : 1);
    }
  });

  it.each([
    [['plan'], ['asIs']],
    [['refine'], ['plan', 'asIs', 'technical']],
    [['context'], ['plan', 'asIs', 'technical', 'anew', 'bare']],
    [['editActions'], ['plan', 'asIs', 'technical', 'anew', 'bare']],
    [['validation'], ['plan', 'asIs', 'technical', 'anew', 'bare']],
  ] as const)('without %s is asked %s', async (without, strategies) => {
    const circle = written('import numpy as np\nW = np.ones((2, 3))\ndef backward():\n    pass\n');
    const models = createScriptedModels(without[0] === 'plan' ? good : plan, without[0] === 'plan' ? good : circle);
    const { drive } = await bench(models, {}, { without: [...without] });
    const { modelCalls = [] } = await drive();
    expect(modelCalls.map(({ strategy }) => strategy)).toEqual(strategies);
  });
});

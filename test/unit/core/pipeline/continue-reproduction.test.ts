import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventsToRunAttempt, startUserAttempt } from '../../../../src/core/pipeline/user-attempt';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import type { RunRequest } from '../../../../src/core/ports/script-runner';
import { digestOf } from '../../../../src/node/system/digest';
import type { ExecutionResult } from '../../../../src/protocol/execution';
import type { ReproductionEvent } from '../../../../src/protocol/reproduction/events';
import type { Symptom } from '../../../../src/protocol/symptom';
import { createTestParser } from '../../../helpers/create-test-parser';
import { createBench, usualIndex, type BenchOptions } from '../../../helpers/pipeline';
import { ended, raised } from '../../../helpers/recorded-results';

let parser: PythonParser;
let shapes: string;
let missingImport: string;
beforeAll(async () => {
  parser = await createTestParser();
  shapes = await readFile('examples/numpy-shapes/report.md', 'utf8');
  missingImport = await readFile('examples/missing-import/report.md', 'utf8');
});

const matmul =
  'matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size 16 is different from 3)';
const mix = "Classification metrics can't handle a mix of binary and continuous-multioutput targets";
const sklearn = {
  name: 'scikit-learn',
  version: '1.4.2',
  file: '/environments/listed/lib/python3.11/site-packages/sklearn/metrics/_classification.py',
};

/** What NumPy really does with the example's script. */
function shapesRun({ mode }: RunRequest): ExecutionResult {
  const frames = [
    { line: 35, code: 'g = out.backward((p - y) / len(x))', op: 'CALL' },
    { line: 16, function: 'backward', code: 'return grad @ self.W', op: 'BINARY_OP' },
  ];
  return raised({ type: 'ValueError', message: matmul, frames }, mode);
}

/** What scikit-learn really does with the example's script, without and with its import. */
function missingImportRun({ script, mode }: RunRequest): ExecutionResult {
  if (!script.includes('import numpy as np')) {
    const frames = [{ line: 4, code: 'logits = np.array([', op: 'LOAD_NAME' }];
    return raised({ type: 'NameError', message: "name 'np' is not defined", frames }, mode);
  }
  const frames = [
    { line: 12, code: 'cm = confusion_matrix(truth, probs)', op: 'CALL' },
    {
      line: 319,
      function: 'confusion_matrix',
      code: 'y_type, y_true, y_pred = _check_targets(y_true, y_pred)',
      op: 'CALL',
      distribution: sklearn,
    },
    { line: 94, function: '_check_targets', code: 'raise ValueError(', op: 'RAISE_VARARGS', distribution: sklearn },
  ];
  return raised({ type: 'ValueError', message: mix, frames }, mode);
}

const withScipy = { ...usualIndex, scipy: { version: '1.11.4', module: 'scipy' } };

/** The same in an environment that lacks a module until its distribution is there. */
function lacking(module: string, distribution: string): (request: RunRequest) => ExecutionResult {
  return (request) => {
    if (request.environment.packages.some(({ name }) => name === distribution)) return shapesRun(request);
    const frames = [{ line: 1, code: 'import numpy as np', op: 'IMPORT_NAME' }];
    return raised({ type: 'ModuleNotFoundError', message: `No module named '${module}'`, frames }, request.mode);
  };
}

function bench(options: Partial<BenchOptions>) {
  return createBench({ report: shapes, parser, answer: shapesRun, ...options });
}

describe('continueReproduction', () => {
  it('goes from the report to a verdict and a reproducer by itself in auto mode', async () => {
    const { drive, session, runner, store } = await bench({});
    const state = await drive();
    expect(session.envelopes().map(({ event }) => event.type)).toEqual([
      'reproduction/created',
      'reproduction/phaseEntered',
      'report/read',
      'reproduction/phaseEntered',
      'context/gathered',
      'reproduction/phaseEntered',
      'plan/proposed',
      'attempt/started',
      'reproduction/phaseEntered',
      'approval/answered',
      'plan/accepted',
      'reproduction/phaseEntered',
      'environment/resolved',
      'environment/preparationStarted',
      'environment/ready',
      'reproduction/phaseEntered',
      'execution/started',
      'attempt/phaseEntered',
      'execution/finished',
      'attempt/phaseEntered',
      'execution/started',
      'attempt/phaseEntered',
      'execution/finished',
      'attempt/phaseEntered',
      'verdict/reached',
      'attempt/phaseEntered',
      'reproducer/written',
      'reproduction/concluded',
    ]);
    expect(state.conclusion).toMatchObject({ outcome: 'reproduced', attemptId: 'attempt-1', missing: [] });
    expect(state.calls).toBe(0);
    expect(runner.requests().map(({ mode, limits, sandbox }) => [mode, limits.seconds, sandbox])).toEqual([
      ['recorded', 600, 'require'],
      ['plain', 600, 'require'],
    ]);
    const files = await store.readReproducer('reproduction', state.reproducer?.folder ?? '');
    expect(files.find(({ path }) => path === 'reproducer.py')?.text).toBe(runner.requests()[1]?.script);
  });

  it('repairs what stops the code first, and nothing else', async () => {
    const { drive, environments } = await bench({ report: missingImport, answer: missingImportRun });
    const state = await drive();
    expect(state.conclusion).toMatchObject({ outcome: 'reproduced', attemptId: 'attempt-2' });
    expect(state.attempts.map(({ edit, author, parentId }) => [edit.kind, author, parentId])).toEqual([
      ['asReported', 'report', null],
      ['editAction', 'reprise', 'attempt-1'],
    ]);
    expect(environments.requests()[0]?.packages.map(({ name, specifier }) => name + specifier)).toEqual([
      'scikit-learn==1.4.2',
      'numpy==1.26.4',
    ]);
    expect(state.executions.map(({ purpose, mode }) => [purpose, mode])).toEqual([
      ['search', 'recorded'],
      ['search', 'recorded'],
      ['confirm', 'plain'],
    ]);
  });

  /** Runs of each kind, as a table of what they are made of. */
  const scenarios: Readonly<Record<string, () => Partial<BenchOptions>>> = {
    'the code as it is': () => ({}),
    'a missing import': () => ({ report: missingImport, answer: missingImportRun }),
    'a package that a run did not find': () => ({ answer: lacking('scipy', 'scipy'), index: withScipy }),
    'guide mode with a heavy package': () => ({
      options: { autonomy: 'guide' },
      index: { numpy: { ...usualIndex.numpy, heavyBytes: 5_300_000_000 } },
    }),
  };

  it.each(Object.keys(scenarios))(
    'ends the same after a kill behind any event: %s',
    async (scenario) => {
      const options = scenarios[scenario]?.() ?? {};
      const whole = await bench(options);
      const end = await whole.driveAnswering(() => 'approved');
      expect(end.conclusion?.outcome).toBe('reproduced');
      const envelopes = whole.session.envelopes();
      for (let kept = 1; kept <= envelopes.length; kept += 1) {
        const earlier = { envelopes: envelopes.slice(0, kept), store: whole.store };
        const resumed = await bench({ ...options, earlier });
        const state = await resumed.driveAnswering(() => 'approved');
        const summary = [kept, state.conclusion?.outcome, state.attempts.length, state.reproducer?.files];
        expect(summary).toEqual([kept, 'reproduced', end.attempts.length, end.reproducer?.files]);
        expect(state.conclusion?.attemptId).toBe(end.conclusion?.attemptId);
        expect(state.executions.every(({ result }) => result !== null)).toBe(true);
        expect(state.requests).toEqual([]);
      }
    },
    120_000,
  );

  it('records a run that a kill cut off as lost, and runs it again', async () => {
    const whole = await bench({});
    await whole.drive();
    const envelopes = whole.session.envelopes();
    const started = envelopes.findIndex(({ event }) => event.type === 'execution/started');
    const earlier = { envelopes: envelopes.slice(0, started + 2), store: whole.store };
    const { drive } = await bench({ earlier });
    const state = await drive();
    expect(state.executions.map(({ purpose, result }) => [purpose, result?.end.kind])).toEqual([
      ['search', 'lost'],
      ['search', 'exited'],
      ['confirm', 'exited'],
    ]);
  });

  it.each(['search', 'confirm'])('makes a run again that the system took away: %s', async (purpose) => {
    let left = 1;
    const answer = (request: RunRequest): ExecutionResult => {
      const isIt = (request.mode === 'plain') === (purpose === 'confirm');
      if (!isIt || left-- <= 0) return shapesRun(request);
      return { ...ended('', request.mode), record: null, end: { kind: 'signalled', signal: 'SIGKILL' } };
    };
    const { drive } = await bench({ answer });
    const state = await drive();
    expect(state.conclusion?.outcome).toBe('reproduced');
    expect(state.executions.filter((one) => one.purpose === purpose).map(({ result }) => result?.end.kind)).toEqual([
      'signalled',
      'exited',
    ]);
  });

  it('takes a script that is killed each time for one that shows something else', async () => {
    const { drive } = await bench({
      answer: ({ mode }) => ({ ...ended('', mode), record: null, end: { kind: 'signalled', signal: 'SIGKILL' } }),
    });
    const { conclusion, executions, attempts } = await drive();
    expect(conclusion?.outcome).not.toBe('reproduced');
    const first = executions.filter(({ attemptId, purpose }) => attemptId === attempts[0]?.id && purpose === 'search');
    expect(first.map(({ result }) => result?.end.kind)).toEqual(['signalled', 'signalled']);
  });

  it('stops at the plan in guide mode, with the script to look at, and goes on when it is accepted', async () => {
    const { driveAnswering, session, runner } = await bench({ options: { autonomy: 'guide' } });
    const seen: unknown[] = [];
    const state = await driveAnswering((request) => {
      const { phase, attempts, executions, environment } = session.state();
      seen.push([request.scope.kind, phase, attempts.length, executions.length, environment.resolution]);
      expect(request.scope).toMatchObject({ scriptDigest: attempts[0]?.scriptDigest });
      return 'approved';
    });
    expect(seen).toEqual([['plan', 'awaitingPlan', 1, 0, null]]);
    expect(state.planAccepted).toBe(true);
    expect(state.conclusion?.outcome).toBe('reproduced');
    expect(runner.requests()).toHaveLength(2);
  });

  it("runs the shown script on the user's own word while the plan still waits", async () => {
    const { drive, session, ports, runner } = await bench({ options: { autonomy: 'guide' } });
    const driven = drive();
    const state = await session.until(({ requests }) => requests.length > 0, new AbortController().signal);
    const { id, scriptDigest } = state.attempts[0] ?? { id: '', scriptDigest: '' };
    const events = eventsToRunAttempt({ state, attemptId: id, scriptDigest, ports });
    expect(events.map(({ type }) => type)).toEqual(['approval/answered', 'attempt/phaseEntered']);
    for (const event of events) await session.emit(event);
    const end = await driven;
    expect(end.conclusion?.outcome).toBe('reproduced');
    expect(end.planAccepted).toBe(false);
    expect(runner.requests()).toHaveLength(2);
  });

  it('takes a name that the user allowed as allowed, heavy or unknown', async () => {
    const index = { numpy: { ...usualIndex.numpy, heavyBytes: 5_300_000_000 } };
    const { drive } = await bench({ index, options: { allowPackages: ['numpy'] } });
    const state = await drive();
    expect(state.conclusion?.outcome).toBe('reproduced');
    expect(state.approvals.map(({ scope }) => scope.kind)).toEqual(['plan']);
  });

  it('asks anew for a plan that was edited after it was shown', async () => {
    const { drive, session, ports } = await bench({ options: { autonomy: 'guide' } });
    const driven = drive();
    const shown = await session.until(({ phase }) => phase === 'awaitingPlan', new AbortController().signal);
    const plan = { ...shown.plan, revision: 2, digest: digestOf('edited'), steps: [] };
    await session.emit({ type: 'plan/edited', plan });
    const scope = {
      kind: 'plan',
      planDigest: digestOf('edited'),
      scriptDigest: shown.attempts[0]?.scriptDigest ?? null,
    } as const;
    const approval = {
      requestId: shown.requests[0]?.id ?? '',
      scope,
      digest: digestOf('x'),
      answer: 'approved',
      by: 'user',
      at: ports.clock.now(),
    } as const;
    await session.emit({ type: 'approval/answered', approval });
    expect((await driven).conclusion?.outcome).toBe('reproduced');
  });

  it.each([
    ['plan', { options: { autonomy: 'guide' } }, { kind: 'approval', name: 'plan' }, /plan/],
    [
      'packages',
      { index: { numpy: { ...usualIndex.numpy, heavyBytes: 5_300_000_000 } } },
      { kind: 'package', name: 'numpy' },
      /numpy.*5\.3 GB.*--allow-package numpy.*--environment/,
    ],
    [
      'weakerSandbox',
      { level: { level: 'limitsOnly', network: 'none', reason: 'Install the package `bubblewrap`.' } },
      { kind: 'sandbox' },
      /bubblewrap.*--sandbox off/,
    ],
  ] as const)(
    'concludes inconclusive with what is missing when %s is refused, and asks again later',
    async (kind, options, missing, text) => {
      const { driveAnswering, session, runner } = await bench(options as Partial<BenchOptions>);
      const state = await driveAnswering((request) => (request.scope.kind === kind ? 'refused' : 'approved'));
      expect(state.conclusion).toMatchObject({ outcome: 'inconclusive', missing: [missing] });
      expect(state.conclusion?.message).toMatch(text);
      expect(runner.requests()).toEqual([]);
      await session.emit({ type: 'reproduction/reopened', reason: 'again' });
      const again = await driveAnswering(() => 'approved');
      expect(again.conclusion?.outcome).toBe('reproduced');
    },
  );

  it('runs an unchanged bundled example with limits only, without a question', async () => {
    const level = { level: 'limitsOnly', network: 'none', reason: 'none here' } as const;
    const { drive, runner } = await bench({ level, options: { bundledExample: true } });
    const state = await drive();
    expect(state.conclusion?.outcome).toBe('reproduced');
    expect(runner.requests().map(({ allowWeakerSandbox }) => allowWeakerSandbox)).toEqual([true, true]);
  });

  it('adds a package that a run did not find, and asks about one that nobody knows', async () => {
    const known = await (await bench({ index: withScipy, answer: lacking('scipy', 'scipy') })).drive();
    expect(known.conclusion?.outcome).toBe('reproduced');
    expect(known.attempts.map(({ edit }) => edit.kind)).toEqual(['asReported', 'editAction']);
    expect(known.environment.ready?.lock).toBe('numpy==1.26.4\nscipy==1.11.4\n');

    const unknown = await bench({ answer: lacking('shapelib', 'shapelib') });
    const questions: string[] = [];
    const state = await unknown.driveAnswering(({ question }) => {
      questions.push(question);
      return 'refused';
    });
    expect(questions.at(-1)).toContain('Install shapelib?');
    expect(questions.at(-1)).toContain('The package index has nothing by the name shapelib.');
    expect(state.conclusion).toMatchObject({
      outcome: 'inconclusive',
      missing: [{ kind: 'package', name: 'shapelib' }],
    });
    expect(state.conclusion?.message).toContain('--allow-package shapelib');
  });

  it('names what a given environment lacks instead of changing it', async () => {
    const answer = ({ mode }: RunRequest) =>
      raised(
        {
          type: 'ModuleNotFoundError',
          message: "No module named 'numpy'",
          frames: [{ line: 1, code: 'import numpy as np', op: 'IMPORT_NAME' }],
        },
        mode,
      );
    const { drive, runner } = await bench({ answer, options: { environment: '/given' } });
    const { conclusion } = await drive();
    expect(conclusion?.outcome).toBe('inconclusive');
    expect(conclusion?.missing[0]).toMatchObject({ kind: 'package', name: 'numpy' });
    expect(runner.requests()).toHaveLength(1);
  });

  it('gives up on a module that is still missing after its package was installed', async () => {
    const frames = [{ line: 1, code: 'import numpy as np', op: 'IMPORT_NAME' }];
    const answer = ({ mode }: RunRequest) =>
      raised({ type: 'ModuleNotFoundError', message: "No module named 'numpy'", frames }, mode);
    const { drive, runner } = await bench({ answer });
    expect((await drive()).conclusion).toMatchObject({
      outcome: 'inconclusive',
      missing: [{ kind: 'package', name: 'numpy' }],
    });
    expect(runner.requests()).toHaveLength(2);
  });

  it('says not reproduced, with the nearest miss, when another error shows and nothing is left to try', async () => {
    const answer = ({ mode }: RunRequest) =>
      raised(
        {
          type: 'TypeError',
          message: 'unsupported operand',
          frames: [{ line: 35, code: 'g = out.backward((p - y) / len(x))', op: 'CALL' }],
        },
        mode,
      );
    const { drive } = await bench({ answer });
    const state = await drive();
    expect(state.conclusion?.outcome).toBe('notReproduced');
    expect(state.conclusion?.message).toContain('TypeError');
    expect(state.executions).toHaveLength(1);
    expect(state.reproducer).toBeNull();
  });

  it('never runs the same script twice in a search', async () => {
    const answer = ({ mode, script }: RunRequest) =>
      script.includes('import numpy as np') ? ended('fine', mode) : missingImportRun({ script, mode } as RunRequest);
    const { drive } = await bench({ report: missingImport, answer });
    const state = await drive();
    const digests = state.executions
      .filter(({ purpose }) => purpose === 'search')
      .map(({ scriptDigest }) => scriptDigest);
    expect(new Set(digests).size).toBe(digests.length);
    expect(digests).toHaveLength(2);
    expect(state.conclusion?.outcome).toBe('notReproduced');
    expect(state.conclusion?.message).toMatch(/The search ended because /);
  });

  it.each([
    ['code', { report: '# Crash\n\nIt fails with `ValueError: bad shape (3, 4)` when I call fit.\n' }, /snippet/],
    ['symptom', { report: '# Help\n\nHow do I do this?\n\n```python\nx = 1\n```\n' }, /symptom/],
    ['python', { noPython: true }, /Install Python/],
    ['network', { offline: true }, /network/],
    ['package', { index: { numpy: { version: '2.1.0', module: 'numpy' } } }, /numpy ==1\.26\.4/],
    [
      'time',
      { answer: () => ({ ...ended('', 'recorded'), end: { kind: 'timeLimit', seconds: 600 } }) },
      /600 s.*--time-limit/,
    ],
    [
      'other',
      {
        answer: () => ({
          ...ended('', 'recorded'),
          record: null,
          end: { kind: 'couldNotStart', reason: 'No memory.' },
        }),
      },
      /No memory/,
    ],
  ] as const)('is inconclusive and says what to do when this is missing: %s', async (kind, options, text) => {
    const { drive } = await bench(options as Partial<BenchOptions>);
    const { conclusion } = await drive();
    expect(conclusion?.outcome).toBe('inconclusive');
    expect(conclusion?.missing[0]?.kind).toBe(kind);
    expect(conclusion?.message).toMatch(text);
  });

  it('starts no execution while paused, and goes on afterwards', async () => {
    const { drive, session, runner } = await bench({});
    await session.emit({ type: 'reproduction/paused' });
    const paused = await drive();
    expect([paused.paused, paused.conclusion, runner.requests().length]).toEqual([true, null, 0]);
    await session.emit({ type: 'reproduction/resumed' });
    expect((await drive()).conclusion?.outcome).toBe('reproduced');
  });

  it('ends a run as stopped on abort, concludes nothing, and can be taken up again', async () => {
    const first = await bench({ answer: () => null });
    const driven = first.drive();
    await first.session.until(({ executions }) => executions.length > 0, first.abort.signal);
    first.abort.abort();
    await expect(driven).rejects.toMatchObject({ name: 'AbortError' });
    const stopped = first.session.state();
    expect([stopped.phase, stopped.conclusion, stopped.executions[0]?.result?.end.kind]).toEqual([
      'attempting',
      null,
      'stopped',
    ]);
    const earlier = { envelopes: first.session.envelopes(), store: first.store };
    const second = await bench({ earlier });
    expect((await second.drive()).conclusion?.outcome).toBe('reproduced');
  });

  it("runs the user's edit before the attempt whose run was stopped for it", async () => {
    const first = await bench({ answer: () => null });
    const driven = first.drive();
    await first.session.until(({ executions }) => executions.length > 0, first.abort.signal);
    first.abort.abort();
    await expect(driven).rejects.toMatchObject({ name: 'AbortError' });
    const second = await bench({ earlier: { envelopes: first.session.envelopes(), store: first.store } });
    const { session, store, ports, runner } = second;
    const parent = session.state().attempts[0];
    const parentScript = await store.readScript('reproduction', parent?.scriptDigest ?? '');
    const text = `${parentScript.text}# mine\n`;
    const kept = startUserAttempt({ state: session.state(), parentId: parent?.id ?? '', parentScript, text, ports });
    await store.writeScript('reproduction', kept.script);
    const { digest } = kept.script;
    await session.emit(kept.event);
    const word = { state: session.state(), attemptId: kept.attempt.id, scriptDigest: digest, ports };
    for (const event of eventsToRunAttempt(word)) await session.emit(event);
    const state = await second.drive();
    expect(runner.requests()[0]?.script).toBe(text);
    expect(state.attempts[1]?.verdict?.outcome).toBe('reproduced');
    expect(state.conclusion?.outcome).toBe('reproduced');
  });

  it("runs the user's edit on the user's word alone, and concludes anew", async () => {
    const answer = (request: RunRequest) =>
      request.script.includes('.T)') ? ended('1.0', request.mode) : shapesRun(request);
    const { drive, session, store, ports, runner } = await bench({ answer });
    await drive();
    const parent = session.state().attempts[0];
    const parentScript = await store.readScript('reproduction', parent?.scriptDigest ?? '');
    const text = parentScript.text.replace('return grad @ self.W', 'return grad @ (self.W.T)');
    const kept = startUserAttempt({ state: session.state(), parentId: parent?.id ?? '', parentScript, text, ports });
    await store.writeScript('reproduction', kept.script);
    await session.emit(kept.event);
    expect(kept.script.provenance.filter(({ origin }) => origin === 'ours')).toHaveLength(1);
    expect((await drive()).executions).toHaveLength(2);

    const run = eventsToRunAttempt({
      state: session.state(),
      attemptId: kept.attempt.id,
      scriptDigest: kept.script.digest,
      ports,
    });
    expect(run.map((event: ReproductionEvent) => event.type)).toEqual([
      'approval/answered',
      'reproduction/reopened',
      'attempt/phaseEntered',
    ]);
    for (const event of run) await session.emit(event);
    const state = await drive();
    expect(runner.requests().at(-1)?.script).toBe(text);
    expect(state.executions).toHaveLength(3);
    expect(state.attempts[1]?.verdict?.outcome).toBe('notReproduced');
    expect(state.conclusion).toMatchObject({ outcome: 'reproduced', attemptId: parent?.id });
    expect(state.conclusion?.message).toContain('ran last');
  });

  it('runs an attempt again when the user says so, and judges the new runs alone', async () => {
    const runs: string[] = [];
    const answer = (request: RunRequest) => {
      runs.push(request.mode);
      return runs.length > 2 ? ended('fine', request.mode) : shapesRun(request);
    };
    const { drive, session, ports } = await bench({ answer });
    const first = await drive();
    expect(first.conclusion?.outcome).toBe('reproduced');
    const { id, scriptDigest } = first.attempts[0] ?? { id: '', scriptDigest: '' };
    for (const event of eventsToRunAttempt({ state: first, attemptId: id, scriptDigest, ports }))
      await session.emit(event);
    const again = await drive();
    expect(runs).toEqual(['recorded', 'plain', 'recorded']);
    expect(again.conclusion?.outcome).toBe('notReproduced');
  });

  it('judges anew, without running anew, when the user edits the symptom', async () => {
    const { drive, session, runner } = await bench({});
    const first = await drive();
    const other = { ...first.symptoms[0], id: 'symptom-of-the-user', type: 'KeyError', author: 'user' } as Symptom;
    await session.emit({ type: 'symptom/edited', symptoms: [other] });
    await session.emit({ type: 'reproduction/reopened', reason: 'edited' });
    const again = await drive();
    expect(again.conclusion).toMatchObject({ outcome: 'notReproduced', attemptId: 'attempt-1' });
    expect(again.attempts[0]?.verdict?.symptomId).toBe('symptom-of-the-user');
    expect(runner.requests()).toHaveLength(2);
  });

  it('refuses to run an attempt whose script is another than was seen', async () => {
    const { drive, session, ports } = await bench({});
    await drive();
    const run = () =>
      eventsToRunAttempt({ state: session.state(), attemptId: 'attempt-1', scriptDigest: digestOf('other'), ports });
    expect(run).toThrow(expect.objectContaining({ code: 'conflict' }));
  });

  it('concludes as failed, with the fault named, when the core itself breaks', async () => {
    const { drive } = await bench({
      answer: () => {
        throw new Error('a bug of ours');
      },
    });
    const { conclusion } = await drive();
    expect(conclusion?.outcome).toBe('failed');
    expect(conclusion?.message).toContain('a bug of ours');
  });
});

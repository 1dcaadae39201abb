import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { resolveAhead } from '../../../../src/core/pipeline/steps/prepare-environment';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import type { ReproductionState } from '../../../../src/protocol/reproduction/state';
import { createTestParser } from '../../../helpers/create-test-parser';
import { createBench } from '../../../helpers/pipeline';
import { ended } from '../../../helpers/recorded-results';

let parser: PythonParser;
let report: string;
beforeAll(async () => {
  parser = await createTestParser();
  report = await readFile('examples/numpy-shapes/report.md', 'utf8');
});

/** A reproduction that waits for the plan, with an environment that was chosen for a look. */
async function lookedAt() {
  const bench = await createBench({
    report,
    parser,
    options: { autonomy: 'guide' },
    answer: ({ mode }) => ended('', mode),
  });
  const { session, ports, abort } = bench;
  const driven = bench.drive();
  await session.until((state) => state.requests.length > 0, abort.signal);
  const progress = { signal: abort.signal, report: () => undefined };
  const resolved = await resolveAhead({ session, ports, progress }, session.state().options);
  if (resolved.kind === 'failed') throw new Error(resolved.failure.message);
  await session.emit({ type: 'environment/resolved', resolution: resolved.resolution });
  const accept = async (): Promise<ReproductionState> => {
    const [request] = session.state().requests;
    if (!request) throw new Error('Nothing is asked.');
    const { id: requestId, scope, digest } = request;
    const at = ports.clock.now();
    await session.emit({
      type: 'approval/answered',
      approval: { requestId, scope, digest, answer: 'approved', by: 'user', at },
    });
    await session.until((state) => state.environment.ready !== null, abort.signal);
    const state = session.state();
    abort.abort();
    await driven.catch(() => undefined);
    return state;
  };
  return { ...bench, accept };
}

describe('an environment that was chosen ahead of the run', () => {
  it('is the one that is made', async () => {
    const { session, environments, accept } = await lookedAt();
    expect(session.state()).toMatchObject({ phase: 'awaitingPlan', environment: { ready: null } });
    const { environment } = await accept();
    expect(environment.resolution?.ahead).toBe(true);
    expect(environment.ready?.lock).toContain('numpy==1.26.4');
    expect(environments.requests()).toHaveLength(1);
  });

  it('is chosen anew where the script wants more by now, with what was left out still out', async () => {
    const { session, ports, environments, accept } = await lookedAt();
    const state = session.state();
    const [attempt] = state.attempts;
    const script = await ports.store.readScript(state.id, attempt?.scriptDigest ?? '');
    const text = `import sklearn\n${script.text}`;
    const changed = { ...script, text, digest: ports.digestOf(text) };
    await ports.store.writeScript(state.id, changed);
    await session.emit({
      type: 'attempt/started',
      attempt: {
        ...{ id: 'by-hand', number: 2, parentId: attempt?.id ?? null, author: 'user', verdict: null },
        ...{ edit: { kind: 'user', reason: 'By hand.' }, scriptDigest: changed.digest, startedAt: ports.clock.now() },
        phase: { kind: 'generating' },
      },
    });
    const { environment } = await accept();
    expect(environments.requests()).toHaveLength(2);
    expect(environment.resolution?.ahead).toBeUndefined();
    expect(environment.resolution?.rows.map(({ name }) => name)).toContain('scikit-learn');
  });
});

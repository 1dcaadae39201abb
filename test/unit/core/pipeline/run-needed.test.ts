import { readFile } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Capacity } from '../../../../src/core/execute/places-at-once';
import { continueReproduction } from '../../../../src/core/pipeline/continue-reproduction';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import type { RunRequest, ScriptRunner } from '../../../../src/core/ports/script-runner';
import type { ExecutionResult } from '../../../../src/protocol/execution';
import { createTestParser } from '../../../helpers/create-test-parser';
import { createBench } from '../../../helpers/pipeline';
import { raised } from '../../../helpers/recorded-results';

let parser: PythonParser;
let report: string;
beforeAll(async () => {
  parser = await createTestParser();
  report = await readFile('examples/numpy-shapes/report.md', 'utf8');
});

const MEBIBYTE = 1024 * 1024;
const message =
  'matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size 16 is different from 3)';

/** The example's failure, with a loss that its seed decides and the memory that it took. */
function answer({ mode }: RunRequest, loss: number): ExecutionResult {
  const frames = [
    { line: 35, code: 'g = out.backward((p - y) / len(x))', op: 'CALL' },
    { line: 16, function: 'backward', code: 'return grad @ self.W', op: 'BINARY_OP' },
  ];
  const result = raised({ type: 'ValueError', message, frames }, mode);
  if (result.record === null) return result;
  const metric = { type: 'metric', atMs: 1, name: 'loss', value: loss, step: 0, source: 'history' } as const;
  const lines = result.record.lines.map((line) =>
    line.type === 'finished' ? { ...line, peakHostBytes: 100 * MEBIBYTE } : line,
  );
  return { ...result, record: { ...result.record, lines: [...lines.slice(0, 1), metric, ...lines.slice(1)] } };
}

async function driveWith(capacity: Capacity | null, fail: (count: number) => boolean = () => false) {
  const bench = await createBench({ report, parser, answer: () => null, options: { repeats: 8 } });
  let [now, most, count] = [0, 0, 0];
  const runner: ScriptRunner = {
    describe: (rule) => bench.runner.describe(rule),
    run: async (request) => {
      const own = (count += 1);
      now += 1;
      most = Math.max(most, now);
      for (let wait = 0; wait < 5 + (own % 3); wait += 1) await turn();
      now -= 1;
      if (fail(own)) throw new Error('the disk is gone');
      return answer(request, own);
    },
  };
  const ports = { ...bench.ports, runner, ...(capacity === null ? {} : { readCapacity: async () => capacity }) };
  const progress = { signal: bench.abort.signal, report: () => undefined };
  await continueReproduction({ session: bench.session, ports, progress });
  return { state: bench.session.state(), most, left: now };
}

describe('repeats', () => {
  it('go on side by side where memory and processors allow, and all are counted', async () => {
    const { state, most } = await driveWith({ memoryBytes: 1024 * MEBIBYTE, processors: 8 });
    expect(most).toBe(3);
    expect(state.conclusion).toMatchObject({ outcome: 'reproduced' });
    expect(state.executions.map(({ purpose }) => purpose)).toEqual(['search', 'confirm', ...Array(6).fill('repeat')]);
    expect(state.executions.every(({ result }) => result?.end.kind === 'exited')).toBe(true);
    const { spread } = state.attempts[0]?.verdict ?? {};
    expect(spread).toMatchObject({ runs: 8, shown: 8 });
    // Values are the numbers of the recorded runs: the first, and the third to the eighth.
    expect(spread?.metrics.find(({ name }) => name === 'loss')).toEqual({
      name: 'loss',
      runs: 7,
      notFinite: 0,
      min: 1,
      median: 5,
      max: 8,
    });
  });

  it('go on one after the other where there is no room, or nobody tells', async () => {
    expect((await driveWith({ memoryBytes: 200 * MEBIBYTE, processors: 8 })).most).toBe(1);
    expect((await driveWith({ memoryBytes: 90_000 * MEBIBYTE, processors: 1 })).most).toBe(1);
    expect((await driveWith(null)).most).toBe(1);
  });

  it('leave none behind that still goes on when one of them fails', async () => {
    const { state, left } = await driveWith({ memoryBytes: 4096 * MEBIBYTE, processors: 4 }, (count) => count === 4);
    expect([state.conclusion?.outcome, left]).toEqual(['failed', 0]);
  });
});

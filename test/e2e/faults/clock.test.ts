import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInterpreters } from '../../helpers/interpreters';
import { createMachine, jsonLines, requireBuild, root, runReprise, type Machine } from '../cli/reprise';
import { unfinishedIn } from './left-behind';

const example = path.join(root, 'examples', 'numpy-shapes', 'report.md');
const isLong = process.env['REPRISE_SLOW'] === '1';
const hasPython = findInterpreters().some(({ version }) => ['3.9', '3.10', '3.11', '3.12'].includes(version));

interface Told {
  readonly seq: number;
  readonly type: string;
  readonly elapsedMs?: number;
  readonly event: { readonly result?: { readonly durationMs: number; readonly end: { readonly kind: string } } };
}

describe.skipIf(!hasPython)('a clock that jumps back and forth all the time (needs a Python from 3.9 to 3.12)', () => {
  let machine: Machine;

  beforeAll(async () => {
    requireBuild();
    machine = await createMachine();
  });
  afterAll(() => machine?.remove());

  // The second one alone in the long runs: it goes the same way, but for the installer.
  it.each(isLong ? ['while the environment is made', 'once it is there'] : ['while the environment is made'])(
    'changes no verdict, no limit and no duration: %s',
    async () => {
      await mkdir(machine.dataFolder, { recursive: true });
      const hook = path.join(import.meta.dirname, 'jump-clock.cjs');
      const environment = { NODE_OPTIONS: `--require ${JSON.stringify(hook)}` };
      const begun = performance.now();
      const { code, output, errors } = await runReprise(machine, ['reproduce', example, '--json'], { environment });
      const took = performance.now() - begun;
      expect([code, errors], output.slice(-3000)).toEqual([0, '']);
      const lines = jsonLines(output) as unknown as readonly Told[];
      expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
      const results = lines.flatMap(({ event }) => (event.result?.end === undefined ? [] : [event.result]));
      expect(results.length).toBeGreaterThan(1);
      expect([...new Set(results.map(({ end }) => end.kind))]).toEqual(['exited']);
      for (const ms of [...results.map(({ durationMs }) => durationMs), lines.at(-1)?.elapsedMs ?? -1]) {
        expect(ms).toBeGreaterThan(0);
        expect(ms).toBeLessThan(took);
      }
      expect(await unfinishedIn(machine.dataFolder)).toEqual([]);
    },
  );
});

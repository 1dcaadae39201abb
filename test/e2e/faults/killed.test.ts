import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInterpreters } from '../../helpers/interpreters';
import { partOf } from '../../helpers/part-of';
import { createMachine, jsonLines, requireBuild, root, runReprise, startReprise, type Machine } from '../cli/reprise';
import { createChance, seedOfTest } from './chance';
import { committedEvents, mountsBelow, processesNaming, unfinishedIn } from './left-behind';

const example = path.join(root, 'examples', 'numpy-shapes', 'report.md');
const hasPython = findInterpreters().some(({ version }) => ['3.9', '3.10', '3.11', '3.12'].includes(version));

/** How often the program is killed. */
const kills = process.env['REPRISE_SLOW'] === '1' ? partOf(300) : 3;
const seed = seedOfTest();

describe.skipIf(!hasPython || process.platform !== 'linux')(
  `the program killed at random moments (needs Linux and a Python from 3.9 to 3.12; seed ${seed})`,
  () => {
    let machine: Machine;
    let environment: Readonly<Record<string, string>>;
    /** Of an undisturbed reproduction with its environment made, in milliseconds. */
    let usual = 0;

    const reprise = (...args: string[]) => runReprise(machine, args, { environment });
    const idsNow = (): Promise<string[]> => readdir(path.join(machine.dataFolder, 'reproductions')).catch(() => []);
    const expectNothingLeft = async (): Promise<void> => {
      await expect.poll(() => processesNaming(machine.home), { timeout: 60_000 }).toEqual([]);
      expect(await mountsBelow(machine.home)).toEqual([]);
    };

    beforeAll(async () => {
      requireBuild();
      machine = await createMachine();
      environment = { TMPDIR: path.join(machine.home, 'tmp') };
      await mkdir(path.join(machine.home, 'tmp'));
    });
    afterAll(() => machine?.remove());

    /** Kills the program after a while, starts it again, and lets it go on to the verdict. */
    const killOnce = async (afterMs: number): Promise<void> => {
      const before = new Set(await idsNow());
      const running = startReprise(machine, ['reproduce', example, '--json'], { environment });
      const timer = setTimeout(() => running.process.kill('SIGKILL'), afterMs);
      const { output } = await running.ended;
      clearTimeout(timer);
      await expectNothingLeft();

      const told = jsonLines(output.slice(0, output.lastIndexOf('}\n') + 1)).map(({ seq }) => Number(seq));
      const [reproductionId] = (await idsNow()).filter((id) => !before.has(id));
      if (reproductionId === undefined) {
        expect(told).toEqual([]);
        return;
      }
      const committed = await committedEvents(machine.dataFolder, reproductionId).catch(() => []);
      expect(committed.map(({ seq }) => seq)).toEqual(committed.map((_, index) => index + 1));
      expect(committed.length).toBeGreaterThanOrEqual(Math.max(0, ...told));

      const history = jsonLines((await reprise('history', '--json')).output);
      const listed = (history as unknown as readonly { reproductions: readonly { id: string; damaged: unknown }[] }[])
        .flatMap(({ reproductions }) => reproductions)
        .find(({ id }) => id === reproductionId);
      if (committed.length === 0) return;
      expect(listed).toMatchObject({ id: reproductionId, damaged: null });
      const resumed = await reprise('resume', reproductionId, '--json');
      expect([resumed.code, resumed.errors]).toEqual([0, '']);
      const after = await committedEvents(machine.dataFolder, reproductionId);
      expect(after.slice(0, committed.length)).toEqual(committed);
      expect(after.map(({ seq }) => seq)).toEqual(after.map((_, index) => index + 1));
      expect(after.at(-1)?.line).toContain('"outcome":"reproduced"');
      await expectNothingLeft();
    };

    it('while nothing is made yet', () => killOnce(1_500));

    it('runs as ever after it', async () => {
      const begun = Date.now();
      expect((await reprise('reproduce', example, '--json')).code).toBe(0);
      usual = Date.now() - begun;
    });

    it(
      `${kills} times loses nothing that was committed, leaves nothing behind, and goes on to the verdict`,
      async () => {
        const chance = createChance(seed);
        for (let index = 0; index < kills; index += 1) await killOnce(chance() * usual);
        expect(await unfinishedIn(machine.dataFolder)).toEqual([]);
        expect(await readdir(path.join(machine.home, 'tmp'))).toEqual([]);
      },
      180_000 + kills * 60_000,
    );
  },
);

import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInterpreters } from '../../helpers/interpreters';
import { partOf } from '../../helpers/part-of';
import {
  createMachine,
  jsonLines,
  requireBuild,
  root,
  runReprise,
  startReprise,
  type Ended,
  type Machine,
} from '../cli/reprise';
import { createChance, seedOfTest } from './chance';
import { committedEvents, processesNaming } from './left-behind';
import { createSmallDisk, whyNoSmallDisk, type SmallDisk } from './small-disk';

const example = path.join(root, 'examples', 'numpy-shapes', 'report.md');
const hasPython = findInterpreters().some(({ version }) => ['3.9', '3.10', '3.11', '3.12'].includes(version));
const reason = whyNoSmallDisk();
const long = process.env['REPRISE_SLOW'] === '1' ? partOf(100) : 0;
const seed = seedOfTest();
const MEBIBYTES = 600;

describe.skipIf(!hasPython || reason !== null)(
  `a whole run on a disk that takes no more (needs a Python from 3.9 to 3.12${reason === null ? '' : `; ${reason}`}; seed ${seed})`,
  () => {
    let machine: Machine;
    let disk: SmallDisk;

    const start = (...args: readonly string[]) => startReprise(machine, [...args, '--json'], { wrapper: disk.wrapper });
    const reprise = (...args: readonly string[]): Promise<Ended> =>
      runReprise(machine, [...args, '--json'], { wrapper: disk.wrapper });
    const idsNow = (): Promise<string[]> => readdir(path.join(disk.outside, 'reproductions')).catch(() => []);
    /** Gives what frees it. */
    const leave = (bytes: number): (() => void) => {
      disk.change(`fallocate -l $(( $(df --output=avail -B1 "$0" | tail -1) / 4096 * 4096 - ${bytes} )) "$0/ballast"`);
      return () => disk.change('rm "$0/ballast"');
    };

    beforeAll(async () => {
      requireBuild();
      machine = await createMachine();
      await mkdir(machine.dataFolder);
      disk = await createSmallDisk(machine.dataFolder, MEBIBYTES);
    });
    afterAll(async () => {
      await disk?.remove();
      await machine?.remove();
    });

    /** Ended with an outcome or one sentence, and left no process; what it told is on the disk. */
    async function expectSaid({ code, output, errors }: Ended, before: readonly string[]): Promise<string | null> {
      const told = `${output.slice(-2000)}\n${errors}`;
      expect([0, 3], told).toContain(code);
      const lines = jsonLines(output);
      if (lines.at(-1)?.['type'] !== 'reproduction/concluded') expect(errors).toMatch(/^[A-Z][^\n]+\.\n$/);
      await expect.poll(() => processesNaming(machine.home), { timeout: 60_000 }).toEqual([]);
      const [reproductionId] = (await idsNow()).filter((id) => !before.includes(id));
      if (reproductionId === undefined) return null;
      const committed = await committedEvents(disk.outside, reproductionId).catch(() => []);
      expect(
        committed.map(({ seq }) => seq),
        told,
      ).toEqual(committed.map((_, index) => index + 1));
      expect(committed.length, told).toBeGreaterThanOrEqual(Math.max(0, ...lines.map(({ seq }) => Number(seq ?? 0))));
      return committed.length === 0 ? null : reproductionId;
    }

    /** Runs while something is wrong with the disk, then mends that and lets it go on to the verdict. */
    async function overcome(spoil: () => () => void, args = ['reproduce', example]): Promise<Ended> {
      const before = await idsNow();
      const mend = spoil();
      const ended = await reprise(...args);
      mend();
      const reproductionId = await expectSaid(ended, before);
      const resumed = await (reproductionId === null ? reprise(...args) : reprise('resume', reproductionId));
      expect(resumed.code, `${ended.output.slice(-2000)}\n${resumed.output.slice(-2000)}\n${resumed.errors}`).toBe(0);
      return ended;
    }

    it('has no room for an environment: the outcome says what to free, and there is one once it is', async () => {
      const before = await idsNow();
      const free = leave(3_000_000);
      const ended = await reprise('reproduce', example);
      free();
      await expectSaid(ended, before);
      expect([ended.code, `${ended.output}${ended.errors}`]).toEqual([3, expect.stringMatching(/Free some space/)]);
      expect((await reprise('reproduce', example)).code).toBe(0);
    });

    it.each(long > 0 ? [0, 8192, 65_536] : [65_536])(
      'has %d bytes left: nothing that was committed is lost, and it goes on',
      async (bytes) => {
        await overcome(() => leave(bytes));
      },
    );

    const fromTheStart = 'may not be written from the start: one sentence';
    const folders = ['reproductions', 'environments', 'cache', 'warm'];
    it.each(long > 0 ? [fromTheStart] : [])('%s', async () => {
      const { code, errors } = await overcome(() => disk.setReadOnly());
      expect([code, errors]).toEqual([3, expect.stringContaining(machine.dataFolder)]);
    });

    it('may not be written any more in the middle of a run: what was committed stays, and it goes on', async () => {
      const before = await idsNow();
      const running = start('reproduce', example);
      await running.line((line) => line.includes('"execution/started"'));
      const mend = disk.setReadOnly();
      const ended = await running.ended;
      mend();
      const reproductionId = await expectSaid(ended, before);
      const resumed = await reprise('resume', reproductionId ?? '');
      expect([resumed.code, resumed.errors], `${ended.output.slice(-4000)}\n${resumed.output.slice(-8000)}`).toEqual([
        0,
        '',
      ]);
    });

    it.each(long > 0 ? folders : [])('has a folder that may not be written: %s', async (name) => {
      await overcome(() => disk.setReadOnly(name));
    });

    if (long > 0) {
      it(
        `gets full at ${long} random places`,
        async () => {
          const chance = createChance(seed);
          const ends = { reproduced: 0, stopped: 0 };
          for (let index = 0; index < long; index += 1) {
            const bytes = Math.floor(2 ** (chance() * 21));
            const { code } = await overcome(() => leave(bytes));
            ends[code === 0 ? 'reproduced' : 'stopped'] += 1;
          }
          process.stdout.write(`full disk, seed ${seed}: ${JSON.stringify(ends)}\n`);
        },
        180_000 + long * 60_000,
      );
    }
  },
);

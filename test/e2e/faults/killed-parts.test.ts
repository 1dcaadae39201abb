import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInterpreters } from '../../helpers/interpreters';
import { partOf } from '../../helpers/part-of';
import { createMachine, jsonLines, requireBuild, root, runReprise, startReprise, type Machine } from '../cli/reprise';
import { createChance, seedOfTest } from './chance';
import { mountsBelow, processesNaming, unfinishedIn } from './left-behind';
import { PARTS, killPart, type Part } from './parts-of-run';

const example = path.join(root, 'examples', 'numpy-shapes', 'report.md');
const hasPython = findInterpreters().some(({ version }) => ['3.9', '3.10', '3.11', '3.12'].includes(version));
const long = process.env['REPRISE_SLOW'] === '1' ? partOf(300) : 0;
const seed = seedOfTest();

describe.skipIf(!hasPython || process.platform !== 'linux')(
  `what works for a reproduction, killed (needs Linux and a Python from 3.9 to 3.12; seed ${seed})`,
  () => {
    let machine: Machine;
    let environment: Readonly<Record<string, string>>;
    /** Of an undisturbed reproduction with its environment made, in milliseconds. */
    let usual = 0;

    beforeAll(async () => {
      requireBuild();
      machine = await createMachine();
      environment = { TMPDIR: path.join(machine.home, 'tmp') };
      await mkdir(path.join(machine.home, 'tmp'));
    });
    afterAll(() => machine?.remove());

    /** Kills a part after a while. The program ends with an outcome, never with a fault of its own, and leaves nothing. */
    async function killDuring(part: Part, afterMs: number): Promise<{ readonly hit: boolean; readonly code: number }> {
      const running = startReprise(machine, ['reproduce', example, '--json'], { environment });
      let over = false;
      void running.ended.then(() => (over = true));
      await sleep(afterMs);
      const hit = await killPart(running.process.pid ?? 0, part, () => over);
      const { code, output, errors } = await running.ended;
      const told = `${part} after ${Math.round(afterMs)} ms\n${output.slice(-3000)}\n${errors}`;
      expect([0, 1, 3], told).toContain(code);
      expect(errors, told).toBe('');
      const lines = jsonLines(output);
      expect(lines.at(-1), told).toMatchObject({ type: 'reproduction/concluded' });
      expect(
        lines.map(({ seq }) => seq),
        told,
      ).toEqual(lines.map((_, index) => index + 1));
      await expect.poll(() => processesNaming(machine.home), { timeout: 60_000 }).toEqual([]);
      expect(await mountsBelow(machine.home)).toEqual([]);
      return { hit, code: code ?? -1 };
    }

    const reproduces = async (): Promise<void> => {
      const begun = Date.now();
      const { code, output, errors } = await runReprise(machine, ['reproduce', example, '--json'], { environment });
      expect(code, `${output.slice(-3000)}\n${errors}`).toBe(0);
      usual = Date.now() - begun;
    };

    it('the installer: the outcome says so, and the next one makes the environment', async () => {
      expect((await killDuring('installer', 0)).hit).toBe(true);
      await reproduces();
    });

    // The warm parent and the sandbox in the long runs alone: what they start ends with them, as the interpreter does.
    it.each(PARTS.filter((part) => part === 'interpreter' || (long > 0 && part !== 'installer')))(
      'the %s: it comes to its verdict',
      async (part) => {
        const { hit, code } = await killDuring(part, 0);
        expect([hit, code]).toEqual([true, 0]);
      },
    );

    if (long > 0) {
      it(
        `any of them at ${long} random moments`,
        async () => {
          const chance = createChance(seed);
          const ends = new Map<string, number>();
          for (let index = 0; index < long; index += 1) {
            const part = PARTS[Math.floor(chance() * PARTS.length)] ?? 'interpreter';
            const { hit, code } = await killDuring(part, chance() * usual);
            const end = `${part}: ${hit ? `killed, ended with ${code}` : 'was not there any more'}`;
            ends.set(end, (ends.get(end) ?? 0) + 1);
          }
          await reproduces();
          process.stdout.write(`killed parts, seed ${seed}: ${JSON.stringify(Object.fromEntries(ends))}\n`);
        },
        180_000 + long * 60_000,
      );
    }

    it('leaves no work unfinished', async () => {
      expect(await unfinishedIn(machine.dataFolder)).toEqual([]);
      expect(await readdir(path.join(machine.home, 'tmp'))).toEqual([]);
    });
  },
);

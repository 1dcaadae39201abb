import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { findInterpreters } from '../../helpers/interpreters';
import { partOf } from '../../helpers/part-of';
import { startProgram } from '../../helpers/start-program';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { requireBuild } from '../cli/reprise';
import type { Holding } from './repeat';

const hasPython = findInterpreters().some(({ version }) => ['3.9', '3.10', '3.11', '3.12'].includes(version));
const isLong = process.env['REPRISE_SLOW'] === '1';
/** The first ones open what stays open: workers, a warm interpreter, caches. */
const FIRST = 3;
const runs = isLong ? partOf(500) : 20;
/** Of a reproduction that is over: its place in lists. Its events and scripts are on disk. */
const MOST_BYTES_PER_RUN = 20_000;

describe.skipIf(!hasPython || process.platform !== 'linux')(
  'a host that reproduces again and again (needs Linux and a Python from 3.9 to 3.12)',
  () => {
    it(
      `holds no more descriptors and processes after ${runs} reproductions than after ${FIRST}, and none of a run after its end`,
      async () => {
        requireBuild();
        const folder = await temporaryFolder();
        const { child } = startProgram(path.join(import.meta.dirname, 'repeat.ts'), [path.join(folder, 'data')]);
        const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
        const ask = async <Answer>(line: string): Promise<Answer> => {
          child.stdin.write(`${line}\n`);
          const next = await answers.next();
          if (next.done === true) throw new Error('The host ended.');
          return JSON.parse(next.value) as Answer;
        };
        const runAll = async (count: number): Promise<void> => {
          for (let index = 0; index < count; index += 1) {
            expect(await ask('run')).toEqual({ outcome: 'reproduced', faults: 0 });
          }
        };

        await runAll(FIRST);
        const first = await ask<Holding>('look');
        const heap: number[] = [];
        const parts = isLong ? 5 : 1;
        for (let part = 0; part < parts; part += 1) {
          await runAll(Math.ceil((runs - FIRST) / parts));
          heap.push((await ask<Holding>('look')).heapBytes);
        }
        const settled = { timeout: 60_000 };
        await expect
          .poll(async () => (await ask<Holding>('look')).descriptors.length, settled)
          .toBeLessThanOrEqual(first.descriptors.length);
        await expect
          .poll(async () => (await ask<Holding>('look')).children.length, settled)
          .toBeLessThanOrEqual(first.children.length);
        if (isLong) {
          const [from = 0, to = 0] = [heap[0], heap.at(-1)];
          const slope = (to - from) / (runs * (1 - 1 / parts));
          process.stdout.write(`heap: ${heap.join(', ')} bytes; ${Math.round(slope)} bytes a reproduction\n`);
          expect(slope).toBeLessThan(MOST_BYTES_PER_RUN);
        }
        await ask('close');
        await expect.poll(async () => (await ask<Holding>('look')).children, settled).toEqual([]);
        await expect
          .poll(async () => (await ask<Holding>('look')).descriptors.filter((to) => to.startsWith(folder)), settled)
          .toEqual([]);
      },
      180_000 + runs * 20_000,
    );
  },
);

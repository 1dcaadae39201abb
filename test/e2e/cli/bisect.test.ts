import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Bisection } from '../../../src/protocol/bisection';
import { findInterpreters } from '../../helpers/interpreters';
import { sandbox } from '../../integration/python/parts';
import { large, small, type Regression } from './regressions';
import { createMachine, jsonLines, requireBuild, runReprise, type Machine } from './reprise';

const isSlow = process.env['REPRISE_SLOW'] === '1';
const pythons = ['3.7', '3.8', '3.9', '3.10', '3.11'];
const found = findInterpreters().filter(({ version }) => pythons.includes(version));
const noSandbox = (await sandbox.describe()).level === 'limitsOnly';
const skipped = noSandbox
  ? ' (skipped: no sandbox)'
  : found.length === 0
    ? ` (skipped: no Python ${pythons.join()})`
    : '';

beforeAll(requireBuild);

async function newMachine(): Promise<Machine> {
  const machine = await createMachine();
  onTestFinished(() => machine.remove());
  return machine;
}

interface Answer {
  readonly code: number | null;
  readonly errors: string;
  readonly bisection: Bisection | null;
}

async function bisect(machine: Machine, args: readonly string[]): Promise<Answer> {
  const folders = found.map(({ python }) => path.dirname(python)).join(path.delimiter);
  const environment = { REPRISE_PYTHON_FOLDERS: folders };
  const { code, output, errors } = await runReprise(machine, ['bisect', ...args, '--json'], { environment });
  const last = jsonLines(output).at(-1) as unknown as { readonly bisection?: Bisection } | undefined;
  return { code, errors, bisection: last?.bisection ?? null };
}

async function find(machine: Machine, one: Regression, more: readonly string[] = []): Promise<Answer> {
  const file = path.join(machine.home, 'script.py');
  await writeFile(file, one.script);
  const ends = ['--package', one.package, '--good', one.good, '--bad', one.bad];
  return bisect(machine, [file, ...ends, '--shows', one.shows, ...more]);
}

describe.skipIf(skipped !== '')(`reprise bisect${skipped}`, () => {
  it.each(small)('finds the release that came with $name: $package $expected.newer', async (one) => {
    const { code, errors, bisection } = await find(await newMachine(), one);
    expect(errors).toBe('');
    expect(bisection?.result).toEqual({ kind: 'found', between: [], ...one.expected });
    expect(code).toBe(0);
    const probes = bisection?.probes ?? [];
    const border = [one.expected.older, one.expected.newer];
    expect(probes.filter(({ version }) => border.includes(version)).map(({ runs }) => runs)).toEqual([2, 2]);
    expect(probes.length).toBeLessThanOrEqual(2 + Math.ceil(Math.log2(bisection?.plan?.releases.length ?? 0)));
  });

  it('says what is wrong with what is typed, and with ends that are not as they are said to be', async () => {
    const machine = await newMachine();
    const [one] = small;
    if (!one) throw new Error('There is no small one');
    const file = path.join(machine.home, 'script.py');
    await writeFile(file, one.script);
    const mute = await bisect(machine, [file, '--package', one.package]);
    expect(mute).toMatchObject({ code: 2, errors: expect.stringContaining('--shows') });
    const unknown = await bisect(machine, [file, '--package', 'no such name', '--shows', one.shows]);
    expect(unknown).toMatchObject({ code: 2, errors: expect.stringContaining('one package') });
    const { code, bisection } = await find(machine, { ...one, good: '23.0' });
    expect(code).toBe(1);
    expect(bisection?.result).toMatchObject({ kind: 'contradicted', version: '23.0', said: 'clean', answer: 'shows' });
  });

  it.each(isSlow ? large : [])(
    'finds the release of a large one that came with $name: $package $expected.newer',
    { timeout: 900_000 },
    async (one) => {
      const { code, errors, bisection } = await find(await newMachine(), one);
      expect(errors).toBe('');
      expect(bisection?.result).toEqual({ kind: 'found', between: [], ...one.expected });
      expect(code).toBe(0);
    },
  );
});

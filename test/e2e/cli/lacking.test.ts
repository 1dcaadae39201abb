import { spawnSync } from 'node:child_process';
import { mkdir, readFile, readdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMachine, jsonLines, requireBuild, root, runReprise, startReprise, type Machine } from './reprise';

const example = (id: string): string => path.join(root, 'examples', id, 'report.md');
const bwrap = spawnSync('sh', ['-c', 'command -v bwrap'], { encoding: 'utf8' }).stdout.trim();
const hasBwrap = bwrap !== '';
const canRun = hasBwrap && spawnSync('python3', ['--version']).status === 0;
const where = canRun ? '' : ' (skipped: needs python3 and bubblewrap on PATH)';

let machine: Machine;
beforeEach(async () => {
  requireBuild();
  machine = await createMachine();
});
afterEach(() => machine.remove());

interface Last {
  readonly type: string;
  readonly outcome: string;
  readonly event: { readonly conclusion: { readonly message: string; readonly missing: readonly { kind: string }[] } };
}

/** Runs to the end with `--json` and gives the exit code with the last line. */
async function conclude(args: readonly string[], options: Parameters<typeof runReprise>[2] = {}) {
  const { code, output, errors } = await runReprise(machine, [...args, '--json'], options);
  expect(errors).toBe('');
  const last = jsonLines(output).at(-1) as unknown as Last;
  expect(last.type).toBe('reproduction/concluded');
  return { code, outcome: last.outcome, conclusion: last.event.conclusion };
}

describe('a machine or a report that lacks something ends with 3, and says what to do', () => {
  it.skipIf(!hasBwrap)(
    `a machine without Python${hasBwrap ? '' : ' (skipped: bubblewrap hides the interpreters)'}`,
    async () => {
      const empty = path.join(machine.home, 'empty');
      await mkdir(empty);
      const environment = { PATH: empty };
      const listed = await runReprise(machine, ['environments', 'list', '--json'], { environment });
      const { environments } = JSON.parse(listed.output) as { environments: { interpreter: string }[] };
      const interpreters = await Promise.all(environments.map(({ interpreter }) => realpath(interpreter)));
      // Every interpreter that is found without PATH and HOME is covered by a file that is none.
      const hidden = [...new Set(interpreters)].flatMap((interpreter) => ['--ro-bind', '/dev/null', interpreter]);
      const wrapper = [bwrap, '--dev-bind', '/', '/', ...hidden];
      await rm(machine.dataFolder, { recursive: true });
      const { code, conclusion } = await conclude(['reproduce', example('numpy-shapes')], { environment, wrapper });
      expect(code).toBe(3);
      expect(conclusion.message).toMatch(/Python/);
      expect(conclusion.missing).toEqual([expect.objectContaining({ kind: 'python' })]);
    },
  );

  it.skipIf(!canRun)(`a machine without a network${where}`, async () => {
    const dead = 'http://127.0.0.1:9';
    const environment = {
      HTTP_PROXY: dead,
      HTTPS_PROXY: dead,
      ALL_PROXY: dead,
      http_proxy: dead,
      https_proxy: dead,
      all_proxy: dead,
    };
    const { code, conclusion } = await conclude(['reproduce', example('numpy-shapes')], { environment });
    expect(code).toBe(3);
    expect(conclusion.missing).toEqual([expect.objectContaining({ kind: 'network' })]);
    expect(conclusion.message).toMatch(/network/i);
  });

  it('a report without code', async () => {
    const stdin = '# Training is slow\n\nSince the update my model trains badly. Please help.\n';
    const { code, outcome, conclusion } = await conclude(['reproduce', '-'], { stdin });
    expect([code, outcome]).toEqual([3, 'inconclusive']);
    expect(conclusion.message.length).toBeGreaterThan(20);
  });

  it.skipIf(!canRun)(`a machine without a sandbox${where}`, async () => {
    const wrapper = [bwrap, '--dev-bind', '/', '/', '--ro-bind', '/dev/null', bwrap];
    const stdin = `${await readFile(example('numpy-shapes'), 'utf8')}\n`;
    const { code, conclusion } = await conclude(['reproduce', '-'], { stdin, wrapper });
    expect([code, conclusion.missing.map(({ kind }) => kind)]).toEqual([3, ['sandbox']]);
    expect(conclusion.message).toMatch(/bubblewrap/);
    expect(conclusion.message).toMatch(/--sandbox off/);
    // What is weaker is chosen by the user, or is a bundled example, unchanged.
    expect(await conclude(['reproduce', '-', '--sandbox', 'off'], { stdin, wrapper })).toMatchObject({ code: 0 });
    expect(await conclude(['reproduce', example('numpy-shapes')], { wrapper })).toMatchObject({ code: 0 });
  });

  it.skipIf(!canRun)(`PyTorch without an environment and without a person: names the size${where}`, async () => {
    const { code, conclusion } = await conclude(['reproduce', example('torch-linear')], {
      // An interpreter of the system that happens to have torch would serve as it is.
      environment: { PATH: ['/usr/local/bin', '/usr/bin', '/bin', path.dirname(process.execPath)].join(':') },
    });
    expect(code).toBe(3);
    expect(conclusion.message).toMatch(/torch/);
    expect(conclusion.message).toMatch(/\d(\.\d+)?\s?(GB|MB)/);
    expect(conclusion.message).toMatch(/--allow-package|--environment/);
  });
});

const torch = process.env['REPRISE_TEST_TORCH'];

describe('PyTorch with an environment', () => {
  const reason = torch ? '' : ' (skipped: REPRISE_TEST_TORCH names no environment with torch)';

  it.skipIf(!torch)(`is reproduced with --environment${reason}`, async () => {
    const { code, outcome } = await conclude(['reproduce', example('torch-linear'), '--environment', torch ?? '']);
    expect([code, outcome]).toEqual([0, 'reproduced']);
  });
});

describe('two programs on one data folder', () => {
  it('the second says which one has it and ends with 3; the first is not disturbed', async () => {
    const first = startReprise(machine, ['serve', '--json']);
    const { address } = JSON.parse(await first.line((line) => line.includes('address'))) as { address: string };
    const before = await readdir(machine.dataFolder);
    const second = await runReprise(machine, ['reproduce', example('numpy-shapes')]);
    expect([second.code, second.output]).toEqual([3, '']);
    expect(second.errors).toMatch(
      new RegExp(`^Reprise is already running on .+ as process ${first.process.pid}\\. .+\\n$`),
    );
    expect(await readdir(machine.dataFolder)).toEqual(before);
    expect(await readdir(path.join(machine.dataFolder, 'reproductions'))).toEqual([]);
    expect((await fetch(address)).status).toBe(200);

    first.process.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);
    expect((await runReprise(machine, ['history', '--json'])).output).toBe('{"reproductions":[]}');
  });

  it('a second `serve` gives a fresh address of the first', async () => {
    const first = startReprise(machine, ['serve', '--json']);
    const { address } = JSON.parse(await first.line((line) => line.includes('address'))) as { address: string };
    const second = await runReprise(machine, ['serve', '--json']);
    expect(second.code).toBe(0);
    const other = (JSON.parse(second.output) as { address: string }).address;
    expect(new URL(other).port).toBe(new URL(address).port);
    expect(other).not.toBe(address);
    for (const each of [address, other]) expect((await fetch(each)).status).toBe(200);
    expect((await fetch(address)).status).toBe(401);

    const files = (await readdir(machine.dataFolder, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    for (const file of files) {
      const text = await readFile(path.join(file.parentPath, file.name), 'utf8');
      expect([file.name, text.includes(new URL(address).searchParams.get('token') ?? '?')]).toEqual([file.name, false]);
    }
    first.process.kill('SIGTERM');
    await first.ended;
  });
});

describe('what a machine has', () => {
  it('is told by `environments list` and `gpu`', async () => {
    const listed = await runReprise(machine, ['environments', '--json']);
    expect(listed.code).toBe(0);
    expect(JSON.parse(listed.output)).toMatchObject({ environments: expect.any(Array) });
    const gpu = await runReprise(machine, ['gpu', '--json']);
    expect(gpu.code).toBe(0);
    expect(JSON.parse(gpu.output)).toMatchObject({ processors: expect.any(Number), accelerators: expect.any(Array) });
  });
});

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMachine, requireBuild, runReprise, type Machine } from './reprise';

describe('the diagnosis', () => {
  let machine: Machine;

  beforeAll(async () => {
    requireBuild();
    machine = await createMachine();
    await mkdir(machine.dataFolder, { recursive: true });
    const settings = { packageIndex: 'https://ada:correct-horse-9431@index.example.org/simple' };
    await writeFile(path.join(machine.dataFolder, 'settings.json'), JSON.stringify(settings));
  });
  afterAll(() => machine?.remove());

  it('is shown whole before it is saved, without secrets, names and the home folder', async () => {
    const file = path.join(machine.home, 'diagnosis.json');
    const environment = { REPRISE_TEST_KEY: 'ghp_0123456789abcdefghijABCDEFGHIJ012345' };
    const { code, output, errors } = await runReprise(machine, ['diagnose', '--out', file], { environment });
    expect([code, errors]).toEqual([0, expect.stringContaining('This was saved in')]);
    expect((await readFile(file, 'utf8')).trimEnd()).toBe(output);
    expect(JSON.parse(output)).toMatchObject({
      versions: { node: process.versions.node },
      sandbox: { level: expect.any(String) as string },
      variables: expect.arrayContaining(['REPRISE_HOME', 'REPRISE_TEST_KEY']) as string[],
      reproductions: { count: 0, last: [] },
    });
    expect(output).toContain('"packageIndex"');
    for (const secret of ['correct-horse', 'ghp_', machine.home]) expect(output).not.toContain(secret);
  });

  it('is written over no file', async () => {
    const file = path.join(machine.home, 'kept.json');
    await writeFile(file, 'mine');
    const { code } = await runReprise(machine, ['diagnose', '--out', file]);
    expect(code).not.toBe(0);
    expect(await readFile(file, 'utf8')).toBe('mine');
  });
});

import { mkdir, readdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findInterpreters } from '../../helpers/interpreters';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { sandbox } from '../../integration/python/parts';
import { createMachine, requireBuild, runReprise, type Machine } from './reprise';

const found = findInterpreters().findLast(({ version }) => ['3.9', '3.10', '3.11', '3.12'].includes(version));
const noSandbox = (await sandbox.describe()).level === 'limitsOnly';
const skipped = noSandbox ? ' (skipped: no sandbox)' : found === undefined ? ' (skipped: no Python)' : '';

beforeAll(requireBuild);

async function newMachine(): Promise<Machine> {
  const machine = await createMachine();
  onTestFinished(() => machine.remove());
  return machine;
}

async function reprise(machine: Machine, args: readonly string[]) {
  const environment = { REPRISE_PYTHON_FOLDERS: dirname(found?.python ?? '') };
  const { code, output, errors } = await runReprise(machine, ['environments', ...args], { environment });
  return { code, output, errors };
}

describe('reprise environments', () => {
  it.skipIf(skipped !== '')(`makes one, lists it with its size, and moves it to the trash${skipped}`, async () => {
    const machine = await newMachine();
    const made = await reprise(machine, ['create', 'six==1.16.0']);
    expect(made).toMatchObject({ code: 0, errors: '' });
    expect(made.output).toContain('You asked for it.');
    const environments = join(machine.dataFolder, 'environments');
    const [name = ''] = (await readdir(environments)).filter((one) => !one.startsWith('.'));
    expect(made.output).toContain(join(environments, name));

    const listed = await reprise(machine, ['list', '--fresh']);
    expect(listed.output).toMatch(new RegExp(`^reprise .* [kM]B .*${name}`, 'm'));

    const asked = await reprise(machine, ['remove', name]);
    expect(asked).toMatchObject({ code: 3, errors: expect.stringContaining('--yes') });
    expect(asked.output).toContain(name);
    expect(await readdir(environments)).toContain(name);

    const gone = await reprise(machine, ['remove', name, '--yes']);
    expect(gone).toMatchObject({ code: 0, errors: '' });
    expect(await readdir(environments)).not.toContain(name);
    expect(await readdir(join(machine.dataFolder, 'trash', 'environments'))).toEqual([expect.stringContaining(name)]);
    expect((await reprise(machine, ['list'])).output).not.toContain(name);
  });

  it.skipIf(skipped !== '')(`removes nothing that Reprise did not make${skipped}`, async () => {
    const machine = await newMachine();
    const folder = await temporaryFolder();
    const theirs = join(folder, 'theirs');
    const name = '0123456789abcdef-py311';
    await mkdir(join(machine.dataFolder, 'environments'), { recursive: true });
    await mkdir(theirs);
    await symlink(theirs, join(machine.dataFolder, 'environments', name));
    for (const wanted of [name, theirs, '..', found?.python ?? 'python']) {
      const refused = await reprise(machine, ['remove', wanted, '--yes']);
      expect(refused).toMatchObject({ code: 2, output: '', errors: expect.stringContaining('nothing was removed') });
    }
    expect(await readdir(folder)).toContain('theirs');
  });

  it('says what cannot be forgotten, and what cannot be added', async () => {
    const machine = await newMachine();
    expect(await reprise(machine, ['forget', '/nowhere'])).toMatchObject({
      ...{ code: 2, output: '' },
      errors: expect.stringContaining('/nowhere was neither added nor left out'),
    });
    expect(await reprise(machine, ['exclude', '/nowhere'])).toMatchObject({ code: 0, errors: '' });
    expect(await reprise(machine, ['forget', '/nowhere'])).toMatchObject({ code: 0, errors: '' });
    expect(await reprise(machine, ['add', '/nowhere'])).toMatchObject({
      ...{ code: 2, output: '' },
      errors: expect.stringContaining('There is no Python environment at /nowhere'),
    });
  });

  it.skipIf(skipped !== '')(`asks about a name that is not on the list, and makes nothing${skipped}`, async () => {
    const machine = await newMachine();
    const refused = await reprise(machine, ['create', 'not-a-known-package-here', '--yes']);
    expect(refused).toMatchObject({ code: 3, errors: expect.stringContaining('--allow-package') });
    const alike = await reprise(machine, ['create', 'scikit-leam', '--yes']);
    expect(alike).toMatchObject({ code: 3, errors: expect.stringContaining('scikit-leam looks like scikit-learn') });
  });
});

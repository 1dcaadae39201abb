import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { put } from '../../helpers/put-environment';
import { findSerious, themes } from './find-serious';
import { hasKeys, openWorkspace, picture, surfaceOf, whyNoPage, type Workspace } from './open-workspace';

const why = whyNoPage();
const patience = { timeout: 60_000 };

/** An interpreter by its files, of which nothing could run. */
async function putInterpreter(base: string, version: string): Promise<void> {
  const minor = version.split('.').slice(0, 2).join('.');
  await put(path.join(base, 'bin', `python${minor}`), 'ELF');
  await put(path.join(base, 'lib', `python${minor}`, 'os.py'));
  await put(path.join(base, 'include', `python${minor}`, 'patchlevel.h'), `#define PY_VERSION "${version}"\n`);
}

describe.skipIf(why !== null)(`the table of the environment${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let workspace: Workspace;
  let page: Page;
  let folder: string;

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'reprise-table-')));
    for (const version of ['3.11.7', '3.9.18']) await putInterpreter(folder, version);
    // These interpreters alone, so that the table is the same everywhere and nothing can be started.
    workspace = await openWorkspace({ block: { REPRISE_PYTHON_FOLDERS: path.join(folder, 'bin') } });
    page = await workspace.open({ reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Run the example: A shape clash in plain NumPy' }).click();
    await surfaceOf(page).getByRole('button', { name: 'Accept plan and run' }).waitFor(patience);
    await page.keyboard.press('Control+6');
  }, 120_000);
  afterAll(async () => {
    await workspace?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const document = () => page.getByRole('region', { name: 'Environment', exact: true });
  const row = (name: string) => document().locator('tr', { has: page.getByRole('cell', { name, exact: true }) });
  const words = () => surfaceOf(page).locator('.words').innerText();
  const press = async (name: string | RegExp): Promise<void> => {
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
  };
  /** Types over what a field holds. */
  const type = async (label: string, text: string): Promise<void> => {
    await page.getByRole('textbox', { name: label, exact: true }).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  };
  const edit = async (): Promise<void> => {
    await press('Edit');
    const isThere = page.getByRole('textbox', { name: 'Python', exact: true });
    await expect.poll(() => hasKeys(isThere), patience).toBe(true);
  };

  it('is chosen ahead of the run by a key, with a reason a row', async () => {
    await press('Choose now');
    await expect.poll(() => row('numpy').innerText(), patience).toContain('stated');
    expect(await row('python').innerText()).toContain('3.11.7');
    expect(await document().innerText()).toContain('Nothing of it is installed yet');
    const button = page.getByRole('button', { name: 'Edit' });
    await expect.poll(() => hasKeys(button), patience).toBe(true);
  });

  it('says beside the field what cannot be read, and keeps what was typed', async () => {
    await edit();
    await type('Version of numpy', 'latest');
    await type('Python', 'snake');
    await type('Releases up to', '2020-13-01');
    await page.keyboard.press('Enter');
    const form = page.getByRole('form', { name: 'Edit what is to be installed' });
    await expect.poll(() => form.innerText(), patience).toContain('"latest" is no version of numpy');
    expect(await form.innerText()).toContain('"snake" is neither a Python version');
    expect(await form.innerText()).toContain('"2020-13-01" is no day');
    await type('Add a package', 'evil @ https://example.invalid/evil.whl');
    await page.keyboard.press('Enter');
    await expect.poll(() => form.getByRole('alert').innerText(), patience).toContain('is no package with a version');
    await type('Add a package', 'NumPy==1.0');
    await page.keyboard.press('Enter');
    await expect.poll(() => form.getByRole('alert').innerText(), patience).toContain('numpy is in the table already');
  });

  it('takes versions, the interpreter, a day and a row more, and shows what that comes to before it is installed', async () => {
    await type('Version of numpy', '1.19.5');
    await type('Python', '3.9');
    await type('Releases up to', '2021-03-01');
    await type('Add a package', 'scikit-learn>=0.24,<0.25');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Version of scikit-learn' }).waitFor(patience);
    await press('Choose by this');
    await expect.poll(() => row('numpy').innerText(), patience).toMatch(/==1\.19\.5\s+given\s+You asked for it/);
    expect(await row('scikit-learn').innerText()).toContain('>=0.24,<0.25');
    expect(await row('python').innerText()).toContain('3.9.18');
    expect(await document().innerText()).toContain('Releases after 2021-03-01 are left out.');
    await expect.poll(words, patience).toContain('numpy==1.19.5');
  });

  it('says why it cannot be had, and changes nothing then', async () => {
    await edit();
    await type('Python', '3.5');
    await press('Choose by this');
    const told = document().getByRole('alert');
    await expect.poll(() => told.innerText(), patience).toContain('Python 3.5 was asked for, but was not found');
    await page.getByRole('textbox', { name: 'Python', exact: true }).focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => row('python').innerText(), patience).toContain('3.9.18');
  });

  it('leaves a row out, puts it back, and goes back to what Reprise chooses', async () => {
    await edit();
    await press('Leave out scikit-learn');
    await press('Leave out numpy');
    await press('Choose by this');
    await expect.poll(() => row('numpy').count(), patience).toBe(0);
    expect(await row('scikit-learn').count()).toBe(0);
    await expect.poll(words, patience).toContain('nothing of numpy');
    await edit();
    await press('Put back numpy');
    await press('Choose by this');
    await expect.poll(() => row('numpy').count(), patience).toBe(1);
    await edit();
    await press('Back to what Reprise chooses');
    await expect.poll(() => row('python').innerText(), patience).toContain('3.11.7');
    expect(await row('numpy').innerText()).toContain('stated');
    await expect.poll(words, patience).not.toContain('numpy==');
    expect(await readdir(workspace.dataFolder)).not.toContain('environments');
  });

  it.each(themes)('has no serious finding, in $name', async ({ name, colorScheme, contrast }) => {
    const other = await workspace.open({ colorScheme, contrast, reducedMotion: 'reduce' });
    const found: Record<string, string[]> = {};
    const look = async (what: string): Promise<void> => {
      await other.mouse.move(720, 2);
      const findings = await findSerious(other);
      if (findings.length > 0) found[what] = findings;
      await picture(other, `${what}-${name.replace(' ', '-')}`);
    };
    await other.getByRole('option').first().click();
    await other.locator('.plan-card').first().waitFor(patience);
    await other.keyboard.press('Control+6');
    await other.getByRole('cell', { name: 'numpy', exact: true }).waitFor(patience);
    await look('environment-table');
    await other.getByRole('button', { name: 'Edit' }).click();
    await other.getByRole('textbox', { name: 'Version of numpy' }).fill('latest');
    await other.getByRole('button', { name: 'Choose by this' }).click();
    await other.getByText('is no version of numpy').waitFor(patience);
    await look('environment-edit');
    await other.setViewportSize({ width: 720, height: 450 });
    expect(await other.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await other.close();
    expect(found).toEqual({});
  });
});

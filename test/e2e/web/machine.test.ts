import { mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { put, putEnvironment } from '../../helpers/put-environment';
import { findSerious, themes } from './find-serious';
import { openWorkspace, picture, surfaceOf, takesKeys, whyNoPage, type Workspace } from './open-workspace';

const why = whyNoPage();
const oursName = '0123456789abcdef-py311';

/** Answers as the vendor's tool does on a machine with two cards. */
const vendorTool = (folder: string): string => `#!/bin/sh
case "$*" in
  '-q -x') file='${folder}/answer.xml' ;;
  *compute_cap*) echo '0, 8.6'; echo '1, 8.6'; exit 0 ;;
  *) exit 2 ;;
esac
while IFS= read -r line; do echo "$line"; done < "$file"
`;

const card = (uuid: string, used: number, processes: string): string => `<gpu id="x">
<product_name>NVIDIA GeForce RTX 3090</product_name><uuid>${uuid}</uuid>
<fb_memory_usage><total>24576 MiB</total><used>${used} MiB</used></fb_memory_usage>
<utilization><gpu_util>37 %</gpu_util></utilization><processes>${processes}</processes>
</gpu>`;

const largeReport = `# A wide layer does not take its input

torch 2.4.0, Python 3.11.

\`\`\`python
import torch
model = torch.nn.Linear(50000, 60000).cuda()
optimizer = torch.optim.Adam(model.parameters())
loss = model(torch.randn(8, 60000).cuda()).sum()
loss.backward()
optimizer.step()
\`\`\`

    Traceback (most recent call last):
      File "train.py", line 4, in <module>
        loss = model(torch.randn(8, 60000).cuda()).sum()
    RuntimeError: mat1 and mat2 shapes cannot be multiplied (8x60000 and 50000x60000)
`;

const answer = `<nvidia_smi_log>
<driver_version>535.104.05</driver_version><cuda_version>12.2</cuda_version>
${card('GPU-11111111-aaaa', 9216, '<process_info><pid>4242</pid><process_name>python train.py</process_name><used_memory>8900 MiB</used_memory></process_info>')}
${card('GPU-22222222-bbbb', 512, '')}
</nvidia_smi_log>
`;

describe.skipIf(why !== null)(`environments and hardware${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let workspace: Workspace;
  let page: Page;
  let folder: string;
  let theirs: string;

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'reprise-machine-')));
    const base = path.join(folder, 'base');
    theirs = path.join(folder, 'envs', 'vision');
    const site = await putEnvironment(theirs, {
      base,
      packages: ['torch-2.4.0', 'torchvision-0.19.0', 'numpy-1.26.4'],
    });
    await put(path.join(site, 'torch', 'version.py'), "cuda = '12.1'\n");
    await putEnvironment(path.join(folder, 'envs', 'plain'), { base, packages: [] });
    const broken = path.join(folder, 'envs', 'old');
    await put(path.join(broken, 'pyvenv.cfg'), 'home = /gone/bin\nversion = 3.8.1\n');
    await mkdir(path.join(broken, 'bin'));
    await symlink('/gone/bin/python3.8', path.join(broken, 'bin', 'python'));
    await put(path.join(folder, 'tools', 'nvidia-smi'), vendorTool(folder));
    await put(path.join(folder, 'answer.xml'), answer);
    await put(path.join(folder, 'dev', 'nothing'));
    workspace = await openWorkspace({
      block: {
        // Nothing of this machine's own environments, so that the list is the same everywhere.
        REPRISE_PYTHON_FOLDERS: path.join(folder, 'nowhere'),
        PATH: [path.join(folder, 'tools'), process.env['PATH'] ?? ''].join(path.delimiter),
        CUDA_VISIBLE_DEVICES: '',
      },
      prepare: async (dataFolder) => {
        const ours = path.join(dataFolder, 'environments', oursName);
        await putEnvironment(path.join(ours, 'venv'), { base, packages: ['torch-1.5.0', 'numpy-1.18.5'] });
        const marker = { version: 1, lockDigest: 'a'.repeat(64), interpreter: 'x', pythonVersion: '3.11.7' };
        const createdAt = '2026-01-01T00:00:00.000Z';
        await put(path.join(ours, 'reprise.json'), JSON.stringify({ ...marker, createdAt }));
        await put(path.join(ours, 'venv', 'lib', 'weights.bin'), 'x'.repeat(3_000_000));
      },
    });
    page = await workspace.open({ reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Run the example: A shape clash in plain NumPy' }).click();
    await surfaceOf(page).getByRole('button', { name: 'Accept plan and run' }).waitFor({ timeout: 60_000 });
  });
  afterAll(async () => {
    await workspace?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const list = () => page.getByRole('listbox', { name: 'Environments', exact: true });
  const names = () => list().getByRole('option').locator('.list-title').allInnerTexts();
  const details = () => page.locator('.machine-details');

  it('is reached by its key, and lists what was found with size and the reason of what is broken', async () => {
    await page.keyboard.press('Control+7');
    await page.getByRole('tab', { name: 'Environments' }).waitFor();
    await expect.poll(names).toEqual([`${oursName} Python 3.11.7`]);
    await expect.poll(() => list().getByRole('option').first().innerText()).toContain('MB');
    await expect.poll(() => page.locator('.machine-disk').innerText()).toMatch(/3(\.\d)? MB\s+made by Reprise/);
  });

  it('adds a folder of environments by its path with the keyboard, and says what is wrong with another', async () => {
    await page.getByRole('textbox', { name: 'Path to add' }).focus();
    await page.keyboard.type(path.join(folder, 'tools'));
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('There is no Python environment at');
    await page.keyboard.press('Control+a');
    await page.keyboard.type(path.join(folder, 'envs'));
    await page.keyboard.press('Enter');
    await expect.poll(() => details().innerText()).toContain('3 environments were found there.');
    await expect.poll(async () => (await names()).length).toBe(4);
    expect(await list().innerText()).toContain('The Python that it was made from is gone (/gone/bin/python3.8).');
  });

  it('finds one by its framework, tells what is in it, and gives it to the reproduction', async () => {
    await page.getByRole('searchbox', { name: 'Search environments' }).focus();
    await page.keyboard.type('torch 2.4');
    await expect.poll(names).toEqual(['vision Python 3.11.7']);
    await list().getByRole('option').first().focus();
    await page.keyboard.press('Space');
    await expect.poll(() => details().innerText()).toContain('CUDA 12.1');
    for (const told of ['uv 0.9.7', 'torch 2.4.0', theirs]) expect(await details().innerText()).toContain(told);
    await page.getByRole('button', { name: 'Use for this reproduction' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => details().innerText()).toContain('This reproduction uses it from its next run on.');
    await page.keyboard.press('Control+2');
    await expect.poll(() => surfaceOf(page).locator('.words').innerText()).toContain(`Uses ${theirs}`);
    await page.keyboard.press('Control+7');
  });

  it('leaves one out, and takes it back in', async () => {
    await page.getByRole('searchbox', { name: 'Search environments' }).fill('');
    await list()
      .getByRole('option', { name: /^plain/ })
      .click();
    await page.getByRole('button', { name: 'Leave out' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await names()).length).toBe(3);
    await page.getByRole('button', { name: `Forget ${path.join(folder, 'envs', 'plain')}` }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await names()).length).toBe(4);
  });

  it('moves to the trash only what Reprise made, after the Run surface has shown what goes', async () => {
    await list()
      .getByRole('option', { name: /^vision/ })
      .click();
    await page.getByText('Only what Reprise made').waitFor();
    expect(await page.getByRole('button', { name: 'Move to the trash…' }).count()).toBe(0);
    await list().getByRole('option', { name: /^0123/ }).click();
    await page.getByRole('button', { name: 'Move to the trash…' }).focus();
    await page.keyboard.press('Enter');
    const surface = surfaceOf(page);
    const remove = surface.getByRole('button', { name: 'Move to the trash' });
    await remove.waitFor({ timeout: 60_000 });
    expect(await surface.locator('.words').innerText()).toMatch(
      new RegExp(`Moves one environment .*3(\\.\\d)? MB[^]*${oursName} · Python 3.11.7 · torch 1.5.0`),
    );
    await expect.poll(() => surface.locator('button:focus').innerText()).toContain('Move to the trash');
    await expect.poll(() => remove.getAttribute('aria-disabled')).toBe('false');
    // A key counts half a second after the keyboard came.
    await page.waitForTimeout(600);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await names()).some((name) => name.startsWith('0123'))).toBe(false);
    await takesKeys(details());
    expect(await readdir(path.join(workspace.dataFolder, 'trash', 'environments'))).toEqual([
      expect.stringMatching(new RegExp(`^${oursName}`)),
    ]);
    expect(await readdir(path.join(folder, 'envs'))).toEqual(['old', 'plain', 'vision']);
  });

  it('tells the cards with their live use, and why a framework can or cannot use them', async () => {
    await page.getByRole('tab', { name: 'Environments' }).focus();
    await page.keyboard.press('ArrowRight');
    const hardware = page.getByRole('region', { name: 'Hardware', exact: true });
    await expect.poll(() => hardware.getByRole('meter').count()).toBe(2);
    expect(await hardware.innerText()).toMatch(/9\.7 GB of 25\.8 GB[^]*busy 37 %[^]*compute capability 8\.6/);
    expect(await hardware.getByRole('table').innerText()).toContain('python train.py');
    const ladder = page.getByRole('region', { name: 'From the card to the framework' });
    await expect.poll(() => ladder.innerText()).toContain('hides all cards');
  });

  it('chooses cards for the next runs by keyboard, and for this reproduction', async () => {
    await page.getByRole('radio', { name: 'All that are there' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.locator('.machine-hardware').innerText()).toContain('does not show on the processor');
    await page.keyboard.press('ArrowDown');
    const second = page.getByRole('checkbox', { name: /^1 · NVIDIA/ });
    await second.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => second.isChecked()).toBe(true);
    const first = page.getByRole('checkbox', { name: /^0 · NVIDIA/ });
    await first.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => first.isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Use for this reproduction too' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('This reproduction runs with these cards.').waitFor();
    await page.keyboard.press('Control+2');
    await expect
      .poll(() => surfaceOf(page).locator('.words').innerText())
      .toContain('Runs may use the cards GPU-22222222-bbbb');
  });

  it('warns before anything runs where the script takes more of the card than is free', async () => {
    await page.keyboard.press('Control+Alt+n');
    const box = page.getByRole('textbox', { name: 'Bug report' });
    await takesKeys(box);
    await page.keyboard.insertText(largeReport);
    await page.keyboard.press('Control+Enter');
    await box.waitFor({ state: 'detached', timeout: 60_000 });
    // The page shows the new one, and its plan is there: what is pressed before goes to the one before.
    await expect.poll(() => page.locator('h1').innerText(), { timeout: 60_000 }).toContain('A wide layer');
    await expect.poll(() => page.locator('.state-chip').innerText(), { timeout: 60_000 }).toBe('Plan to accept');
    const line = page.locator('.memory-line');
    const told = /Of the card: about 49 GB\. Only 25 GB of the card are free: choose another card/;
    // In the plan, in the environment and beside the cards.
    for (const keys of ['Control+2', 'Control+6', 'Control+7']) {
      await page.keyboard.press(keys);
      if (keys === 'Control+7') {
        await page.getByRole('tab', { name: 'Environments' }).focus();
        await page.keyboard.press('ArrowRight');
      }
      await expect.poll(() => line.allInnerTexts(), { timeout: 120_000 }).toEqual([expect.stringMatching(told)]);
      expect(await line.getAttribute('class')).toContain('tone-warn');
    }
    expect(await page.getByText('0 executions').count()).toBe(1);
  }, 600_000);

  it.each(themes)('has no serious finding, in $name', async ({ name, colorScheme, contrast }) => {
    const other = await workspace.open({ colorScheme, contrast, reducedMotion: 'reduce' });
    const found: Record<string, string[]> = {};
    const look = async (what: string): Promise<void> => {
      await other.mouse.move(720, 2);
      await other.waitForTimeout(250);
      const findings = await findSerious(other);
      if (findings.length > 0) found[what] = findings;
      await picture(other, `${what}-${name.replace(' ', '-')}`);
    };
    await other.getByRole('option').first().click();
    await other.locator('.plan-card').first().waitFor();
    await other.keyboard.press('Control+7');
    await other.getByRole('option', { name: /^vision/ }).click();
    await other.getByText('CUDA 12.1').waitFor();
    await look('machine-environments');
    await other.getByRole('tab', { name: 'Hardware' }).click();
    await other.getByRole('meter').first().waitFor();
    await look('machine-hardware');
    await other.setViewportSize({ width: 720, height: 450 });
    expect(await other.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await other.close();
    expect(found).toEqual({});
  });
});

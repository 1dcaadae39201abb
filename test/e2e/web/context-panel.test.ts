import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { findSerious, themes } from './find-serious';
import { hasKeys, openWorkspace, picture, surfaceOf, whyNoPage, type Workspace } from './open-workspace';

const why = whyNoPage();
const patience = { timeout: 60_000 };

const hostile = `<img src=x onerror="window.planted='context'">.py`;
const files = {
  'train.py': 'from model import Net\n\n\ndef run_training(rows):\n    net = Net(16)\n    return net.forward(rows)\n',
  'model.py':
    'class Net:\n    def __init__(self, width):\n        self.width = width\n\n    def forward(self, rows):\n        return rows @ self.width\n',
  'field.py': 'def sow_the_field(seed):\n    return seed * 2\n',
  [hostile]: 'def plough_the_meadow(horse):\n    return horse\n',
};
const report = `# The forward pass stops

\`\`\`python
from train import run_training
run_training([[1.0, 2.0]])
\`\`\`

\`\`\`
Traceback (most recent call last):
  File "start.py", line 2, in <module>
    run_training([[1.0, 2.0]])
  File "train.py", line 6, in run_training
    return net.forward(rows)
  File "model.py", line 6, in forward
    return rows @ self.width
TypeError: unsupported operand type(s) for @: 'list' and 'int'
\`\`\`
`;

describe.skipIf(why !== null)(`the context of a project${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let workspace: Workspace;
  let page: Page;

  beforeAll(async () => {
    workspace = await openWorkspace({
      prepare: async (dataFolder) => {
        const project = path.join(dataFolder, 'project');
        await mkdir(project);
        for (const [name, text] of Object.entries(files)) await writeFile(path.join(project, name), text);
      },
    });
    page = await workspace.open({ reducedMotion: 'reduce' });
    await page.keyboard.press('Control+Alt+n');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Bug report' }).fill(report);
    await dialog.getByRole('button', { name: 'What you already know' }).click();
    await dialog.getByRole('textbox', { name: 'Project folder' }).fill(path.join(workspace.dataFolder, 'project'));
    await dialog.getByRole('button', { name: 'Create and start' }).click();
    await surfaceOf(page).getByRole('button', { name: 'Accept plan and run' }).waitFor(patience);
    await page.getByRole('tab', { name: 'Context' }).click();
    await parts().first().waitFor(patience);
  }, 180_000);
  afterAll(() => workspace?.close());

  const panel = () => page.getByRole('region', { name: 'Context', exact: true });
  const parts = () => panel().locator('.chunk');
  const part = (of: string) => parts().filter({ has: page.locator('.chunk-head', { hasText: of }) });
  const field = () => page.getByRole('textbox', { name: 'Words or names to look for in the project' });

  /** Goes there as somebody without a mouse does. */
  async function tabTo(place: Locator): Promise<void> {
    await place.waitFor(patience);
    for (let keys = 0; keys < 120 && !(await hasKeys(place)); keys += 1) await page.keyboard.press('Tab');
    expect(await hasKeys(place)).toBe(true);
  }

  async function search(words: string): Promise<void> {
    await field().focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
  }

  it('lists each part with its place, its score, its size and why it is there', async () => {
    const forward = part('Net.forward');
    await expect.poll(() => forward.innerText(), patience).toContain("The report's traceback goes through it.");
    const text = await forward.innerText();
    expect(text).toMatch(/model\.py:5–6/);
    expect(text).toMatch(/score \d+\.\d\d · \d+ tokens/);
    expect(text).toContain('return rows @ self.width');
    expect(await part('run_training').count()).toBe(1);
    expect(await panel().innerText()).not.toContain('sow_the_field');
  });

  it('is searched, and what is found is added, by keyboard alone', async () => {
    await search('sow_the_field');
    const hit = panel().locator('.omitted-row', { hasText: 'field.py:1' });
    await hit.waitFor(patience);
    expect(await panel().getByRole('status').innerText()).toMatch(/^\d+ hits?$/);
    await tabTo(hit.getByRole('button', { name: 'Add' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => part('sow_the_field').innerText(), patience).toContain('You added it.');
    await expect.poll(() => hasKeys(panel()), patience).toBe(true);
    expect(await hit.innerText()).toMatch(/It has the name that was looked for\.[^]*In the context/);
    await search('zzzqqq');
    await expect.poll(() => panel().getByRole('status').innerText(), patience).toBe('0 hits');
  });

  it('keeps a part and takes one out by keyboard alone, and has it the same over a reload', async () => {
    await field().focus();
    await tabTo(part('Net.forward').getByRole('button', { name: 'Keep this part', exact: true }));
    await page.keyboard.press('Enter');
    const kept = part('Net.forward').getByRole('button', { name: 'Keep this part no longer' });
    await expect.poll(() => kept.getAttribute('aria-pressed'), patience).toBe('true');

    await tabTo(part('sow_the_field').getByRole('button', { name: 'Take this part out' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => part('sow_the_field').count(), patience).toBe(0);
    await expect.poll(() => hasKeys(panel()), patience).toBe(true);

    await page.reload();
    await page.getByRole('tab', { name: 'Context' }).click();
    await kept.waitFor(patience);
    expect(await part('sow_the_field').count()).toBe(0);

    const summary = panel().getByText(/parts? left out$/);
    await field().focus();
    await tabTo(summary);
    await page.keyboard.press('Enter');
    const row = panel().locator('details .omitted-row', { hasText: 'sow_the_field' });
    await row.waitFor(patience);
    expect(await row.innerText()).toContain('taken out');
    await tabTo(row.getByRole('button', { name: 'Add' }));
    await page.keyboard.press('Enter');
    await part('sow_the_field').waitFor(patience);
    await expect.poll(() => hasKeys(panel()), patience).toBe(true);
  });

  it('shows the names of files as text', async () => {
    await search('plough_the_meadow');
    const hit = panel().locator('.omitted-row', { hasText: `${hostile}:1` });
    await hit.getByRole('button', { name: 'Add' }).click(patience);
    await part(hostile).waitFor(patience);
    expect(await page.locator('main img, main iframe, main a[href], main script').count()).toBe(0);
    expect(await page.evaluate('window.planted ?? null')).toBeNull();
    expect(await page.getByText('0 executions').count()).toBe(1);
  });

  it.each(themes)('has no serious finding, in $name', async ({ name, colorScheme, contrast }) => {
    const other = await workspace.open({ colorScheme, contrast, reducedMotion: 'reduce' });
    await other.getByRole('option').first().click();
    await other.getByRole('tab', { name: 'Context' }).click();
    await other.locator('.chunk').first().waitFor(patience);
    await other.getByRole('textbox', { name: 'Words or names to look for in the project' }).fill('sow_the_field');
    await other.keyboard.press('Enter');
    await other.locator('.omitted-row').first().waitFor(patience);
    await other.mouse.move(720, 2);
    expect(await findSerious(other)).toEqual([]);
    await picture(other, `context-panel-${name.replace(' ', '-')}`);
    await other.close();
  });
});

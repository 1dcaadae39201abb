import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { openWorkspace, picture, surfaceOf, whyNoPage, type Workspace, takesKeys } from './open-workspace';

const why = whyNoPage();
const patient = { timeout: 60_000 };

describe.skipIf(why !== null)(`steering and history${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let workspace: Workspace;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    workspace = await openWorkspace();
    page = await workspace.open();
    page.on('pageerror', (error) => faults.push(error.message));
    await page.getByRole('button', { name: 'Run the example: A shape clash in plain NumPy' }).click();
    await surfaceOf(page).getByRole('button', { name: 'Accept plan and run' }).waitFor({ timeout: 60_000 });
  });
  afterAll(() => workspace?.close());

  const line = () => page.getByRole('option', { name: /dense layer/ });

  it('follows words to the next step that name a thing, and keeps the others, by the keyboard alone', async () => {
    await page.keyboard.press('Control+Alt+s');
    const dialog = page.getByRole('dialog', { name: 'Tell the next step something' });
    await takesKeys(dialog.getByRole('textbox'));
    await page.keyboard.insertText('time limit 77 s, on the CPU');
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('From the next run on: on the processor, without a card · time limit 77 s').waitFor();
    await takesKeys(dialog.getByRole('textbox'));
    await page.keyboard.insertText('I do not trust the reshape.');
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('Names nothing that can be followed without a model.').waitFor();
    await picture(page, 'steering');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Said: I do not trust the reshape.').waitFor();
  });

  it('keeps a pasted report over a reload until it is made a reproduction of', async () => {
    await page.keyboard.press('Control+Alt+n');
    const text = page.getByRole('textbox', { name: 'Bug report' });
    await takesKeys(text);
    await page.keyboard.insertText('Half a report <img src=x onerror=alert(1)>');
    await page.reload();
    await page.locator('.state-chip').waitFor();
    await page.keyboard.press('Control+Alt+n');
    await text.waitFor();
    expect(await text.inputValue()).toBe('Half a report <img src=x onerror=alert(1)>');
    await text.fill('');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('filters by state, archives, and takes back', async () => {
    const filter = page.getByRole('button', { name: /Which reproductions are listed/ });
    const choose = async (name: string): Promise<void> => {
      await filter.click();
      await page.getByRole('option', { name, exact: true }).click();
    };
    await choose('Reproduced');
    await page.getByText('None under “Reproduced”.').waitFor();
    await choose('Not finished');
    await line().waitFor();
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByText('None under “Not finished”.').waitFor();
    await choose('Archive');
    await line().waitFor();
    await picture(page, 'archive');
    await page.getByRole('button', { name: 'Take back', exact: true }).click();
    await choose('All but the archive');
    await line().waitFor();
  });

  it('deletes by the keyboard, after it has said what goes and how much', async () => {
    // What waits for an answer is at work still, and is not deleted under its own hands.
    await page.keyboard.press('Control+.');
    await page.locator('.state-chip', { hasText: 'Paused' }).waitFor();
    await page.getByRole('button', { name: 'Delete…' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog');
    await expect.poll(() => dialog.innerText(), patient).toMatch(/Record of what happened\s+[\d.]+ (?:B|kB|KB)/);
    await picture(page, 'delete');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => line().count(), patient).toBe(0);
  });

  it('met no fault on the way', () => expect(faults).toEqual([]));
});

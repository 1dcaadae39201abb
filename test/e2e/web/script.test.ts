import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { openReproduced, picture, surfaceOf, whyNoPage, type Workspace } from './open-workspace';

const why = whyNoPage();
const patient = { timeout: 60_000 };

describe.skipIf(why !== null)(`the script and its changes${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let workspace: Workspace;
  let page: Page;
  let faults: string[];

  beforeAll(async () => {
    ({ workspace, page, faults } = await openReproduced('A snippet that lacks an import'));
    await page.keyboard.press('Control+3');
    await page.locator('.view-line').first().waitFor();
  });
  afterAll(() => workspace?.close());

  /** The editor's lines from top to bottom: in the document they stand in the order in which they were drawn. */
  const editorText = async (): Promise<string> => {
    const lines = (await page
      .locator('.editor .view-line')
      .evaluateAll((all) =>
        all.map((one) => [Number.parseFloat((one as HTMLElement).style.top), (one as HTMLElement).innerText]),
      )) as [number, string][];
    return lines
      .sort(([a], [b]) => a - b)
      .map(([, text]) => text.replaceAll('\u00a0', ' ').replace(/\n$/, ''))
      .join('\n');
  };
  const hunks = () => page.getByRole('region', { name: 'Changes, each to be taken or left out' });
  const open = async (name: RegExp): Promise<void> => {
    await page.getByRole('option', { name }).click();
    await page.locator('.view-line').first().waitFor();
  };

  it('takes a change of an edit action by the keyboard, with the reason beside it, and knows it after a restart', async () => {
    await page
      .getByRole('button', { name: /^Changes$/ })
      .or(page.getByText('Changes', { exact: true }))
      .first()
      .click();
    await hunks().waitFor();
    expect(await page.locator('.change').innerText()).toMatch(/import/i);
    const take = hunks().getByRole('button', { name: /^Take change 1/ });
    await take.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => hunks().getByRole('status').innerText(), patient).toMatch(/1 taken/);
    await picture(page, 'hunks');
    await workspace.restart();
    await page.close();
    page = await workspace.open();
    page.on('pageerror', (error) => faults.push(error.message));
    await open(/confusion_matrix/);
    await page.keyboard.press('Control+d');
    await expect.poll(() => hunks().getByRole('status').innerText(), patient).toMatch(/1 taken/);
  });

  it('leaves a change out, which is then an edit of its own, and puts it back', async () => {
    const before = await hunks().getByRole('status').innerText();
    await hunks()
      .getByRole('button', { name: /^Leave out change 1/ })
      .click();
    await page.getByText('Edited, not kept yet').waitFor();
    await expect.poll(() => hunks().getByRole('status').innerText(), patient).not.toBe(before);
    await hunks()
      .getByRole('button', { name: /^Put back/ })
      .first()
      .click();
    await page.getByText('Edited, not kept yet').waitFor({ state: 'detached' });
    expect(await hunks().getByRole('status').innerText()).toBe(before);
  });

  it('undoes what was typed before a restart of the program, key by key, and does it again', async () => {
    await page.keyboard.press('Control+d');
    await page.locator('.editor .view-line').first().click();
    await page.keyboard.press('Control+Home');
    const first = await editorText();
    const before = await noted(workspace);
    await page.keyboard.type('# one\n');
    await expect.poll(() => noted(workspace), patient).toBe(before + 1);
    await page.keyboard.type('# two\n');
    await expect.poll(() => noted(workspace), patient).toBe(before + 2);
    await workspace.restart();
    await page.close();
    page = await workspace.open();
    page.on('pageerror', (error) => faults.push(error.message));
    await page.getByRole('option', { name: /confusion_matrix/ }).click();
    await page.getByText('Edited, not kept yet').waitFor();
    await page.locator('.editor .view-line').first().click();
    await expect.poll(editorText, patient).toMatch(/^# one\n# two\n/);
    await page.keyboard.press('Control+z');
    await expect.poll(editorText, patient).toMatch(/^# one\n(?!# two)/);
    await page.keyboard.press('Control+z');
    await expect.poll(editorText, patient).toBe(first);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(editorText, patient).toMatch(/^# one\n(?!# two)/);
    await page.keyboard.press('Control+z');
    await page.getByText('Edited, not kept yet').waitFor({ state: 'detached' });
  });

  it('undoes the change of an edit action too, down to the report’s own code', async () => {
    await page.locator('.editor .view-line').first().click();
    const now = await editorText();
    await page.keyboard.press('Control+z');
    await page.getByText('Edited, not kept yet').waitFor();
    await expect.poll(editorText, patient).not.toBe(now);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(editorText, patient).toBe(now);
    await page.getByText('Edited, not kept yet').waitFor({ state: 'detached' });
  });

  it('completes and explains by what the environment has, and marks what it lacks until that is mended', async () => {
    const marks = page.getByRole('region', { name: 'What the environment does not have' });
    await open(/^1 · as reported/);
    await expect.poll(() => marks.innerText(), patient).toContain('the name np is not defined');
    await page.locator('.editor .view-line').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nimport json\njson.du');
    const offered = page.locator('.suggest-widget');
    await offered.getByText('dumps').first().waitFor(patient);
    await expect.poll(() => offered.innerText(), patient).toContain('skipkeys');
    await picture(page, 'completion');
    // The shorter name comes first.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect.poll(editorText, patient).toMatch(/\njson\.dumps$/);
    await page.keyboard.type('z');
    await expect.poll(() => marks.innerText(), patient).toMatch(/json has no dumpsz\. There is: .*dumps/);
    await page.locator('.squiggly-error').first().waitFor();
    await marks.getByRole('button', { name: /dumpsz/ }).click();
    await picture(page, 'marks');
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    await expect.poll(() => marks.innerText(), patient).not.toContain('dumpsz');
    await page.keyboard.press('Control+i');
    await expect
      .poll(async () => (await page.locator('.monaco-hover-content').allInnerTexts()).join(), patient)
      .toContain('skipkeys');
    await picture(page, 'explained');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Edited, not kept yet').waitFor({ state: 'detached' });
  });

  it('merges an edit with what Reprise made of the same script', async () => {
    await open(/^1 · as reported/);
    await page.locator('.editor .view-line').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\nprint("mine")\n');
    await page.getByRole('button', { name: 'Merge the two' }).click();
    const merge = page.getByRole('region', { name: /^Merge your edit with attempt/ });
    await merge.waitFor();
    expect(await merge.locator('.from-mine').innerText()).toContain('print("mine")');
    await picture(page, 'merge');
    await merge.getByRole('button', { name: 'Take the merged script' }).click();
    await page.getByText('Edited, not kept yet').waitFor();
    await page.getByText('Code', { exact: true }).click();
    await expect.poll(editorText, patient).toContain('print("mine")');
    await page.keyboard.press('Control+s');
    await page.getByRole('option', { name: /your edit/ }).waitFor();
    await surfaceOf(page)
      .getByRole('button', { name: /^Run attempt/ })
      .waitFor();
  });

  it('met no fault on the way', () => expect(faults).toEqual([]));
});

/** How many changes the host has on disk: the page sends each once the text has come to rest. */
async function noted({ dataFolder }: Workspace): Promise<number> {
  const names = await readdir(path.join(dataFolder, 'reproductions'), { recursive: true });
  const drafts = names.filter((name) => name.endsWith('.jsonl') && path.basename(path.dirname(name)) === 'drafts');
  const texts = await Promise.all(drafts.map((name) => readFile(path.join(dataFolder, 'reproductions', name), 'utf8')));
  return texts
    .join('')
    .split('\n')
    .filter((line) => line.includes('"change":{')).length;
}

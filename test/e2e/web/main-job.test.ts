import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import {
  openWorkspace,
  outputText,
  picture,
  pressRun,
  showInOutput,
  surfaceOf,
  whyNoPage,
  type Workspace,
} from './open-workspace';

const why = whyNoPage();
const long = 170_000;

describe.skipIf(why !== null)(`the main job in Chromium${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let workspace: Workspace;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    workspace = await openWorkspace();
    page = await workspace.open();
    page.on('pageerror', (error) => faults.push(error.message));
  });
  afterAll(() => workspace?.close());

  const chip = () => page.locator('.state-chip');
  const evidence = () => page.getByRole('region', { name: 'Reported, observed and verdict' });

  it('opens an example, reads it, and waits for the plan to be accepted', async () => {
    await page.getByRole('button', { name: 'Run the example: A shape clash in plain NumPy' }).click();
    await surfaceOf(page).getByRole('button', { name: 'Accept plan and run' }).waitFor({ timeout: 60_000 });
    expect(await surfaceOf(page).locator('.words').innerText()).toMatch(
      /^Script [0-9a-f]{8} .*\n+Sandboxed, no network/,
    );
    expect(await chip().innerText()).toBe('Plan to accept');
    expect(await page.locator('.plan-card').count()).toBeGreaterThan(2);
    expect(await evidence().innerText()).toContain('ValueError: matmul');
    expect(await page.getByText('0 executions').count()).toBe(1);
    await picture(page, 'plan');
  });

  it('takes a change of the plan', async () => {
    const cards = page.locator('.plan-card');
    const before = await cards.nth(1).locator('.plan-text').innerText();
    await cards.nth(1).getByRole('button', { name: 'Move up' }).click();
    await expect.poll(() => cards.nth(0).locator('.plan-text').innerText()).toBe(before);
    await cards.nth(0).getByRole('button', { name: 'Move down' }).click();
    await expect.poll(() => cards.nth(1).locator('.plan-text').innerText()).toBe(before);
  });

  it('keeps a comment on a step, proposes one step anew beside it, and leaves a locked one as it is', async () => {
    const card = page.locator('.plan-card').nth(1);
    const text = card.locator('.plan-text');
    const before = await text.innerText();
    await card.getByRole('button', { name: 'Edit', exact: true }).click();
    await card.getByRole('textbox', { name: 'Text of the step' }).fill('Something of mine.');
    await card.getByRole('textbox', { name: 'Comment on the step' }).fill('Only the shapes matter.');
    await card.getByRole('button', { name: 'Save' }).click();
    await card.getByText('yours').waitFor();
    await card.getByText('Only the shapes matter.').waitFor();
    await card.getByRole('button', { name: 'Propose anew' }).click();
    await expect.poll(() => text.innerText()).toBe(before);
    expect(await card.innerText()).toContain('Only the shapes matter.');
    await card.getByRole('button', { name: 'Lock: keep this step as it is' }).click();
    await card.getByRole('button', { name: 'Unlock' }).waitFor();
    for (const name of ['Propose anew', 'Edit', 'Delete this step']) {
      expect(await card.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
    }
    await card.getByRole('button', { name: 'Unlock' }).click();
    await card.getByRole('button', { name: 'Lock: keep this step as it is' }).waitFor();
  });

  it('links what was read with its place in the report', async () => {
    await page.keyboard.press('Control+1');
    await page.getByRole('button', { name: /^numpy/ }).click();
    await expect.poll(() => page.locator('.source .lit').allInnerTexts()).not.toEqual([]);
    expect((await page.locator('.source .lit').allInnerTexts()).join('')).toContain('1.26');
    await picture(page, 'report');
  });

  it(
    'runs once it is accepted, shows the output live, and goes on over a reload in the middle',
    async () => {
      await pressRun(page, 'Accept plan and run');
      await surfaceOf(page).getByRole('button', { name: 'Stop' }).waitFor();
      await expect.poll(() => outputText(page), { timeout: 60_000 }).toMatch(/\S/);
      await page.reload();
      await chip().waitFor();
      expect(await page.locator('h1').innerText()).toContain('dense layer');
      await page.getByRole('button', { name: 'Open reproducer' }).waitFor({ timeout: 120_000 });
      expect(await chip().innerText()).toMatch(/^Reproduced · \d of \d$/);
    },
    long,
  );

  it('shows the verdict rule by rule, and leads from evidence to the output', async () => {
    const text = await evidence().innerText();
    for (const rule of ['Matches the reported symptom', 'Environment as reported', 'Genuine, nothing planted']) {
      expect(text).toContain(rule);
    }
    await expect.poll(() => outputText(page)).toContain('ValueError: matmul');
    await picture(page, 'workspace');
    await page.getByRole('tab', { name: 'Observations' }).click();
    await page.getByRole('region', { name: 'Observations' }).waitFor();
    await page.getByRole('tab', { name: 'Output' }).click();
  });

  it(
    'runs an edited script as an attempt of its own, beside the one before',
    async () => {
      await page.keyboard.press('Control+3');
      const editor = page.getByRole('textbox', { name: 'Script' });
      await page.locator('.view-line').first().click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('print("from the edit")\n');
      await page.getByText('Edited, not kept yet').waitFor();
      await page.reload();
      await page.getByText('Edited, not kept yet').waitFor();
      expect(await editor.count()).toBe(1);
      await page.keyboard.press('Control+Alt+Enter');
      await page.getByRole('option', { name: /^2 · your edit/ }).waitFor();
      await pressRun(page, 'Run attempt 2');
      await expect.poll(() => showInOutput(page, 'from the edit'), { timeout: 90_000 }).toBe(true);
      await page.getByText('Changes', { exact: true }).click();
      await page.locator('.line-insert').first().waitFor();
      await picture(page, 'changes');
      await page.getByText('Code', { exact: true }).click();
      await expect.poll(() => chip().innerText(), { timeout: 90_000 }).not.toMatch(/running/);
    },
    long,
  );

  it(
    'holds any two attempts against each other',
    async () => {
      await page.getByRole('option', { name: /^1 · as reported/ }).click();
      await page.getByText('Changes', { exact: true }).click();
      await page.getByRole('button', { name: /against 2 · your edit/ }).waitFor();
      await page.locator('.line-delete').first().waitFor();
      await page.getByText('Code', { exact: true }).click();
    },
    long,
  );

  it('keeps the user’s word against a verdict with its reason, until it is taken back', async () => {
    await page.getByRole('option', { name: /^2 · your edit/ }).click();
    await page.getByRole('button', { name: 'Overrule this verdict…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Overrule the verdict' });
    await dialog.getByRole('button', { name: 'Overrule', exact: true }).click();
    await dialog.getByText('Say why').waitFor();
    await dialog.getByRole('textbox', { name: 'Why' }).fill('The report means another layer.');
    await dialog.getByRole('button', { name: 'Overrule', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    const word = page.getByRole('region', { name: 'Overrule the verdict' });
    expect(await word.innerText()).toContain('The report means another layer.');
    expect(await chip().innerText()).toMatch(/^You say: Not reproduced/);
    await word.getByRole('button', { name: 'Take back' }).click();
    await expect.poll(() => chip().innerText()).toMatch(/^Reproduced/);
  });

  it(
    'judges anew by a symptom that the user corrects',
    async () => {
      await page.keyboard.press('Control+1');
      await page.getByRole('button', { name: 'Correct this symptom: Exception' }).click();
      const dialog = page.getByRole('dialog', { name: 'Correct the symptom' });
      await dialog.getByRole('textbox', { name: 'Type of the exception' }).fill('KeyError');
      await dialog.getByRole('button', { name: 'Keep' }).click();
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => evidence().innerText()).toContain('KeyError: matmul');
      await pressRun(page, 'Judge again');
      await expect.poll(() => chip().innerText(), { timeout: 120_000 }).toMatch(/^Not reproduced/);
    },
    long,
  );

  it('shows the files of the reproducer', async () => {
    const open = page.getByRole('tab', { name: 'Reproducer' });
    await open.click();
    await page.getByRole('tab', { name: 'reproducer.py' }).waitFor();
    expect(await page.locator('.reproducer-text').innerText()).toContain('import numpy');
  });

  it('met no fault on the way', () => expect(faults).toEqual([]));
});

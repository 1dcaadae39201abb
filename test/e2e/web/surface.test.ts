import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { plantedOutcome, plantedScript } from '../planted-script';
import { openWorkspace, pressRun, surfaceOf, whyNoPage, type Workspace, takesKeys } from './open-workspace';

const why = whyNoPage();

describe.skipIf(why !== null)(`the Run surface in Chromium${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let workspace: Workspace;
  let page: Page;

  beforeAll(async () => {
    workspace = await openWorkspace();
    page = await workspace.open();
    await page.getByRole('button', { name: 'Run the example: A shape clash in plain NumPy' }).click();
    await accept().waitFor({ timeout: 60_000 });
  });
  afterAll(() => workspace?.close());

  const accept = () => surfaceOf(page).getByRole('button', { name: 'Accept plan and run' });
  const note = () => surfaceOf(page).locator('.note').innerText();

  it('is not pressed by a script in the page’s own world, by whatever way', async () => {
    expect(await page.evaluate(plantedScript)).toEqual(plantedOutcome);
  });

  it.each([
    ['something invisible lies over it', 'background: transparent; inset: 0 0 auto auto; width: 700px; height: 60px'],
    ['it looks like something else', 'background: white; inset: 0 0 auto auto; width: 700px; height: 60px'],
  ])('takes no press while %s', async (_what, style) => {
    const box = await accept().boundingBox();
    if (!box) throw new Error('The button is not there');
    // Lets every press through to what lies below: the trick of a page that wants a press for something else.
    await page.evaluate(`{
      const cover = document.createElement('div');
      cover.id = 'cover';
      cover.style.cssText = 'position: fixed; z-index: 99; pointer-events: none; ${style}';
      document.body.append(cover);
    }`);
    await expect.poll(() => accept().getAttribute('aria-disabled')).toBe('true');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(note).toContain('covers');
    await page.evaluate(`document.getElementById('cover').remove()`);
    await expect.poll(() => accept().getAttribute('aria-disabled')).toBe('false');
  });

  it('takes no press while the page fades it or moves a part of it out of sight', async () => {
    for (const style of ['opacity: 0.01', 'transform: scale(0.2)', 'clip-path: inset(0 0 0 60%)', 'right: -80px']) {
      await page.evaluate(`document.getElementById('run-surface').style.cssText += '; ${style}'`);
      await expect.poll(() => accept().getAttribute('aria-disabled'), { message: style }).toBe('true');
      await page.evaluate(
        `for (const name of ['opacity', 'transform', 'clip-path', 'right']) document.getElementById('run-surface').style.removeProperty(name)`,
      );
      await expect.poll(() => accept().getAttribute('aria-disabled')).toBe('false');
    }
  });

  it('takes no key at once after the page has moved the keyboard there', async () => {
    await page.evaluate(`{
      const frame = document.getElementById('run-surface');
      frame.focus();
      frame.contentWindow.postMessage({ kind: 'reprise:focus', act: 'acceptPlan' }, '*');
    }`);
    await expect.poll(() => surfaceOf(page).locator('button:focus').count()).toBe(1);
    await page.keyboard.press('x');
    await page.keyboard.press('Enter');
    await expect.poll(note).toContain('just changed');
    expect(await accept().count()).toBe(1);
  });

  it('is reached by the palette, which presses nothing, and is pressed by the keyboard', async () => {
    await page.locator('main').click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('Control+k');
    await takesKeys(page.getByRole('searchbox', { name: 'Search commands' }));
    await page.keyboard.type('accept');
    await page.keyboard.press('Enter');
    await expect.poll(() => surfaceOf(page).locator('button:focus').innerText()).toContain('Accept plan');
    await expect.poll(() => accept().getAttribute('aria-disabled')).toBe('false');
    expect(await page.getByText('0 executions').count()).toBe(1);
    await page.waitForTimeout(600);
    await page.keyboard.press('Enter');
    await surfaceOf(page).getByRole('button', { name: 'Stop' }).waitFor();
    await expect.poll(() => page.locator('.state-chip').innerText()).toMatch(/Preparing|Attempt|Reproduced/);
    await page.getByRole('button', { name: 'Open reproducer' }).waitFor({ timeout: 150_000 });
  }, 170_000);

  it('asks in its own words before settings ask for less, and leaves them where it is not pressed', async () => {
    const automatic = 'Auto: runs through inside the sandbox';
    await page.keyboard.press('Control+,');
    await page.getByRole('dialog', { name: 'Settings' }).getByText(automatic).click();
    await surfaceOf(page).getByText('run without asking for the plan').waitFor();
    await pressRun(page, 'Leave it');
    await surfaceOf(page).getByRole('button', { name: 'Run attempt 1' }).waitFor();
    await page.keyboard.press('Control+,');
    await page.getByRole('dialog', { name: 'Settings' }).getByText(automatic).click();
    await pressRun(page, 'Change this setting');
    await page.keyboard.press('Control+,');
    await expect.poll(() => page.getByRole('radio', { name: /^Auto/ }).isChecked()).toBe(true);
    await page.getByText('Guide: stops at the plan').last().click();
    await expect.poll(() => page.getByRole('radio', { name: /^Guide/ }).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
  });

  it('goes into a window of its own, and is pressed there, where the browser cannot tell what lies over it', async () => {
    const blind = await workspace.open();
    await blind.context().addInitScript('delete IntersectionObserverEntry.prototype.isVisible');
    await blind.reload();
    await blind.getByRole('option', { name: /dense layer/ }).click();
    const leads = surfaceOf(blind).getByRole('button');
    await expect.poll(() => leads.allInnerTexts()).toEqual(['Open Run in a window of its own']);
    const opening = blind.context().waitForEvent('page');
    await leads.click();
    const own = await opening;
    const run = own.getByRole('button', { name: 'Run attempt 1' });
    await expect.poll(() => run.getAttribute('aria-disabled')).toBe('false');
    const runs = blind.getByText(/\d+ executions/);
    const before = await runs.innerText();
    await run.click();
    await expect.poll(() => runs.innerText(), { timeout: 150_000 }).not.toBe(before);
    await own.close();
    await blind.close();
  }, 170_000);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { openWorkspace, picture, surfaceOf, takesKeys, whyNoPage, type Workspace } from './open-workspace';

const why = whyNoPage();

const report = `# Two vectors of other lengths

NumPy 1.26.4, Python 3.11.

\`\`\`python
import numpy as np
np.ones(3) @ np.ones(4)
\`\`\`

    Traceback (most recent call last):
      File "train.py", line 2, in <module>
        np.ones(3) @ np.ones(4)
    ValueError: matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size 4 is different from 3)
`;

describe.skipIf(why !== null)(`the main job by keyboard alone${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let workspace: Workspace;
  let page: Page;

  beforeAll(async () => {
    workspace = await openWorkspace();
    // Zoom of 200 %: half the room.
    page = await workspace.open({
      viewport: { width: 720, height: 450 },
      deviceScaleFactor: 2,
      reducedMotion: 'reduce',
    });
  });
  afterAll(() => workspace?.close());

  const settled = (name: string) =>
    expect
      .poll(() => surfaceOf(page).getByRole('button', { name }).getAttribute('aria-disabled'), { timeout: 60_000 })
      .toBe('false');

  it('goes from a pasted report over the plan and the run to the reproducer, at a zoom of 200 %', async () => {
    await page.keyboard.press('Control+Alt+n');
    const box = page.getByRole('textbox', { name: 'Bug report' });
    await box.waitFor();
    await takesKeys(box);
    await page.keyboard.insertText(report);
    expect(await box.inputValue()).toBe(report);
    await page.keyboard.press('Control+Enter');
    await settled('Accept plan and run');
    await picture(page, 'zoomed-plan');
    await page.keyboard.press('Control+Shift+Enter');
    await expect.poll(() => surfaceOf(page).locator('button:focus').innerText()).toContain('Accept plan');
    // A key counts half a second after the keyboard came.
    await page.waitForTimeout(600);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Open reproducer' }).waitFor({ timeout: 150_000 });
    // From inside the surface the page's own keys still work.
    await page.keyboard.press('Control+5');
    await expect.poll(() => page.getByText('Why this verdict').count()).toBe(1);
    await page.keyboard.press('Control+e');
    await page.getByRole('tab', { name: 'reproducer.py' }).waitFor();
    expect(await page.locator('.reproducer-text').innerText()).toContain('np.ones(3) @ np.ones(4)');
  }, 240_000);

  it('lets nothing be wider than the window at that zoom', async () => {
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});

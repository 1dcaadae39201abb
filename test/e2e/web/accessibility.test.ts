import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { openWorkspace, picture, whyNoPage, type Workspace } from './open-workspace';

const why = whyNoPage();
const themes = [
  { name: 'light', colorScheme: 'light', contrast: 'no-preference' },
  { name: 'dark', colorScheme: 'dark', contrast: 'no-preference' },
  { name: 'high contrast', colorScheme: 'dark', contrast: 'more' },
] as const;

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

describe.skipIf(why !== null)(`accessibility of the page${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let workspace: Workspace;

  beforeAll(async () => {
    workspace = await openWorkspace();
    const page = await workspace.open();
    await page.getByRole('button', { name: 'Run the example: A shape clash in plain NumPy' }).click();
    await page.getByRole('button', { name: 'Accept plan and run' }).waitFor({ timeout: 60_000 });
    await page.close();
  });
  afterAll(() => workspace?.close());

  /** Findings of axe that are serious or worse. */
  async function check(page: Page): Promise<string[]> {
    await page.evaluate(axe.source);
    const violations = (await page.evaluate(
      'axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }).then((it) => it.violations)',
    )) as Finding[];
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
      );
  }

  it.each(themes)('has no serious finding in $name', async ({ name, colorScheme, contrast }) => {
    const page = await workspace.open({ colorScheme, contrast, reducedMotion: 'reduce' });
    const found: Record<string, string[]> = {};
    const look = async (what: string): Promise<void> => {
      // Modals and tooltips fade by style; what is judged is where they come to rest.
      await page.waitForTimeout(250);
      found[what] = await check(page);
      await picture(page, `${name.replace(' ', '-')}-${what}`);
    };
    await page.getByRole('option').first().waitFor();
    await look('welcome');
    await page.getByRole('option').first().click();
    await page.locator('.plan-card').first().waitFor();
    await look('plan');
    await page.keyboard.press('Control+1');
    await page.locator('.source').waitFor();
    await look('report');
    await page.keyboard.press('Control+3');
    await page.locator('.view-line').first().waitFor();
    await look('script');
    await page.keyboard.press('Control+k');
    await page.getByRole('menuitem').first().waitFor();
    await look('palette');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+,');
    await page.getByRole('dialog').waitFor();
    await look('settings');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Alt+n');
    await page.getByRole('dialog').waitFor();
    await look('new');
    await page.close();
    expect(Object.fromEntries(Object.entries(found).filter(([, findings]) => findings.length > 0))).toEqual({});
  });

  it('leads every command to its place by the palette, with the keyboard alone', async () => {
    const page = await workspace.open();
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox', { name: 'Search commands' }).waitFor();
    await page.keyboard.type('settings');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Settings' }).waitFor();
    await page.getByText('Dark', { exact: true }).click();
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await page.getByText('System', { exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.close();
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSerious, themes } from './find-serious';
import { openReproduced, outputText, picture, surfaceOf, whyNoPage, type Workspace, takesKeys } from './open-workspace';

const why = whyNoPage();

/** Screens that are looked at with less room as well. */
const narrowPictured: ReadonlySet<string> = new Set(['plan', 'workspace']);

describe.skipIf(why !== null)(`accessibility of the page${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let workspace: Workspace;

  beforeAll(async () => {
    const opened = await openReproduced('A snippet that lacks an import');
    workspace = opened.workspace;
    await opened.page.close();
    const other = await workspace.open();
    await other.getByRole('button', { name: 'Run the example: A shape clash in plain NumPy' }).click();
    await surfaceOf(other).getByRole('button', { name: 'Accept plan and run' }).waitFor({ timeout: 60_000 });
    await other.close();
  });
  afterAll(() => workspace?.close());

  /** Opens the page in a theme, and a function that judges and pictures what is on it. */
  async function enter({ name, colorScheme, contrast }: (typeof themes)[number]) {
    const page = await workspace.open({ colorScheme, contrast, reducedMotion: 'reduce' });
    const found: Record<string, string[]> = {};
    const look = async (what: string): Promise<void> => {
      // Modals and tooltips fade by style; what is judged is where they come to rest.
      await page.mouse.move(720, 2);
      await page.waitForTimeout(250);
      const findings = await findSerious(page);
      if (findings.length > 0) found[what] = findings;
      await picture(page, `${what}-${name.replace(' ', '-')}`);
      if (!narrowPictured.has(what)) return;
      await page.setViewportSize({ width: 1024, height: 720 });
      await page.waitForTimeout(250);
      const narrow = await findSerious(page);
      if (narrow.length > 0) found[`${what} at 1024`] = narrow;
      await picture(page, `${what}-1024-${name.replace(' ', '-')}`);
      await page.setViewportSize({ width: 1440, height: 900 });
    };
    await page.getByRole('option').first().waitFor();
    return { page, found, look };
  }

  it.each(themes)('has no serious finding before a run, in $name', async (theme) => {
    const { page, found, look } = await enter(theme);
    await look('welcome');
    await page.getByRole('option', { name: /dense layer/ }).click();
    await page.locator('.plan-card').first().waitFor();
    await look('plan');
    await page.keyboard.press('Control+1');
    await page.locator('.source').waitFor();
    await look('report');
    await page.keyboard.press('Control+k');
    await page.getByRole('menuitem').first().waitFor();
    await look('palette');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+,');
    await page.getByRole('dialog').waitFor();
    await look('settings');
    await page.getByRole('tab', { name: 'As JSON' }).click();
    const text = page.getByRole('textbox', { name: 'All settings' });
    await text.waitFor();
    await text.fill('{ "theme": "pink", "colour": 1 }');
    await page.getByText('There is no setting “colour”. Take it out.').waitFor();
    await look('settings-json');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Alt+n');
    await page.getByRole('dialog').waitFor();
    await look('new');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await takesKeys(page.getByRole('searchbox', { name: 'Search commands' }));
    await page.keyboard.type('tour');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'A report comes in' }).waitFor();
    await look('tour');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Alt+s');
    await page.getByRole('dialog').waitFor();
    await look('steering');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('alertdialog').getByText('Record of what happened').waitFor();
    await look('delete');
    await page.close();
    expect(found).toEqual({});
  });

  it.each(themes)('has no serious finding after a run, in $name', async (theme) => {
    const { page, found, look } = await enter(theme);
    await page.getByRole('option', { name: /confusion_matrix/ }).click();
    await page.locator('.view-line').first().waitFor();
    await expect.poll(() => outputText(page)).toContain('Error');
    await look('script');
    await page.keyboard.press('Control+d');
    await page.locator('.line-insert').first().waitFor();
    await page.getByText('Inline', { exact: true }).click();
    await look('workspace');
    await page.getByText('Code', { exact: true }).click();
    await page.getByRole('tab', { name: 'Observations' }).click();
    await page.getByRole('region', { name: 'Observations' }).waitFor();
    await look('observations');
    await page.getByRole('tab', { name: 'Charts' }).click();
    await page.locator('.plot canvas').first().waitFor();
    await look('charts');
    await page.getByRole('button', { name: 'As tables' }).click();
    await page.getByRole('region', { name: 'Charts' }).getByRole('table').first().waitFor();
    await look('charts-table');
    await page.getByRole('tab', { name: 'Output' }).click();
    await page.getByRole('button', { name: 'Overrule this verdict…' }).click();
    await page.getByRole('dialog').waitFor();
    await look('overrule');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+1');
    await page.getByRole('button', { name: /^Correct this symptom/ }).click();
    await page.getByRole('dialog').waitFor();
    await look('symptom');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+6');
    await page.locator('.resolution').waitFor();
    await look('environment');
    await page.keyboard.press('Control+e');
    await page.locator('.reproducer-text').waitFor();
    await look('reproducer');
    await page.getByRole('button', { name: /Form to share it in/ }).click();
    await page.getByRole('option', { name: 'Gist', exact: true }).click();
    await page.getByRole('button', { name: 'Go to Publish' }).waitFor();
    await page.locator('.reproducer-text').waitFor();
    await look('share');
    await page.keyboard.press('Control+3');
    await page.getByRole('option', { name: /^1 · as reported/ }).click();
    await page.locator('.editor .view-line').first().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\n# mine\n');
    await page.getByRole('button', { name: 'Merge the two' }).click();
    await page.getByRole('region', { name: /^Merge your edit with attempt/ }).waitFor();
    await look('merge');
    await page.getByRole('button', { name: /Which reproductions are listed/ }).click();
    await page.getByRole('option', { name: 'Archive', exact: true }).waitFor();
    await look('filter');
    await page.keyboard.press('Escape');
    await page.close();
    expect(found).toEqual({});
  });

  it('leads every command to its place by the palette, with the keyboard alone', async () => {
    const page = await workspace.open();
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Control+k');
    await takesKeys(page.getByRole('searchbox', { name: 'Search commands' }));
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

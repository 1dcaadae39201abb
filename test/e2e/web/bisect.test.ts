import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { findInterpreters } from '../../helpers/interpreters';
import { sandbox } from '../../integration/python/parts';
import { small } from '../cli/regressions';
import { hasKeys, openWorkspace, picture, surfaceOf, takesKeys, whyNoPage, type Workspace } from './open-workspace';

const patient = { timeout: 60_000 };
const [one] = small;
const found = findInterpreters().filter(({ version }) => version === '3.11');
const why =
  whyNoPage() ??
  (found.length === 0 ? 'no Python 3.11' : null) ??
  ((await sandbox.describe()).level === 'limitsOnly' ? 'no sandbox' : null);

describe.skipIf(why !== null)(
  `the release that it came with, by keyboard alone${why === null ? '' : ` (skipped: ${why})`}`,
  () => {
    let workspace: Workspace;
    let page: Page;

    beforeAll(async () => {
      workspace = await openWorkspace({
        block: { REPRISE_PYTHON_FOLDERS: found.map(({ python }) => path.dirname(python)).join(path.delimiter) },
      });
      page = await workspace.open();
    });
    afterAll(() => workspace?.close());

    /** Presses the button of the Run surface that has the keyboard, once it takes a key. */
    const pressByKey = async (name: string): Promise<void> => {
      const button = surfaceOf(page).locator('button:focus');
      await expect.poll(() => button.innerText(), patient).toContain(name);
      await expect.poll(() => button.getAttribute('aria-disabled'), patient).toBe('false');
      // A key counts half a second after the keyboard came.
      await page.waitForTimeout(600);
      await page.keyboard.press('Enter');
    };

    it('reproduces a report of a release', async () => {
      await page.keyboard.press('Control+Alt+n');
      const box = page.getByRole('textbox', { name: 'Bug report' });
      await takesKeys(box);
      const { script, shows, package: name, bad } = one ?? { script: '', shows: '', package: '', bad: '' };
      await page.keyboard.insertText(
        `# It is gone\n\n${name} ${bad}, Python 3.11\n\n\`\`\`python\n${script}\`\`\`\n\n\`\`\`\nTraceback (most recent call last):\n  File "a.py", line 1, in <module>\n${shows}\n\`\`\`\n`,
      );
      await page.keyboard.press('Control+Enter');
      await surfaceOf(page).getByRole('button', { name: 'Accept plan and run' }).waitFor(patient);
      await page.keyboard.press('Control+Shift+Enter');
      await pressByKey('Accept plan');
      await page.getByRole('button', { name: 'Open reproducer' }).waitFor({ timeout: 150_000 });
    }, 240_000);

    it('asks which package and between which releases, says in the Run surface what that runs, and finds it', async () => {
      await page.keyboard.press('Control+k');
      // The keyboard comes from the frame of the Run surface, and a key that is quicker goes there.
      const search = page.getByRole('searchbox', { name: 'Search commands' });
      await expect
        .poll(async () => {
          await search.press('Control+a');
          await page.keyboard.type('find the release');
          return search.inputValue();
        }, patient)
        .toBe('find the release');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Find the release that the fault came with' });
      await dialog.getByRole('button', { name: /packaging \d/ }).waitFor();
      const good = dialog.getByRole('textbox', { name: /without the fault/ });
      for (let tabs = 0; tabs < 10 && !(await hasKeys(good)); tabs += 1) await page.keyboard.press('Tab');
      await takesKeys(good);
      await page.keyboard.insertText('20 0');
      await page.keyboard.press('Enter');
      await dialog.getByText('Write a release as the package index does').waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('21.0');
      await page.keyboard.press('Tab');
      await page.keyboard.insertText('23.0');
      await picture(page, 'bisect-ask');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      const words = surfaceOf(page).locator('#words');
      await expect
        .poll(() => words.innerText(), patient)
        .toMatch(/releases of packaging[^]*21\.0 is said to be without/);
      await picture(page, 'bisect-offer');
      await pressByKey('Search the release');
      const releases = page.getByRole('region', { name: 'Releases of packaging' });
      await expect
        .poll(() => releases.getByRole('status').innerText(), { timeout: 200_000 })
        .toMatch(/It came with packaging 22\.0 .*last good 21\.3/);
      const rows = await releases.getByRole('listitem').allInnerTexts();
      expect(rows.find((row) => row.startsWith('22.0'))).toContain('shows it');
      expect(rows.find((row) => row.startsWith('21.3'))).toContain('does not show it');
      await picture(page, 'bisect');
    }, 300_000);
  },
);

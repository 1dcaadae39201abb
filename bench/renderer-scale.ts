import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openWorkspace } from '../test/e2e/web/open-workspace';
import { figure } from './figure';
import { median } from './measure';
import { plantAttempts, plantMany } from './plant-store';
import { watchInput } from './watch-input';

const many = 2_000;
const attempts = 300;
const lines = 5_000;

const sorted = (times: readonly number[]): readonly number[] => [...times].sort((a, b) => a - b);

/** The page over a store with 2,000 reproductions, and one with 300 attempts of 5,000 lines. */
export async function measureScale(): Promise<void> {
  const workspace = await openWorkspace({
    prepare: async (dataFolder) => {
      await mkdir(join(dataFolder, 'reproductions'), { recursive: true });
      await plantMany(dataFolder, many);
      await plantAttempts(dataFolder, { id: 'long', attempts, lines });
    },
  });
  try {
    const page = await workspace.open();
    // The first look reads every log; what is known of them is kept from then on.
    await page.getByRole('option').first().waitFor({ timeout: 120_000 });
    const opened: number[] = [];
    for (let index = 0; index < 5; index += 1) {
      const started = performance.now();
      await page.reload({ waitUntil: 'commit' });
      await page.getByRole('option').first().waitFor();
      opened.push(performance.now() - started);
    }
    figure('renderer: 2,000 reproductions, list shown after', median(sorted(opened)), 'ms');

    const input = await watchInput(page);
    const search = page.getByRole('searchbox').first();
    await search.click();
    await page.keyboard.type('number 1999');
    await page.getByRole('option', { name: /Crash number 1999/ }).waitFor();
    figure('renderer: 2,000 reproductions, a key of the search to paint, most', await input.most(), 'ms');

    await search.fill('300 attempts');
    await page.getByRole('option', { name: /300 attempts/ }).click();
    await page.getByRole('option', { name: /^300 ·/ }).waitFor();
    await input.reset();
    const switched: number[] = [];
    for (const number of [attempts, 150, 1, 299, 2]) {
      const started = performance.now();
      await page.getByRole('option', { name: new RegExp(`^${number} ·`) }).click();
      await page
        .locator('.editor .view-line', { hasText: `turn = ${number - 1}` })
        .first()
        .waitFor();
      switched.push(performance.now() - started);
    }
    figure('renderer: 300 attempts, another script shown after', median(sorted(switched)), 'ms');
    figure('renderer: 300 attempts, a press to paint, most', await input.most(), 'ms');

    await page.locator('.editor .view-line').first().click();
    await page.keyboard.press('Control+Home');
    await input.reset();
    await page.keyboard.type('rows = [1, 2, 3]', { delay: 40 });
    figure('renderer: 5,000 lines, a key of the editor to paint, most', await input.most(), 'ms');
  } finally {
    await workspace.close();
  }
}

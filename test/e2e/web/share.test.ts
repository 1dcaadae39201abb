import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { startGistServer, type GistServer } from '../../helpers/gist-server';
import { openReproduced, pressRun, surfaceOf, whyNoPage, type Workspace } from './open-workspace';

const why = whyNoPage();
const patient = { timeout: 60_000 };

describe.skipIf(why !== null)(`sharing from the page${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let server: GistServer;
  let workspace: Workspace;
  let page: Page;

  beforeAll(async () => {
    server = await startGistServer();
    ({ workspace, page } = await openReproduced('A snippet that lacks an import', {
      block: { REPRISE_GIST_SERVER: server.address, GITHUB_TOKEN: 'good-token' },
    }));
    await page.keyboard.press('Control+e');
    await page.locator('.reproducer-text').waitFor();
  });
  afterAll(async () => {
    await workspace?.close();
    await server?.close();
  });

  const choose = async (form: string): Promise<void> => {
    await page.getByRole('button', { name: /Form to share it in/ }).click();
    await page.getByRole('option', { name: form, exact: true }).click();
    await page.locator('.reproducer-text').waitFor();
  };

  it('shows every file of each form as it would leave, says what was found, and saves it', async () => {
    expect(await page.locator('.leaks').innerText()).toMatch(/gives anything away|replaced/);
    await choose('Comment for an issue');
    const comment = await page.locator('.reproducer-text').innerText();
    expect(comment).toContain('ValueError');
    const saved = page.waitForEvent('download', patient);
    await page.getByRole('button', { name: 'Save…' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('comment.md');
    expect((await readFile(await download.path(), 'utf8')).replace(/\s+/g, ' ')).toContain('ValueError');
    await choose('Test for pytest');
    await page.getByRole('tab', { name: 'test_reproduction.py' }).waitFor();
    const zip = page.waitForEvent('download', patient);
    await page.getByRole('button', { name: 'Save…' }).click();
    expect((await zip).suggestedFilename()).toBe('reproducer.zip');
  });

  it('publishes nothing by itself: the page leads to the Run surface, which says who can read what', async () => {
    await choose('Gist');
    await page.getByRole('button', { name: 'Go to Publish' }).click();
    const offer = surfaceOf(page).locator('#words');
    await expect.poll(() => offer.innerText(), patient).toContain('unlisted, not private');
    await pressRun(page, 'Leave it');
    await surfaceOf(page).getByRole('button', { name: 'Publish' }).waitFor({ state: 'detached' });
    expect(server.gists.size).toBe(0);
    await page.getByRole('button', { name: 'Go to Publish' }).click();
    await pressRun(page, 'Publish');
    await page.getByText('Published', { exact: true }).waitFor(patient);
    expect(server.gists.size).toBe(1);
    expect([...server.gists.values()][0]).toMatchObject({ isPublic: false });
  });

  it('shortens the script after a press on the Run surface, tells how far it is, and keeps the best so far when it is stopped', async () => {
    await page.getByRole('button', { name: 'Shorten the script…' }).click();
    await expect.poll(() => surfaceOf(page).locator('#words').innerText(), patient).toContain('runs shorter forms');
    await pressRun(page, 'Shorten the script');
    const progress = page.getByRole('status').filter({ hasText: 'Shortening the script' });
    await expect.poll(() => progress.innerText(), { timeout: 150_000 }).toMatch(/\d+ lines left after \d+ runs/);
    await pressRun(page, /^Stop/);
    await page.getByRole('option', { name: /shortened|minimised/i }).waitFor({ timeout: 150_000 });
    expect(await page.getByRole('option', { name: /as reported/ }).count()).toBe(1);
  }, 200_000);
});

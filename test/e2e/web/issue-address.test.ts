import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { startIssueServer, type IssueServer } from '../../helpers/issue-server';
import { openWorkspace, whyNoPage, type Workspace } from './open-workspace';

const why = whyNoPage();

describe.skipIf(why !== null)(`an issue’s address in the page${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let server: IssueServer;
  let workspace: Workspace;
  let page: Page;

  beforeAll(async () => {
    server = await startIssueServer({
      12: { title: 'len() of a number', body: "```\nTypeError: object of type 'int' has no len()\n```\n" },
    });
    workspace = await openWorkspace({ block: { REPRISE_ISSUE_SERVER: server.address } });
    page = await workspace.open();
  });
  afterAll(async () => {
    await workspace?.close();
    await server?.close();
  });

  const give = async (address: string): Promise<void> => {
    const text = page.getByRole('textbox', { name: 'Bug report' });
    await text.fill(address);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
  };

  it('says in the dialog why an issue is not to be had, and keeps what was typed', async () => {
    await page.keyboard.press('Control+Alt+n');
    await give('https://github.com/owner/project/issues/404');
    await page.getByRole('dialog').getByText('has no such issue that everyone may read').waitFor({ timeout: 30_000 });
    expect(await page.getByRole('textbox', { name: 'Bug report' }).inputValue()).toContain('/issues/404');
  });

  it('asks no other host', async () => {
    await give(`${server.address}/owner/project/issues/12`);
    await page.getByRole('dialog').getByText('The page asks github.com alone').waitFor({ timeout: 30_000 });
    expect(server.asked.map(({ path }) => path)).toEqual(['/repos/owner/project/issues/404']);
  });

  it('makes a reproduction of what was fetched', async () => {
    await give('https://github.com/owner/project/issues/12');
    await page.getByRole('dialog').waitFor({ state: 'detached', timeout: 30_000 });
    await expect.poll(() => page.locator('h1').innerText(), { timeout: 30_000 }).toContain('len() of a number');
  });
});

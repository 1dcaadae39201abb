import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIssueReader } from '../../../src/node/report/create-issue-reader';
import { startIssueServer, type IssueServer } from '../../helpers/issue-server';

/** GitHub's own addresses, answered by a server that stands in for it. */
describe('what an issue’s host answers', () => {
  let server: IssueServer;
  beforeAll(async () => {
    server = await startIssueServer({
      7: { title: 'It fails', body: 'Again.', comments: Array.from({ length: 230 }, (_, at) => `Comment ${at}.`) },
      8: { title: 'It fails', body: 'Again.', comments: Array.from({ length: 305 }, (_, at) => `Comment ${at}.`) },
    });
  });
  afterAll(() => server.close());

  const read = (number: number | string, host = 'github.com') =>
    createIssueReader({ server: `${server.address}/` }).read(`https://${host}/owner/project/issues/${number}`, {
      signal: new AbortController().signal,
    });

  it.each<[number, RegExp]>([
    [301, /has moved \(it answered 301\)\. Open it at github\.com in a browser/],
    [403, /does not let everyone read this issue \(it answered 403\)/],
    [404, /no such issue that everyone may read \(it answered 404\)/],
    [410, /was deleted at github\.com/],
    [429, /no more questions from here for now\. Try again in 2 minutes/],
    [4030, /no more questions from here for now\. Try again in 60 minutes/],
  ])('is told for the issue %s in one sentence that says what to do', async (number, sentence) => {
    await expect(read(number)).rejects.toMatchObject({
      code: 'badInput',
      message: expect.stringMatching(sentence) as string,
    });
  });

  it('reads comments page by page, and no redirect is followed on the way', async () => {
    server.asked.length = 0;
    const { name, text } = await read('7#issuecomment-1', 'www.github.com');
    expect(name).toBe('owner/project#7');
    expect(text.match(/^Comment \d+\.$/gm)).toHaveLength(230);
    expect(text).not.toContain('were not read');
    const root = '/repos/owner/project/issues/7';
    expect(server.asked.map(({ path }) => path)).toEqual([
      root,
      ...['', '&page=2', '&page=3'].map((page) => `${root}/comments?per_page=100${page}`),
    ]);
  });

  it('says how many comments it left', async () => {
    const { text } = await read(8);
    expect(text.match(/^Comment \d+\.$/gm)).toHaveLength(300);
    expect(text).toMatch(/\n5 more comments were not read\.\n$/);
  });
});

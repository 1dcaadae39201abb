import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readReport } from '../../../src/core/report/read-report';
import { createIssueReader } from '../../../src/node/report/create-issue-reader';

const issue = {
  title: 'Conv2d fails on\n an empty batch',
  body: 'I have torch 1.8.0.\r\n\r\n```\nRuntimeError: no elements\n```',
  created_at: '2021-03-29T10:00:00Z',
  comments: 2,
  user: { login: 'ada' },
  labels: [{ name: 'bug' }, 'triaged', { name: null }],
};
const comments = [
  { body: 'It does with 1.7 as well.', created_at: '2021-03-30T10:00:00Z', user: { login: 'ben' } },
  { body: null, created_at: '2021-03-31T10:00:00Z', user: null },
];

/** A server that answers as the documented interface of a GitHub server does. */
describe('createIssueReader', () => {
  const asked: IncomingMessage[] = [];
  let server: Server;
  let origin = '';
  const reader = createIssueReader();
  const progress = { signal: new AbortController().signal };
  const read = (path: string) => reader.read(`${origin}${path}`, progress);

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request);
      answer(request.url ?? '', response);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((done) => server.close(done)));

  function answer(path: string, response: ServerResponse): void {
    const json = (body: unknown, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const root = '/api/v3/repos/owner/project/issues/';
    if (path === `${root}12`) return json(issue);
    if (path.startsWith(`${root}12/comments`)) return json(comments);
    if (path === `${root}13`) return json({ message: 'rate limit' }, 403);
    if (path === `${root}14`) return json([1, 2]);
    if (path === `${root}15`) {
      response.writeHead(302, { location: `${origin}${root}12` }).end();
      return;
    }
    if (path === `${root}16`) return json({ ...issue, comments: 0, body: 'x'.repeat(11 * 1024 * 1024) });
    if (path === `${root}17`) {
      response.writeHead(200).end('<html>');
      return;
    }
    return json({ message: 'Not Found' }, 404);
  }

  it.each(['/owner/project/issues/12', '/owner/project/pull/12/', '/owner/project/issues/12#issuecomment-5'])(
    'gives the thread of %s as text that is read like any report',
    async (path) => {
      const { name, text } = await read(path);
      expect(name).toBe('owner/project#12');
      expect(text).toBe(
        '# Conv2d fails on an empty batch\n\nOpened by ada on 2021-03-29.\n\nLabels: bug, triaged\n\nI have torch 1.8.0.\n\n' +
          '```\nRuntimeError: no elements\n```\n\n---\n\nComment by ben on 2021-03-30:\n\nIt does with 1.7 as well.\n\n' +
          '---\n\nComment by someone on 2021-03-31:\n\n\n',
      );
      const { readOut, symptoms } = readReport({ name, text, asOf: null });
      expect(readOut).toMatchObject({ title: 'Conv2d fails on an empty batch', date: { value: '2021-03-29' } });
      expect(readOut.versions.map(({ version }) => version)).toEqual(['1.8.0']);
      expect(symptoms[0]).toMatchObject({ kind: 'exception', type: 'RuntimeError' });
    },
  );

  it('asks that host alone, and sends it nothing of ours', async () => {
    asked.length = 0;
    await read('/owner/project/issues/12');
    expect(asked.map(({ url }) => url)).toEqual([
      '/api/v3/repos/owner/project/issues/12',
      '/api/v3/repos/owner/project/issues/12/comments?per_page=100',
    ]);
    for (const { headers } of asked) {
      expect(headers['user-agent']).toBe('reprise');
      expect(headers.authorization).toBeUndefined();
      expect(headers.cookie).toBeUndefined();
    }
  });

  it.each([
    ['/owner/project/issues/99', /has no such issue .* \(it answered 404\)/],
    ['/owner/project/issues/13', /takes no more questions/],
    ['/owner/project/issues/14', /did not answer with an issue/],
    ['/owner/project/issues/15', /it answered 302/],
    ['/owner/project/issues/16', /longer than a report may be/],
    ['/owner/project/issues/17', /did not answer with an issue/],
    ['/owner/project', /not the address of an issue/],
    ['/owner/project/issues/12/../../../../x', /not the address of an issue/],
  ])('refuses %s in one sentence that says what to do', async (path, sentence) => {
    await expect(read(path)).rejects.toMatchObject({
      code: 'badInput',
      message: expect.stringMatching(sentence) as string,
    });
  });

  it.each([
    'ftp://127.0.0.1/o/p/issues/1',
    'file:///o/p/issues/1',
    'https://me:key@127.0.0.1/o/p/issues/1',
    'no address',
  ])('takes no other address: %s', async (address) => {
    await expect(reader.read(address, progress)).rejects.toThrow(/not the address of an issue/);
  });

  it('says that the host is not reached', async () => {
    await expect(reader.read('http://127.0.0.1:1/owner/project/issues/12', progress)).rejects.toThrow(
      /^127\.0\.0\.1:1 could not be reached\. Save the text/,
    );
  });

  it('ends when it is cancelled', async () => {
    const controller = new AbortController();
    controller.abort(new Error('enough'));
    await expect(reader.read(`${origin}/owner/project/issues/12`, controller)).rejects.toThrow('enough');
  });
});

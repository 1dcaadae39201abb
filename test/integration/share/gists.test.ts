import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { publishGist } from '../../../src/core/export/publish-gist';
import type { Gists } from '../../../src/core/ports/gists';
import { createGists } from '../../../src/node/share/create-gists';
import { RepriseError } from '../../../src/protocol/errors';
import { startGistServer, type GistMood, type GistServer } from '../../helpers/gist-server';

const files = [
  { path: 'reproducer.py', text: 'import numpy\nnumpy.ones(2) @ numpy.ones(3)\n' },
  { path: 'README.md', text: '# It fails\n' },
];
const wanted = { files, snippet: 'np.ones(2) @ np.ones(3)\n', description: 'It fails', isPublic: false, gist: null };

describe('gists of a server', () => {
  let server: GistServer;
  let gists: Gists;
  const access = { token: 'good-token', signal: new AbortController().signal };

  beforeAll(async () => {
    server = await startGistServer();
    gists = createGists({ server: server.address });
  });
  afterEach(() => server.setMood(null));
  afterAll(() => server.close());

  it('are made in two revisions, the first with the report’s code alone, and are secret unless asked', async () => {
    const made = await publishGist(gists, wanted, access);
    expect(made).toMatchObject({ isPublic: false, revisions: 2, files });
    expect(server.gists.get(made.id)?.revisions[0]).toEqual({ 'reproducer.py': wanted.snippet });
    const open = await publishGist(gists, { ...wanted, isPublic: true, snippet: '' }, access);
    expect(open).toMatchObject({ isPublic: true, revisions: 1 });
  });

  it('are updated by identifier and by address, and lose files of ours that are gone, but no others', async () => {
    const control = { path: 'control.py', text: 'x = 1\n' };
    const own = { path: 'notes.txt', text: 'mine\n' };
    const made = await publishGist(gists, { ...wanted, snippet: '', files: [...files, control, own] }, access);
    for (const gist of [made.id, made.address, `https://gists.example.org/someone/${made.id}/`]) {
      const updated = await publishGist(gists, { ...wanted, gist }, access);
      expect(updated.id).toBe(made.id);
      expect(updated.files.map(({ path }) => path).sort()).toEqual(['README.md', 'notes.txt', 'reproducer.py']);
    }
  });

  it('come back with the same bytes, without a token too', async () => {
    const odd = { path: 'reproducer.py', text: '# ä ☃ 😀\r\nprint("\\u2028")\n\n\n' };
    const made = await publishGist(gists, { ...wanted, snippet: '', files: [odd] }, access);
    const back = await gists.read(made.address, { token: null, signal: access.signal });
    expect(back.files).toEqual([odd]);
    expect(server.asked.at(-1)?.authorization).toBeUndefined();
  });

  const sso = 'required; url=https://github.com/orgs/acme/sso?authorization_request=A1';
  const soon = String(Math.floor(Date.now() / 1000) + 600);
  const paths: readonly (readonly [string, GistMood, 'badInput' | 'unavailable', RegExp])[] = [
    ['an expired token', { status: 401, body: { message: 'Bad credentials' } }, 'badInput', /expired or was revoked/],
    ['single sign-on', { status: 403, headers: { 'x-github-sso': sso } }, 'badInput', /single sign-on.*https:\/\/127/],
    ['single sign-on, hidden', { status: 404, headers: { 'x-github-sso': sso } }, 'badInput', /single sign-on/],
    [
      'a limit with its end',
      { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': soon } },
      'unavailable',
      /for (?:9|10|11) min/,
    ],
    [
      'a limit without its end',
      { status: 403, headers: { 'x-ratelimit-remaining': '0' } },
      'unavailable',
      /for 60 min/,
    ],
    ['a second limit', { status: 403, headers: { 'retry-after': '120' } }, 'unavailable', /for 2 min/],
    [
      'a limit in words',
      { status: 403, body: { message: 'You have exceeded a secondary rate limit.' } },
      'unavailable',
      /for 1 min/,
    ],
    ['too many requests', { status: 429, headers: { 'retry-after': '30' } }, 'unavailable', /for 1 min/],
    ['too many requests, no more said', { status: 429 }, 'unavailable', /for 1 min/],
    [
      'a token without the right',
      { status: 403, headers: { 'x-oauth-scopes': 'repo', 'x-accepted-oauth-scopes': 'gist' } },
      'badInput',
      /may not write gists/,
    ],
    [
      'a token without the right, hidden',
      { status: 404, headers: { 'x-oauth-scopes': 'repo', 'x-accepted-oauth-scopes': 'gist' } },
      'badInput',
      /may not write gists/,
    ],
    [
      'another refusal',
      { status: 403, body: { message: 'Resource not accessible\nby personal access token' } },
      'badInput',
      /not accessible by personal/,
    ],
    ['no such gist', { status: 404, body: { message: 'Not Found' } }, 'badInput', /no such gist/],
    [
      'files that are not taken',
      { status: 422, body: { message: 'Validation Failed' } },
      'badInput',
      /Validation Failed/,
    ],
    ['a change at the same moment', { status: 409 }, 'unavailable', /same moment/],
    [
      'a redirect',
      { status: 301, headers: { location: 'https://elsewhere.example.org/' } },
      'unavailable',
      /not followed/,
    ],
    ['a fault of the host', { status: 500, body: '<html>' }, 'unavailable', /fault of its own \(500\)/],
    ['a host at rest', { status: 503 }, 'unavailable', /\(503\)/],
    ['a status from nowhere', { status: 418 }, 'unavailable', /status 418/],
    ['an answer that is none', { status: 200, body: '<html>' }, 'unavailable', /something else than a gist/],
    [
      'an answer of another form',
      { status: 201, body: { id: '../../x', html_url: 'javascript:1' } },
      'unavailable',
      /something else/,
    ],
    ['a cut connection', { drops: true }, 'unavailable', /was not reached/],
  ];

  it.each(paths)('says what to do about %s, asks once and tells no token', async (_, mood, code, words) => {
    server.setMood(mood);
    server.asked.length = 0;
    const failure = await gists.create({ description: '', isPublic: false, files }, access).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(RepriseError);
    expect(failure).toMatchObject({ code, message: expect.stringMatching(words) as string });
    expect(String(failure)).not.toContain('good-token');
    expect(server.asked).toHaveLength(1);
  });

  it('refuses a wrong token and a missing one by what the server says', async () => {
    await expect(
      gists.create({ description: '', isPublic: false, files }, { ...access, token: 'stale' }),
    ).rejects.toThrow(/refuses the token/);
    await expect(gists.read('f'.repeat(32), { token: null, signal: access.signal })).rejects.toThrow(/needs a token/);
    await expect(gists.read('f'.repeat(32), access)).rejects.toThrow(/no such gist/);
  });

  it.each(['', 'x', '../../user', 'https://gists.example.org/', 'https://gists.example.org/a/b/c', 'g'.repeat(32)])(
    'asks nothing for the gist %j',
    async (gist) => {
      server.asked.length = 0;
      await expect(gists.read(gist, access)).rejects.toThrow(/no gist/);
      expect(server.asked).toEqual([]);
    },
  );

  it('says where the first revision is when the second fails', async () => {
    server.setMood({ status: 500, method: 'PATCH' });
    const before = server.gists.size;
    await expect(publishGist(gists, wanted, access)).rejects.toThrow(
      new RegExp(`${server.address}/.*--gist [0-9a-f]{32}\\.`),
    );
    expect(server.gists.size).toBe(before + 1);
  });

  it('is not reached where nothing listens, and stops when asked', async () => {
    const closed = await startGistServer();
    await closed.close();
    await expect(createGists({ server: closed.address }).read('f'.repeat(32), access)).rejects.toThrow(/not reached/);
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    await expect(gists.read('f'.repeat(32), { token: null, signal: stop.signal })).rejects.toThrow('stopped');
  });

  it('refuses a gist with a file that is not given whole', async () => {
    server.setMood({
      status: 200,
      body: {
        id: 'f'.repeat(32),
        html_url: server.address,
        public: false,
        files: { a: { content: 'x', truncated: true } },
      },
    });
    await expect(gists.read('f'.repeat(32), access)).rejects.toThrow(/too large/);
  });
});

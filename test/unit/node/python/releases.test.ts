import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { collectReleases } from '../../../../src/node/python/releases/collect-releases';
import { fitsMachine, readWheelName } from '../../../../src/node/python/releases/fits-machine';
import { parseIndexPage, type IndexFile } from '../../../../src/node/python/releases/parse-index-page';
import { readPublished } from '../../../../src/node/python/releases/read-published';

const linux = { platform: 'linux', arch: 'x64' } as const;

function fits(file: string, python: string, place: { platform: NodeJS.Platform; arch: string } = linux): boolean {
  return (readWheelName(file)?.tags ?? []).some((tag) => fitsMachine(tag, python, place));
}

describe('the tags of a wheel', () => {
  it.each([
    ['a-1.0-py3-none-any.whl', '3.11.4', true],
    ['a-1.0-py2.py3-none-any.whl', '2.7.18', true],
    ['a-1.0-py2-none-any.whl', '3.11.4', false],
    ['a-1.0-py36-none-any.whl', '3.11.4', true],
    ['a-1.0-py312-none-any.whl', '3.11.4', false],
    ['a-1.0-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl', '3.11.4', true],
    ['a-1.0-cp310-cp310-manylinux_2_17_x86_64.whl', '3.11.4', false],
    ['a-1.0-cp37-cp37m-manylinux1_x86_64.whl', '3.7.17', true],
    ['a-1.0-cp39-abi3-manylinux_2_28_x86_64.whl', '3.12.1', true],
    ['a-1.0-cp39-abi3-manylinux_2_28_x86_64.whl', '3.8.1', false],
    ['a-1.0-cp313-cp313t-manylinux_2_28_x86_64.whl', '3.13.0', false],
    ['a-1.0-cp311-cp311-musllinux_1_1_x86_64.whl', '3.11.4', false],
    ['a-1.0-cp311-cp311-manylinux_2_17_aarch64.whl', '3.11.4', false],
    ['a-1.0-1-cp311-cp311-linux_x86_64.whl', '3.11.4', true],
    ['a-1.0-pp39-pypy39_pp73-manylinux_2_17_x86_64.whl', '3.9.1', false],
  ])('%s for %s: %s', (file, python, expected) => {
    expect(fits(file, python)).toBe(expected);
  });

  it('are those of the system', () => {
    expect(fits('a-1.0-cp311-cp311-macosx_11_0_arm64.whl', '3.11.4', { platform: 'darwin', arch: 'arm64' })).toBe(true);
    expect(fits('a-1.0-cp311-cp311-macosx_10_9_universal2.whl', '3.11.4', { platform: 'darwin', arch: 'x64' })).toBe(
      true,
    );
    expect(fits('a-1.0-cp311-cp311-win_amd64.whl', '3.11.4', { platform: 'win32', arch: 'x64' })).toBe(true);
    expect(fits('a-1.0-cp311-cp311-win_amd64.whl', '3.11.4')).toBe(false);
  });
});

const json = JSON.stringify({
  files: [
    { filename: 'my_thing-1.10.tar.gz', 'upload-time': '2024-03-01T00:00:00.1Z', yanked: false },
    { filename: 'my_thing-1.10-py3-none-any.whl', 'upload-time': '2024-03-02T00:00:00Z', 'requires-python': '>=3.9' },
    { filename: 'my_thing-1.9.0-py3-none-any.whl', 'upload-time': '2024-01-05T00:00:00Z', yanked: 'broken' },
    { filename: 'my_thing-1.9-py2-none-any.whl', 'upload-time': '2024-01-04T00:00:00Z', yanked: true },
    { filename: 'my_thing-2.0rc1-py3-none-any.whl', 'upload-time': '2024-04-01T00:00:00Z' },
    { filename: 'my_thing-2.0.post1-py3-none-any.whl', 'upload-time': '2024-06-01T00:00:00Z' },
    { filename: 'my_thing-2.0-py3-none-any.whl', 'upload-time': '2024-05-01T00:00:00Z' },
    { filename: 'my-thing-0.1.zip', 'upload-time': '2020-05-01T00:00:00Z' },
    { filename: 'my_thing-what-py3-none-any.whl' },
    { filename: 'other-3.0-py3-none-any.whl.metadata' },
  ],
});

function collect(files: readonly IndexFile[] | null, fromSource = false) {
  return collectReleases({
    ...{ name: 'my-thing', files: files ?? [], fromSource, place: linux },
    interpreters: ['3.8.10', '3.11.4'],
  });
}

describe('the releases of a distribution', () => {
  it('come in the order of their versions, with days, interpreters, and what is withdrawn', () => {
    expect(collect(parseIndexPage({ contentType: 'application/vnd.pypi.simple.v1+json', text: json }))).toEqual([
      { version: '0.1', day: '2020-05-01', yanked: false, prerelease: false, pythons: [] },
      { version: '1.9.0', day: '2024-01-04', yanked: true, prerelease: false, pythons: ['3.8', '3.11'] },
      { version: '1.10', day: '2024-03-01', yanked: false, prerelease: false, pythons: ['3.11'] },
      { version: '2.0rc1', day: '2024-04-01', yanked: false, prerelease: true, pythons: ['3.8', '3.11'] },
      { version: '2.0', day: '2024-05-01', yanked: false, prerelease: false, pythons: ['3.8', '3.11'] },
      { version: '2.0.post1', day: '2024-06-01', yanked: false, prerelease: false, pythons: ['3.8', '3.11'] },
    ]);
  });

  it('count where they are source only and may be built', () => {
    const files = parseIndexPage({ contentType: 'application/json', text: json });
    expect(collect(files, true)[0]).toMatchObject({ version: '0.1', pythons: ['3.8', '3.11'] });
  });

  it('are read from pages of HTML too, which tell no days', () => {
    const text = `<!DOCTYPE html><html><body>
      <a href="a" data-requires-python="&gt;=3.9">my_thing-1.0-py3-none-any.whl</a>
      <a data-yanked="bad &amp; gone" href="b">my_thing-1.1-py3-none-any.whl</a>
      <a href='c' data-requires-python='&lt;3.9'>my_thing-1.2-py3-none-any.whl</a></body></html>`;
    expect(collect(parseIndexPage({ contentType: 'text/html', text }))).toEqual([
      { version: '1.0', day: null, yanked: false, prerelease: false, pythons: ['3.11'] },
      { version: '1.1', day: null, yanked: true, prerelease: false, pythons: ['3.8', '3.11'] },
      { version: '1.2', day: null, yanked: false, prerelease: false, pythons: ['3.8'] },
    ]);
  });

  it('are none where the page is something else', () => {
    expect(parseIndexPage({ contentType: 'application/json', text: '{"files": 3}' })).toBeNull();
    expect(parseIndexPage({ contentType: 'application/json', text: 'not' })).toBeNull();
    expect(parseIndexPage({ contentType: 'text/plain', text: 'hello' })).toBeNull();
  });
});

describe('an index that is asked', () => {
  let server: Server | null = null;
  afterEach(() => new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined))));

  async function ask(
    answer: Parameters<typeof createServer>[1] & object,
    name = 'My_Thing',
  ): Promise<Awaited<ReturnType<typeof readPublished>>> {
    const listening = createServer(answer);
    server = listening;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const { port } = listening.address() as AddressInfo;
    const folders = {} as Parameters<typeof readPublished>[1]['machine']['folders'];
    return readPublished(
      name,
      {
        machine: { platform: 'linux', environmentBlock: {}, homeFolder: '/home', folders },
        knowledge: { indexHosts: ['index.invalid'], sourceOnly: new Map() },
        index: `http://user:word@127.0.0.1:${port}/simple/`,
        environments: [],
        arch: 'x64',
      },
      { signal: new AbortController().signal },
    );
  }

  it('is asked for the plain name, with the user’s own word, and followed on the same host alone', async () => {
    const seen: (string | undefined)[] = [];
    const read = await ask((request, response) => {
      seen.push(request.url, request.headers.authorization);
      if (request.url === '/simple/my-thing/') response.writeHead(301, { location: '/files/my-thing/' }).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(json);
    });
    const word = `Basic ${Buffer.from('user:word').toString('base64')}`;
    expect(seen).toEqual(['/simple/my-thing/', word, '/files/my-thing/', word]);
    expect(read.kind).toBe('read');
    const away = await ask((_, response) => response.writeHead(302, { location: 'http://elsewhere.invalid/' }).end());
    expect(away).toMatchObject({ kind: 'failed', failure: { kind: 'noNetwork' } });
  });

  it.each([
    [404, 'noVersion', 'has no My_Thing'],
    [403, 'indexRefused', 'status 403'],
    [200, 'unreadable', 'no list of files'],
  ])('says what a status %s means', async (status, kind, words) => {
    const failed = await ask((_, response) => response.writeHead(status, { 'content-type': 'text/plain' }).end('?'));
    expect(failed).toMatchObject({ kind: 'failed', failure: { kind, message: expect.stringContaining(words) } });
  });

  it('says that it cannot be reached', async () => {
    const failed = await ask((request) => request.socket.destroy());
    expect(failed).toMatchObject({ kind: 'failed', failure: { kind: 'noNetwork' } });
  });
});

import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ProjectWish } from '../../../src/core/ports/workspace';
import { repositoryKey } from '../../../src/node/context/repository-key';
import { createWorkspace } from '../../../src/node/workspace/create-workspace';
import { createMemoryContextIndex } from '../../../src/core/doubles/memory-context-index';
import { createTestParser } from '../../helpers/create-test-parser';
import { startHost } from '../../helpers/start-host';
import { git } from '../../helpers/git';
import { temporaryFolder } from '../../helpers/temporary-folder';

const progress = { signal: new AbortController().signal, report: () => undefined };

function whyNoGit(): string | null {
  try {
    const folder = execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim();
    return existsSync(path.join(folder, 'git-http-backend')) ? null : 'git has no http-backend here';
  } catch {
    return 'no git on this machine';
  }
}
const why = whyNoGit();

/** A bare repository with three commits of three days, the second with a tag; `work` is its checkout. */
async function makeRepository() {
  const root = await temporaryFolder();
  const work = path.join(root, 'work');
  await mkdir(work);
  git(work, ['init', '-q', '-b', 'main']);
  const ids: string[] = [];
  for (const [at, day] of ['2024-01-10', '2024-02-10', '2024-03-10'].entries()) {
    ids.push(await commit(work, at + 1, day));
    if (at === 1) git(work, ['tag', '-a', 'v0.2.0', '-m', 'two'], day);
  }
  const bare = path.join(root, 'my-model.git');
  git(root, ['clone', '-q', '--bare', work, bare]);
  return { root, work, bare, ids };
}

async function commit(work: string, version: number, day: string): Promise<string> {
  await mkdir(path.join(work, 'pkg'), { recursive: true });
  await writeFile(path.join(work, 'pkg', '__init__.py'), `version = ${version}\n`);
  git(work, ['add', '.'], day);
  git(work, ['commit', '-q', '-m', `change ${version}`], day);
  return git(work, ['rev-parse', 'HEAD']);
}

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => void server.close(resolve))));
});

interface Served {
  readonly url: string;
  readonly requests: string[];
  readonly close: () => Promise<unknown>;
}

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Served> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    });
  return { url: `http://127.0.0.1:${port}/my-model.git`, requests, close };
}

/** The server's side of git itself, as a web server starts it for each request. */
const serveSmart = (root: string): Promise<Served> =>
  serve((request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://localhost');
    const child = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env['PATH'] ?? '',
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'safe.directory',
        GIT_CONFIG_VALUE_0: '*',
        REQUEST_METHOD: request.method ?? 'GET',
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: String(request.headers['content-encoding'] ?? ''),
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        REMOTE_ADDR: '127.0.0.1',
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    request.pipe(child.stdin);
    child.stdin.on('error', () => undefined);
    const parts: Buffer[] = [];
    child.stdout.on('data', (bytes: Buffer) => parts.push(bytes));
    child.stdout.on('end', () => {
      const whole = Buffer.concat(parts);
      const end = whole.indexOf('\r\n\r\n');
      const lines = whole.toString('latin1', 0, end).split('\r\n');
      for (const line of lines) {
        const colon = line.indexOf(':');
        const [name, value] = [line.slice(0, colon), line.slice(colon + 1).trim()];
        if (name.toLowerCase() === 'status') response.statusCode = Number(value.slice(0, 3));
        else response.setHeader(name, value);
      }
      response.end(whole.subarray(end + 4));
    });
  });

/** Files alone, as any web server has them. */
const servePlain = (root: string): Promise<Served> =>
  serve((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    readFile(path.join(root, ...pathname.split('/').filter((part) => part !== '..'))).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
  });

const wish = (project: string, over: Partial<ProjectWish> = {}): ProjectWish => ({
  ...{ reproductionId: 'reproduction-1', project, given: null, revisions: [], versions: [], day: null, files: [] },
  ...over,
});

async function open(dataFolder: string, project: string, over: Partial<ProjectWish> = {}) {
  const opened = await createWorkspace({ dataFolder, environmentBlock: process.env }).open(
    wish(project, over),
    progress,
  );
  const text = await readFile(path.join(opened.folder, 'pkg/__init__.py'), 'utf8');
  return { ...opened, version: Number(/\d+/.exec(text)?.[0]) };
}

describe.skipIf(why !== null)(`a project at a git address${why === null ? '' : ` (skipped: ${why})`}`, () => {
  it.each(['leaves files out when asked', 'sends all'])(
    'is opened at what the report tells, from a server that %s',
    async (kind) => {
      const { root, bare, ids } = await makeRepository();
      if (kind !== 'sends all') {
        git(bare, ['config', 'uploadpack.allowFilter', 'true']);
        git(bare, ['config', 'uploadpack.allowAnySHA1InWant', 'true']);
      }
      const { url } = await serveSmart(root);
      const data = await temporaryFolder();
      expect(await open(data, url, { given: 'v0.2.0' })).toMatchObject({ how: 'given', commit: ids[1], version: 2 });
      expect(await open(data, url, { revisions: [ids[0]?.slice(0, 9) ?? ''] })).toMatchObject({
        how: 'stated',
        version: 1,
      });
      expect(await open(data, url, { versions: [{ name: 'My_Model', version: '0.2.0' }] })).toMatchObject({
        how: 'version',
        version: 2,
      });
      expect(await open(data, url, { day: '2024-01-20' })).toMatchObject({ how: 'date', commit: ids[0], version: 1 });
      const newest = await open(data, url);
      expect(newest).toMatchObject({ how: 'asItIs', commit: ids[2], version: 3 });
      expect(newest.reason).toContain(url);
      expect(await open(data, url, { given: 'nowhere' })).toMatchObject({ how: 'asItIs', version: 3 });
    },
  );

  it('is opened from a server that has files alone', async () => {
    const { root, bare, ids } = await makeRepository();
    git(bare, ['update-server-info']);
    const { url } = await servePlain(root);
    const data = await temporaryFolder();
    expect(await open(data, url, { given: 'v0.2.0' })).toMatchObject({ how: 'given', commit: ids[1], version: 2 });
  });

  it('is looked through for a report without a reproduction, at the commit that is told', async () => {
    const { root, bare } = await makeRepository();
    const { url } = await serveSmart(root);
    const parser = await createTestParser();
    const started = await startHost({
      change: (own) => ({
        contextIndex: createMemoryContextIndex({ workspace: own.workspace, parser, digestOf: own.digestOf }),
      }),
    });
    const client = await started.connect();
    const gather = (project: string, projectAt: string | null) =>
      client.call('context/gather', {
        ...{ name: 'r.md', text: '# pkg has the wrong version\n', asOf: null, budget: null },
        ...{ project, projectAt },
      });
    for (const project of [url, `file://${bare}`, bare]) {
      const { context } = await gather(project, 'v0.2.0');
      expect(context.chunks.map(({ text }) => text)).toEqual(['version = 2']);
      expect(context.leftOut[0]).toContain('v0.2.0');
    }
    await expect(gather('ext::sh', null)).rejects.toMatchObject({ code: 'badInput' });
    await expect(gather('https://me:secret@example.org/a', null)).rejects.toMatchObject({
      message: expect.not.stringContaining('secret') as string,
    });
  });

  it('is asked again only for what it did not have, and used as kept where it cannot be reached', async () => {
    const { root, work, bare, ids } = await makeRepository();
    const server = await serveSmart(root);
    const data = await temporaryFolder();
    await open(data, server.url, { given: ids[0] ?? '' });
    const asked = server.requests.length;
    expect(await open(data, server.url, { given: ids[0] ?? '', reproductionId: 'reproduction-2' })).toMatchObject({
      version: 1,
    });
    expect(server.requests).toHaveLength(asked);
    const next = await commit(work, 4, '2024-04-10');
    git(work, ['push', '-q', bare, 'main']);
    // As if it had been asked some time ago.
    const [key = ''] = await readdir(path.join(data, 'cache', 'repositories'));
    const note = path.join(data, 'cache', 'repositories', key, 'history', 'asked');
    await utimes(note, new Date('2024-01-01'), new Date('2024-01-01'));
    expect(await open(data, server.url, { given: next })).toMatchObject({ how: 'given', version: 4 });
    await server.close();
    await utimes(note, new Date('2024-01-01'), new Date('2024-01-01'));
    const kept = await open(data, server.url, { reproductionId: 'reproduction-3' });
    expect(kept).toMatchObject({ how: 'asItIs', version: 4 });
    expect(kept.reason).toContain('could not be asked again');
  });

  it('shares its index among reproductions, and keeps few commits for mere looks', async () => {
    const { root, ids, work, bare } = await makeRepository();
    for (let version = 4; version < 8; version += 1) ids.push(await commit(work, version, `2024-0${version}-10`));
    git(work, ['push', '-q', bare, 'main']);
    const { url } = await serveSmart(root);
    const data = await temporaryFolder();
    const one = await open(data, url, { given: ids[0] ?? '' });
    const other = await open(data, url, { given: ids[1] ?? '', reproductionId: 'reproduction-2' });
    expect(await repositoryKey(one.folder)).toBe(await repositoryKey(other.folder));
    for (const id of ids) await open(data, url, { given: id, reproductionId: null });
    const looks = await readdir(path.join(data, 'cache', 'repositories', 'looks'));
    expect(looks.filter((name) => !name.includes('.'))).toHaveLength(4);
  });

  it('says in one sentence that it cannot be reached, and leaves nothing half made', async () => {
    const { root } = await makeRepository();
    const server = await serveSmart(root);
    await server.close();
    const data = await temporaryFolder();
    await expect(open(data, server.url)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('could not be fetched') as string,
    });
    const [key = ''] = await readdir(path.join(data, 'cache', 'repositories'));
    expect(await readdir(path.join(data, 'cache', 'repositories', key))).toEqual([]);
  });

  it('starts no program that a repository, a setting or an address names', async () => {
    const { root, bare } = await makeRepository();
    const mark = path.join(root, 'started');
    const home = await temporaryFolder();
    await writeFile(
      path.join(home, '.gitconfig'),
      `[core]\n\tsshCommand = touch ${mark}\n\tfsmonitor = touch ${mark}\n[credential]\n\thelper = "!touch ${mark}"\n`,
    );
    await mkdir(path.join(bare, 'hooks'), { recursive: true });
    for (const hook of ['post-checkout', 'reference-transaction', 'post-merge']) {
      await writeFile(path.join(bare, 'hooks', hook), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
    }
    const data = await temporaryFolder();
    // A server that asks for a password: git's own question, a helper or a pop-up would wait without end.
    const asking = await serve((_, response) => {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
    });
    const workspace = createWorkspace({ dataFolder: data, environmentBlock: { ...process.env, HOME: home } });
    await expect(workspace.open(wish(asking.url), progress)).rejects.toMatchObject({ code: 'unavailable' });
    for (const address of [
      `ext::touch ${mark}`,
      `--upload-pack=touch ${mark}`,
      `ssh://-oProxyCommand=touch ${mark}/x`,
    ]) {
      await expect(workspace.open(wish(address), progress)).rejects.toMatchObject({ code: 'badInput' });
    }
    const elsewhere = await serve((request, response) => {
      response.writeHead(302, { Location: `ext::touch ${mark}` }).end(request.url);
    });
    await expect(workspace.open(wish(elsewhere.url), progress)).rejects.toMatchObject({ code: 'unavailable' });
    // Read by its files: git is not started, whatever its hooks are.
    const read = await workspace.open(wish(`file://${bare}`), progress);
    expect(read).toMatchObject({ how: 'asItIs', leftOut: 0 });
    expect((await stat(path.join(read.folder, 'pkg'))).isDirectory()).toBe(true);
    expect(existsSync(mark)).toBe(false);
  });
});

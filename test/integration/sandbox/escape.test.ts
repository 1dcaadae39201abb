import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConfinedCommand, Confinement } from '../../../src/core/ports/sandbox';
import { runProcess } from '../../../src/node/process/run-process';
import { createSandbox } from '../../../src/node/sandbox/create-sandbox';
import { findPython } from '../process/find-python';

const python = findPython();
const isSystemPython = python?.startsWith('/usr/') === true;
const userId = process.getuid?.() ?? null;
const isRoot = userId === 0;
const word = `reprise-neighbour-${process.pid}`;
const nobody = 65534;
const sandbox = createSandbox({ platform: process.platform, environmentBlock: process.env, userId });
const { level, reason } = await sandbox.describe();
const unable = level !== 'bubblewrap' || python === null;
const why = unable ? ` (skipped: ${reason ?? 'no Python 3 here'})` : '';

let folder = '';
let neighbour: ChildProcess;
let abstractServer: ChildProcess | null = null;
let servers: readonly Server[] = [];
let target: Record<string, string | number> = {};

async function listen(where: string | number): Promise<Server> {
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    if (typeof where === 'number') server.listen(where, '127.0.0.1', resolve);
    else server.listen(where, resolve);
  });
  return server;
}

/** Node's own sockets have no abstract names in all versions. */
async function listenAbstract(name: string): Promise<ChildProcess | null> {
  if (python === null) return null;
  const code =
    'import socket,sys\ns=socket.socket(socket.AF_UNIX)\ns.bind("\\0"+sys.argv[1]);s.listen(9);print(1,flush=True);sys.stdin.read()';
  const child = spawn(python, ['-c', code, name], { stdio: ['pipe', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-escape-'));
  await chmod(folder, 0o755);
  const at = (name: string) => join(folder, name);
  for (const name of ['home/.ssh', 'project/.git/hooks', 'environment', 'work/case', 'work/other']) {
    await mkdir(at(name), { recursive: true });
  }
  await writeFile(at('home/.ssh/id'), 'secret');
  await writeFile(at('project/.git/hooks/pre-commit'), '#!/bin/sh\n');
  await writeFile(at('project/.env'), 'KEY=secret');
  await writeFile(at('project/model.py'), 'layers = 3\n');
  await writeFile(at('work/other/script.py'), 'other = 1\n');
  await writeFile(at('work/case/probes.py'), await readFile(new URL('probes.py', import.meta.url)));
  await chmod(at('work/case'), 0o777);
  neighbour = spawn('/bin/sh', ['-c', 'read -r line', word], { stdio: ['pipe', 'ignore', 'ignore'] });
  const abstract = `reprise-escape-${process.pid}`;
  servers = [await listen(0), await listen(at('host.sock'))];
  abstractServer = await listenAbstract(abstract);
  await chmod(at('host.sock'), 0o777);
  target = {
    home: at('home'),
    project: at('project'),
    environment: at('environment'),
    otherCase: at('work/other'),
    beside: at('work/beside'),
    process: neighbour.pid ?? 0,
    port: (servers[0]?.address() as AddressInfo).port,
    socket: at('host.sock'),
    abstract,
    word,
    key: 'sk-planted-key',
  };
  await writeFile(at('work/case/target.json'), JSON.stringify(target));
});

afterAll(async () => {
  neighbour.kill('SIGKILL');
  abstractServer?.kill('SIGKILL');
  for (const server of servers) server.close();
  await rm(folder, { recursive: true, force: true });
});

function confinementOf(change: Partial<Confinement> = {}): Confinement {
  const environment = join(folder, 'environment');
  return {
    command: [python ?? '', 'probes.py', 'target.json'],
    workingFolder: join(folder, 'work/case'),
    readOnly: [prefixOf(python ?? ''), join(folder, 'project'), environment],
    writable: [join(folder, 'work/case')],
    hidden: [join(folder, 'project/.git/hooks'), join(folder, 'project/.env'), join(folder, 'project/.absent')],
    network: 'none',
    environment: { PATH: '/usr/bin:/bin', HOME: '/home/reprise' },
    gpu: false,
    temporaryBytes: 16_000_000,
    sharedMemoryBytes: 16_000_000,
    ...change,
  };
}

const prefixOf = (interpreter: string) => join(interpreter, '..', '..');

async function run(command: ConfinedCommand): Promise<{ stdout: string; stderr: string; record: string }> {
  const texts = { stdout: '', stderr: '', record: '' };
  await runProcess({
    command,
    limits: { seconds: 60, memoryBytes: null, outputBytes: null, processes: null, diskBytes: null, diskFolder: null },
    signal: new AbortController().signal,
    input: null,
    onStdout: (bytes) => void (texts.stdout += bytes.toString()),
    onStderr: (bytes) => void (texts.stderr += bytes.toString()),
    onRecord: (bytes) => void (texts.record += bytes.toString()),
  });
  return texts;
}

/** The same command, started by the system's nobody instead of root. */
function asNobody(command: ConfinedCommand): ConfinedCommand {
  const args = [
    `--reuid=${nobody}`,
    `--regid=${nobody}`,
    '--clear-groups',
    '--',
    command.program,
    ...command.arguments,
  ];
  return { ...command, program: '/usr/bin/setpriv', arguments: args };
}

function succeeded(stdout: string): readonly string[] {
  const results = JSON.parse(stdout) as Record<string, string | null>;
  return Object.entries(results)
    .filter(([, got]) => got !== null)
    .map(([name, got]) => `${name}: ${got}`);
}

describe(`every way out is closed${why}`, () => {
  test.skipIf(unable)(isRoot ? 'for root, who drops to nobody' : 'for a plain user', async () => {
    const command = await sandbox.confine(confinementOf());
    expect(command.arguments.includes('--uid')).toBe(!isRoot);
    expect(command.level).toEqual({ level: 'bubblewrap', network: 'none', reason: null });
    const { stdout, stderr } = await run(command);
    expect(stderr).toBe('');
    expect(Object.keys(JSON.parse(stdout) as object).length).toBeGreaterThan(35);
    expect(succeeded(stdout)).toEqual([]);
    await expect(readFile(join(folder, 'work/beside'))).rejects.toThrow('ENOENT');
  });

  test.skipIf(unable || !isRoot)('for root, where files keep it from dropping (needs root)', async () => {
    await chmod(join(folder, 'environment'), 0o700);
    try {
      const command = await sandbox.confine(confinementOf());
      expect(command.arguments).toContain('--uid');
      expect(command.level.reason).toContain('root');
      const { stdout } = await run(command);
      expect(succeeded(stdout)).toEqual([]);
    } finally {
      await chmod(join(folder, 'environment'), 0o755);
    }
  });

  test.skipIf(unable || !isRoot || !isSystemPython)(
    'for a plain user, whom root becomes (needs root and a Python below /usr)',
    async () => {
      const plain = createSandbox({ platform: process.platform, environmentBlock: process.env, userId: nobody });
      await chown(join(folder, 'work/case'), nobody, nobody);
      const { stdout, stderr } = await run(asNobody(await plain.confine(confinementOf())));
      expect(stderr).toBe('');
      expect(succeeded(stdout)).toEqual([]);
    },
  );

  /** Looks alone: nothing that changes the machine is ever tried without a sandbox. */
  const looks = [
    'list the home folder',
    'read a key in the home folder',
    'read a hook of the project',
    "read the project's dot-env file",
    'read another case',
    'see other processes',
    'signal another process',
    'connect to loopback',
    'connect to a unix socket by path',
    'connect to an abstract unix socket',
  ];
  test.skipIf(python === null)('and those that only look get through where nothing is confined', async () => {
    await writeFile(join(folder, 'work/case/looks.json'), JSON.stringify({ ...target, only: looks }));
    const command = [python ?? '', 'probes.py', 'looks.json'];
    const open = sandbox.limitsOnly(confinementOf({ command }), 'test');
    const { stdout } = await run(open);
    expect(succeeded(stdout).map((line) => line.replace(/:.*$/, ''))).toEqual(looks);
    expect(open.level).toEqual({ level: 'limitsOnly', network: 'open', reason: 'test' });
  });
});

describe(`inside${why}`, () => {
  const inside = (code: string, change: Partial<Confinement> = {}) =>
    sandbox.confine(confinementOf({ command: [python ?? '', '-c', code], ...change })).then(run);

  test.skipIf(unable)(
    'a script reads the project, writes its case, shares memory and reports on descriptor 3',
    async () => {
      const code = [
        'import os, sys, getpass, multiprocessing, tempfile',
        'sys.path.insert(0, sys.argv[1]) if len(sys.argv) > 1 else None',
        `print(open(${JSON.stringify(join(folder, 'project/model.py'))}).read().strip())`,
        'open("result.txt", "w").write("done")',
        'open(os.path.expanduser("~/cache"), "w").write("x")',
        'tempfile.TemporaryFile().write(b"x")',
        'lock = multiprocessing.Lock()',
        'pool = multiprocessing.Pool(2); print(pool.map(len, ["a", "bb"])); pool.close(); pool.join()',
        'os.write(3, b"record\\n")',
        'print(os.getuid(), getpass.getuser())',
      ].join('\n');
      const { stdout, stderr, record } = await inside(code);
      expect(stderr).toBe('');
      expect(stdout).toBe('layers = 3\n[1, 2]\n65534 nobody\n');
      expect(record).toBe('record\n');
      expect(await readFile(join(folder, 'work/case/result.txt'), 'utf8')).toBe('done');
    },
  );

  test.skipIf(unable)('the environment block is the given one alone', async () => {
    const { stdout } = await inside('import os; print(sorted(os.environ))');
    expect(stdout.trim()).toMatch(/^\['HOME', ('LC_CTYPE', )?'PATH', 'PWD'\]$|^\['HOME', ('LC_CTYPE', )?'PATH'\]$/);
  });

  test.skipIf(unable)('a death by a signal is told as one', async () => {
    const command = await sandbox.confine(
      confinementOf({ command: [python ?? '', '-c', 'import os; os.kill(os.getpid(), 11)'] }),
    );
    const { end } = await runProcess({
      command,
      limits: { seconds: 60, memoryBytes: null, outputBytes: null, processes: null, diskBytes: null, diskFolder: null },
      signal: new AbortController().signal,
      input: null,
      onStdout: () => undefined,
      onStderr: () => undefined,
    });
    expect(end).toEqual({ kind: 'signalled', signal: 'SIGSEGV' });
  });

  test.skipIf(unable)('the network is there when it was asked for, and the level says that it is open', async () => {
    const code = `import socket; socket.create_connection(("127.0.0.1", ${target['port']}), 5); print("connected")`;
    const command = await sandbox.confine(confinementOf({ command: [python ?? '', '-c', code], network: 'index' }));
    expect(command.level.network).toBe('index');
    expect(command.level.reason).toContain('not limited');
    expect((await run(command)).stdout).toBe('connected\n');
  });
});

describe('a confinement', () => {
  test.skipIf(unable).each(['/', '/etc', '/home', tmpdir()])('of %s as a whole is refused', async (path) => {
    await expect(sandbox.confine(confinementOf({ readOnly: [path] }))).rejects.toMatchObject({ code: 'badInput' });
  });

  test.skipIf(unable)('of the home folder or a parent of it is refused', async () => {
    const own = createSandbox({
      platform: process.platform,
      environmentBlock: { ...process.env, HOME: join(folder, 'home') },
      userId,
    });
    for (const path of [join(folder, 'home'), folder]) {
      await expect(own.confine(confinementOf({ readOnly: [path] }))).rejects.toMatchObject({ code: 'badInput' });
    }
    await expect(own.confine(confinementOf({ readOnly: [join(folder, 'project')] }))).resolves.toBeDefined();
  });

  test.skipIf(unable)(
    'whose writable folder is not there is refused, a missing read-only one passed over',
    async () => {
      const gone = join(folder, 'gone');
      await expect(sandbox.confine(confinementOf({ writable: [gone] }))).rejects.toMatchObject({ code: 'notFound' });
      await expect(sandbox.confine(confinementOf({ readOnly: [gone] }))).resolves.toBeDefined();
    },
  );
});

describe('a machine without a sandbox', () => {
  let path = '';
  beforeAll(async () => {
    path = await mkdtemp(join(tmpdir(), 'reprise-no-sandbox-'));
  });
  afterAll(() => rm(path, { recursive: true }));

  const other = (platform: string) => createSandbox({ platform, environmentBlock: { PATH: path }, userId: 1000 });
  /** A bubblewrap that answers as the real one does in that situation. */
  const standIn = (script: string) => writeFile(join(path, 'bwrap'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

  test('names the package where there is no bubblewrap, and confines nothing', async () => {
    expect(await other('linux').describe()).toMatchObject({
      level: 'limitsOnly',
      reason: expect.stringContaining('Install the package `bubblewrap`') as string,
    });
    await expect(other('linux').confine(confinementOf())).rejects.toMatchObject({
      code: 'unavailable',
      data: { what: 'sandbox' },
    });
  });

  test('says so on a system that Reprise cannot confine on', async () => {
    const { reason: text } = await other('darwin').describe();
    expect(text).toContain('--sandbox off');
    expect(text).not.toContain('Install');
  });

  test('names the setting where the system refuses namespaces, and takes it up when that was changed', async () => {
    const version = '[ "$1" = --version ] && { echo bubblewrap 0.8.0; exit 0; }';
    await standIn(`${version}; echo "bwrap: setting up uid map: Permission denied" >&2; exit 1`);
    const refusing = other('linux');
    const { reason: text } = await refusing.describe();
    expect(text).toContain('setting up uid map: Permission denied');
    expect(text).toContain('kernel.unprivileged_userns_clone');
    await standIn(`${version}; exit 0`);
    expect(await refusing.describe()).toEqual({ level: 'bubblewrap', reason: null });
  });

  test('asks for a newer bubblewrap where it is too old', async () => {
    await standIn('echo bubblewrap 0.4.1');
    expect((await other('linux').describe()).reason).toContain('0.5');
  });
});

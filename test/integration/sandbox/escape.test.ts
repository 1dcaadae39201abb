import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConfinedCommand, Confinement } from '../../../src/core/ports/sandbox';
import { createRunInPty } from '../../../src/node/process/run-in-pty';
import { runProcess } from '../../../src/node/process/run-process';
import { createSandbox } from '../../../src/node/sandbox/create-sandbox';
import { findInterpreters } from '../../helpers/interpreters';
import { openRunner, sandboxOfThisUser } from '../execution/open-runner';
import { findPython } from '../process/find-python';
import { readProbes, setUpSurroundings, type Surroundings, type Target } from './surroundings';
import * as probing from './try-probes';
import { NO_LIMITS, succeeded, type Results } from './try-probes';

const python = findPython();
const version = findInterpreters().find((one) => one.python === python)?.version ?? '3.11';
const userId = process.getuid?.() ?? null;
const isRoot = userId === 0;
const sandbox = sandboxOfThisUser();
const { level, reason } = await sandbox.describe();
const unable = level !== 'bubblewrap' || python === null;
const why = unable ? ` (skipped: ${reason ?? 'no Python 3 here'})` : '';
const PLAIN = ['--reuid=65534', '--regid=65534', '--clear-groups', '--'];

let around: Surroundings;
let folder = '';
beforeAll(async () => {
  around = await setUpSurroundings(python ?? process.execPath);
  folder = around.folder;
});
afterAll(() => around.close());

const confinementOf = (change: Partial<Confinement> = {}): Confinement =>
  probing.confinementOf(around, python ?? '', change);

async function run(command: ConfinedCommand): Promise<{ stdout: string; stderr: string; record: string }> {
  const texts = { stdout: '', stderr: '', record: '' };
  await runProcess({
    command,
    limits: NO_LIMITS,
    signal: new AbortController().signal,
    input: null,
    onStdout: (bytes) => void (texts.stdout += bytes.toString()),
    onStderr: (bytes) => void (texts.stderr += bytes.toString()),
    onRecord: (bytes) => void (texts.record += bytes.toString()),
  });
  return texts;
}

/** Starts a program outside every sandbox and gives what it printed. */
function execute(program: string, args: readonly string[], environment: Record<string, string> = {}): Promise<string> {
  return new Promise((done, fail) => {
    const settings = { env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', ...environment }, timeout: 100_000 };
    execFile(program, [...args], settings, (error, stdout, stderr) =>
      error ? fail(new Error(`${error.message}\n${stderr}`)) : done(stdout),
    );
  });
}

/** Whether somebody who is nobody may read these sources and start this Node. */
async function isOpenToAll(): Promise<boolean> {
  const asNobody = [...PLAIN, process.execPath, '--eval', 'fs.accessSync(process.argv[1])', resolve('package.json')];
  return execute('/usr/bin/setpriv', asNobody).then(
    () => true,
    () => false,
  );
}

function readLine(path: string, pattern: RegExp): string {
  try {
    return pattern.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
  } catch {
    return '';
  }
}
const pushesKeys = (): boolean => readLine('/proc/sys/dev/tty/legacy_tiocsti', /(\d)/) !== '0';
/** CAP_SYS_ADMIN, CAP_SYS_PTRACE, CAP_SYS_BOOT and CAP_NET_ADMIN: root of a container lacks some. */
const hasAllRights = (): boolean => {
  const held = BigInt(`0x${readLine('/proc/self/status', /CapEff:\s*(\w+)/) || '0'}`);
  return [21n, 19n, 22n, 12n].every((bit) => (held >> bit) % 2n === 1n);
};
const plainUser = !unable && isRoot && python.startsWith('/usr/') && (await isOpenToAll());

describe(`every way out is closed${why}`, () => {
  test('and there are at least 60 of them', async () => {
    expect((await readProbes()).match(/^@probe\(/gm)?.length).toBeGreaterThanOrEqual(110);
  });

  test.skipIf(unable)(isRoot ? 'for root, who drops to nobody' : 'for a plain user', async () => {
    const command = await sandbox.confine(confinementOf());
    expect(command.arguments.includes('--uid')).toBe(!isRoot);
    expect(command.level).toEqual({ level: 'bubblewrap', network: 'none', reason: null });
    expect(succeeded(await probing.tryCold(around, python ?? ''))).toEqual([]);
    await expect(readFile(join(folder, 'work/beside'))).rejects.toThrow('ENOENT');
  });

  test.skipIf(unable || !isRoot)('for root, where files keep it from dropping (needs root)', async () => {
    await chmod(join(folder, 'environment'), 0o700);
    try {
      const command = await sandbox.confine(confinementOf());
      expect(command.arguments).toContain('--uid');
      expect(command.level.reason).toContain('root');
      expect(succeeded(await probing.tryCold(around, python ?? ''))).toEqual([]);
      await expect(readFile(join(folder, 'work/beside'))).rejects.toThrow('ENOENT');
    } finally {
      await chmod(join(folder, 'environment'), 0o755);
    }
  });

  test.skipIf(unable)('for a script under the runner, cold and in a fork of a warm interpreter', async () => {
    const runner = await openRunner({ dataFolder: join(folder, 'data'), python: python ?? '', pythonVersion: version });
    try {
      const cold = await probing.tryThroughRunner(around, runner, { cold: true });
      const warm = await probing.tryThroughRunner(around, runner, { cold: false });
      expect([cold.warm, warm.warm]).toEqual(['no: null', 'yes']);
      expect([succeeded(cold), succeeded(warm)]).toEqual([[], []]);
    } finally {
      await runner.close();
    }
  });

  test.skipIf(!plainUser)(
    'for a plain user, whom root becomes: cold, under the runner, and warm (needs root, a Python below /usr and sources open to all)',
    async () => {
      const home = await mkdtemp(join(tmpdir(), 'reprise-plain-'));
      await chmod(home, 0o777);
      try {
        const script = resolve('test/integration/sandbox/try-as-plain-user.ts');
        const started = [...PLAIN, process.execPath, '--import', 'tsx', script, python ?? '', version];
        const stdout = await execute('/usr/bin/setpriv', started, { HOME: home, TMPDIR: home });
        const got = JSON.parse(stdout) as { user: number } & Record<
          'cold' | 'recorded' | 'warm' | 'left' | 'leftWarm',
          Results
        >;
        expect([got.user, got.recorded['warm'], got.warm['warm']]).toEqual([65534, 'no: null', 'yes']);
        const all = [got.cold, got.recorded, got.warm, got.left, got.leftWarm];
        expect(all.map(succeeded)).toEqual([[], [], [], [], []]);
        expect(Object.keys(got.warm).length).toBeGreaterThan(100);
      } finally {
        await rm(home, { recursive: true, force: true });
      }
    },
  );

  test.skipIf(unable)('for a script in a terminal', async () => {
    const only = ['push keys into the terminal', 'signal the program that started us'];
    const command = [python ?? '', 'probes.py', JSON.stringify({ ...around.target, only })];
    const shown = await inTerminal(await sandbox.confine(confinementOf({ command })));
    expect(JSON.parse(shown)).toEqual(Object.fromEntries(only.map((name) => [name, null])));
  });
});

async function inTerminal(command: ConfinedCommand): Promise<string> {
  let shown = '';
  await createRunInPty()({
    command,
    limits: NO_LIMITS,
    signal: new AbortController().signal,
    columns: 200,
    rows: 50,
    onBytes: (bytes) => void (shown += bytes.toString()),
    onControl: () => undefined,
  });
  return shown;
}

/** Where nothing keeps a program from them, they get through: each probe that is safe to be let through once. */
describe('the probes themselves', () => {
  /** Looks alone, for a user of any kind. */
  const looks = [
    'list the home folder',
    'read a key in the home folder',
    'reach the home folder through a link of our own',
    'list /var',
    'list /run',
    'read a hook of the project',
    "read the log-in of the project's git",
    "read the project's dot-env file",
    'read another case',
    "link another case's file into ours",
    'reach another case by steps upwards',
    'reach another case by a folder that turns into a link',
    'gain rights by a program that gives them',
    'see other processes',
    'signal another process',
    'signal the program that started us',
    'hold another process',
    'connect to loopback',
    'connect to a unix socket by path',
    'connect to an abstract unix socket',
    'find the sockets of others',
  ];
  test.skipIf(python === null)('get through where nothing is confined', async () => {
    const command = [python ?? '', 'probes.py', JSON.stringify({ ...around.target, only: looks })];
    const open = sandbox.limitsOnly(confinementOf({ command }), 'test');
    const results = JSON.parse((await run(open)).stdout) as Results;
    expect(Object.keys(results).filter((name) => results[name] === null)).toEqual([]);
    expect(open.level).toEqual({ level: 'limitsOnly', network: 'open', reason: 'test' });
  });

  test.skipIf(python === null || !pushesKeys())(
    'push keys into a terminal that is theirs (needs a kernel that lets any program do so)',
    async () => {
      const only = ['push keys into the terminal'];
      const command = [python ?? '', 'probes.py', JSON.stringify({ ...around.target, only })];
      expect(await inTerminal(sandbox.limitsOnly(confinementOf({ command }), 'test'))).toContain('"pushed"');
    },
  );

  /** What is not let through even once, and why. */
  const left: Readonly<Record<string, string>> = {
    'write /usr': 'changes the machine',
    'plant a program beside the interpreter': 'changes the machine',
    'change what every program loads first': 'changes the machine',
    'plant a start file where packages lie': 'changes the machine',
    'plant a path file where packages lie': 'changes the machine',
    "plant bytecode of a newer date beside the interpreter's own": 'changes the machine',
    'plant a start file on the path': 'changes the machine',
    'plant a part of the runner': 'changes the machine',
    'make a group of processes that outlives us': 'changes the machine',
    'write beside the case folder': 'told by the file',
    'fill /dev': 'bounded by the machine itself',
    'gain rights by a program that gives them': 'bubblewrap sets this always; gets through above',
    'push keys into the terminal': 'needs a terminal; gets through above',
    "mount /usr writable in a namespace of one's own": 'no kernel lets it',
    "uncover /proc/sys in a namespace of one's own": 'no kernel lets it',
    "make a device in a namespace of one's own": 'no kernel lets it',
    'open /proc/sysrq-trigger for writing': 'not in every kernel',
    "open the machine's memory": 'not in every kernel',
    'load a module': 'not in every kernel',
    'unload a module': 'not in every kernel',
    'load another kernel': 'not in every kernel',
    "touch the machine's ports": 'not in every kernel',
    'use the ciphers of the kernel': 'not in every kernel',
    ...(existsSync('/dev/vsock') ? {} : { 'reach the machine that this one runs on': 'not in every kernel' }),
    'be spared when memory runs out': 'root of a container has no such right',
  };
  /** Those that need an own first process, or something over `/proc/sys` to uncover. */
  const below = [
    'reach the home folder from the root of the first process',
    'open the memory of the first process here',
    'trace the first process here',
    'read what the first process has open',
    'read the environment of the first process',
    'uncover /proc/sys',
  ];
  /** Those that need a way out of the machine. */
  const outside = [
    "connect to the cloud's metadata",
    'send a datagram to the network',
    'call out to all neighbours',
    'find an interface of the machine',
    'connect to loopback of the newer protocol',
  ];
  const isOffline = Object.values(networkInterfaces()).every((all) => all?.every(({ internal }) => internal) === true);

  /** In a mount namespace of its own, with all rights and all else of the machine: what a careless sandbox of root is. */
  async function careless(args: readonly string[], also: Target): Promise<readonly string[]> {
    const told = JSON.stringify({ ...around.target, key: 'planted', ...also });
    const all = ['--bind', '/', '/', '--dev-bind', '/dev', '/dev', '--cap-add', 'ALL', '--unshare-uts', ...args];
    const variables = ['--setenv', 'HOME', join(folder, 'wide'), '--setenv', 'KEY', 'planted'];
    const program = ['--chdir', join(folder, 'work/case'), '--', python ?? '', 'probes.py', told];
    const line = ['-c', 'exec 7</dev/urandom; exec "$@"', 'sh', 'bwrap', ...all, ...variables, ...program];
    const results = JSON.parse(await execute('/bin/sh', line)) as Results;
    return Object.keys(results).filter((name) => results[name] === null);
  }
  test.skipIf(unable || !isRoot || !hasAllRights())(
    'get through a careless sandbox, but for those that are not let (needs root with its rights)',
    async () => {
      await mkdir(join(folder, 'wide'));
      const without = [...Object.keys(left), ...below, ...(isOffline ? outside : [])];
      expect(await careless([], { without })).toEqual([]);
      const own = ['--unshare-pid', '--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys'];
      expect(await careless(own, { only: below })).toEqual([]);
      await careless([], { only: ['write beside the case folder'] });
      expect(await readFile(join(folder, 'work/beside'), 'utf8')).toBe('x');
      await rm(join(folder, 'work/beside'));
    },
  );
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

  test.skipIf(unable)(
    'the network is there when it was asked for, and for the package index alone it is not',
    async () => {
      const code = `import socket; socket.create_connection(("127.0.0.1", ${String(around.target['port'])}), 5); print("connected")`;
      const command = (network: 'index' | 'open') =>
        sandbox.confine(confinementOf({ command: [python ?? '', '-c', code], network }));
      const open = await command('open');
      expect(open.level.network).toBe('open');
      expect((await run(open)).stdout).toBe('connected\n');
      const index = await command('index');
      expect(index.level.network).toBe('index');
      const { stdout, stderr } = await run(index);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/Connection refused|Network is unreachable/);
    },
  );
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
    const { reason: text } = await other('win32').describe();
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

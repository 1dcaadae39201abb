import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** What the probes are told to go for, as `common.py` reads it. */
export type Target = Readonly<Record<string, string | number | readonly string[]>>;

/** Things worth getting at: a home, a project with keys, another case, a process, sockets. */
export interface Surroundings {
  readonly folder: string;
  readonly target: Target;
  /** All probes as one script. */
  readonly probes: string;
  close(): Promise<void>;
}

const PARTS = ['common', 'files', 'kernel', 'processes', 'report'];

/** Reads the probes as one script. */
export async function readProbes(): Promise<string> {
  const texts = PARTS.map((name) => readFile(new URL(`probes/${name}.py`, import.meta.url), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

/** Sets them up in a folder of its own, open to all, so that only a sandbox can keep a program from them. */
export async function setUpSurroundings(python: string): Promise<Surroundings> {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-escape-'));
  await chmod(folder, 0o755);
  const at = (name: string): string => join(folder, name);
  for (const name of ['home/.ssh', 'project/.git/hooks', 'environment', 'work/case', 'work/other']) {
    await mkdir(at(name), { recursive: true });
  }
  const probes = await readProbes();
  await writeFile(at('home/.ssh/id'), 'secret');
  await writeFile(at('project/.git/hooks/pre-commit'), '#!/bin/sh\n');
  await writeFile(at('project/.git/config'), '[http]\n');
  await writeFile(at('project/.env'), 'KEY=secret');
  await writeFile(at('project/model.py'), 'layers = 3\n');
  await writeFile(at('work/other/script.py'), 'other = 1\n');
  await writeFile(at('work/case/probes.py'), probes);
  await chmod(at('work/case'), 0o777);
  const word = `reprise-neighbour-${process.pid}`;
  const abstract = `reprise-escape-${process.pid}`;
  const neighbour = spawn('/bin/sh', ['-c', 'read -r line', word], { stdio: ['pipe', 'ignore', 'ignore'] });
  const servers = [await listen(0, '127.0.0.1'), await listen(0, '::1'), await listen(at('host.sock'))];
  const abstractServer = await listenAbstract(python, abstract);
  await chmod(at('host.sock'), 0o777);
  const portOf = (server: Server | null | undefined): number => (server?.address() as AddressInfo | null)?.port ?? 1;
  return {
    folder,
    probes,
    target: {
      home: at('home'),
      program: `${resolve('.')}/`,
      project: at('project'),
      environment: at('environment'),
      otherCase: at('work/other'),
      beside: at('work/beside'),
      process: neighbour.pid ?? 0,
      host: process.pid,
      port: portOf(servers[0]),
      port6: portOf(servers[1]),
      socket: at('host.sock'),
      abstract,
      word,
      key: 'sk-planted-key',
    },
    close: async () => {
      neighbour.kill('SIGKILL');
      abstractServer.kill('SIGKILL');
      for (const server of servers) server?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Null where the machine has no such address. */
async function listen(where: string | number, host?: string): Promise<Server | null> {
  const server = createServer((socket) => socket.end());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT' ? resolve(null) : reject(error),
    );
    if (typeof where === 'number') server.listen(where, host, () => resolve(server));
    else server.listen(where, () => resolve(server));
  });
}

/**
 * Another program that listens, and has memory to share (marked to vanish with it). In Python, since Node's own sockets have no
 * abstract names in all versions.
 */
async function listenAbstract(python: string, name: string): Promise<ChildProcess> {
  const code = `
import ctypes, socket, sys
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
shared = libc.shmget(0, 4096, 0o1666)
libc.shmat(shared, None, 0)
libc.shmctl(shared, 0, None)
listening = socket.socket(socket.AF_UNIX)
listening.bind("\\0" + sys.argv[1])
listening.listen(9)
print(1, flush=True)
sys.stdin.read()
`;
  const child = spawn(python, ['-c', code, name], { stdio: ['pipe', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

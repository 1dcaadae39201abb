import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { OpenRunner } from '../execution/open-runner';
import type { Results } from './try-probes';

const readProbe = (name: string): Promise<string> => readFile(new URL(`probes/${name}.py`, import.meta.url), 'utf8');

/** What a run meets of what one before it planted wherever it could: in its case, its home, the project, and memory. */
export async function tryPlanting(
  { run }: OpenRunner,
  { cold, project, environment }: { readonly cold: boolean; readonly project: string; readonly environment: string },
): Promise<{ readonly planted: Readonly<Record<string, number>>; readonly met: Results }> {
  const script = await readProbe('planting');
  const places = JSON.stringify([project, environment]);
  const common = { script, cold, project: { folder: project, sourceRoots: [] } };
  const first = await run({ ...common, arguments: ['plant', places, 'inside'] });
  const second = await run({ ...common, arguments: ['find', places] });
  return { planted: parse(first.stdout.tail, first.stderr.tail), met: parse(second.stdout.tail, second.stderr.tail) };
}

/** What a fork of a warm parent gets of another that runs at the same time. */
export async function trySisters(runner: OpenRunner, dataFolder: string): Promise<Results> {
  const script = await readProbe('sister');
  const port = await freePort();
  const stop = new AbortController();
  // The parent is there before both, so that they are of one.
  await runner.run({ script: 'print(1)\n' });
  const waiter = { executionId: `waiter-${port}`, terminalId: `waiter-${port}` };
  const place = async (own: string): Promise<string> => {
    const told = await runner.run({ script: 'import os\nprint(os.getcwd())\n', executionId: own });
    return told.stdout.tail.trim();
  };
  const here = await place(`before-${port}`);
  const what = { port, processes: 400, reckless: true, case: here.replace(`before-${port}`, waiter.executionId) };
  const told = JSON.stringify(what);
  const waiting = runner.run({ ...waiter, script, arguments: ['wait', told] }, stop.signal);
  try {
    await untilReady(join(dataFolder, 'reproductions/r1/logs', `${waiter.terminalId}.log`));
    const { stdout, stderr, warm } = await runner.run({ script, arguments: ['reach', told] });
    const got = parse<Results>(stdout.tail, stderr.tail);
    stop.abort();
    const victim = await waiting;
    return {
      ...got,
      'an end of the other': victim.end.kind === 'stopped' ? null : JSON.stringify(victim.end),
      'a signal that arrived': victim.stdout.tail === 'ready\n' ? null : victim.stdout.tail,
      'no fork at all': warm === true && victim.warm === true ? null : 'one of them was cold',
    };
  } finally {
    stop.abort();
    await waiting;
  }
}

/** Ways to put a line of its own into the record, or to spoil it. Each prints what it made of the descriptor. */
const SPOILING: Readonly<Record<string, string>> = {
  'writing to it': 'for n in fds: os.write(n, FORGED)',
  'writing from a thread':
    'import threading\nfor n in fds:\n  t = threading.Thread(target=os.write, args=(n, FORGED)); t.start(); t.join()',
  'reading the key out of it':
    'import socket\nfor n in fds:\n  s = socket.socket(fileno=os.dup(n)); s.settimeout(0.2)\n  key = s.recv(32, socket.MSG_PEEK)\n  os.write(n, key + b" " + FORGED)',
  'putting a pipe in its place to read the key':
    'for n in fds:\n  kept = os.dup(n); r, w = os.pipe(); os.dup2(w, n); os.set_blocking(r, False)\n  reprise_observe("bait", 1)\n' +
    '  key = os.read(r, 32)\n  os.write(kept, key + b" " + FORGED)',
  'opening it again': 'for n in fds:\n  m = os.open("/proc/self/fd/%d" % n, os.O_RDWR); os.write(m, FORGED)',
  'cutting it short': 'for n in fds: os.ftruncate(n, 0)',
  'half a line before those that follow': 'for n in fds: os.write(n, b\'{"type":"metric","name":"forged\')',
  'shutting it down': 'import socket\nfor n in fds: socket.socket(fileno=os.dup(n)).shutdown(socket.SHUT_RDWR)',
  'closing it': 'for n in fds: os.close(n)',
  'closing all': 'os.closerange(3, 1024)',
};

/** What of these the record took for the runner's, or what they made of the end that is told. */
export async function trySpoiling({ run }: OpenRunner, { cold }: { readonly cold: boolean }): Promise<Results> {
  const forged = { type: 'metric', atMs: 1, name: 'forged', value: 1, step: null, source: 'hook' };
  const results: Record<string, string | null> = {};
  for (const [name, way] of Object.entries(SPOILING)) {
    const script = [
      'import os, stat',
      `FORGED = ${JSON.stringify(`${JSON.stringify(forged)}\n`)}.encode()`,
      'fds = [n for n in range(3, 1024) if os.path.exists("/proc/self/fd/%d" % n) and stat.S_ISSOCK(os.fstat(n).st_mode)]',
      'print(len(fds), flush=True)',
      'try:',
      ...way.split('\n').map((line) => `  ${line}`),
      'except (OSError, ValueError): pass',
      'os.write(1, b"went on")',
      'os._exit(5)',
    ].join('\n');
    const { end, stdout, record, warm } = await run({ script, cold });
    const names = record?.lines.flatMap((line) => (line.type === 'metric' ? [line.name] : [])) ?? [];
    const isTold = end.kind === 'exited' && end.code === 5 && stdout.tail === '1\nwent on' && warm === !cold;
    if (names.includes('forged')) results[name] = 'a line of its own';
    else results[name] = isTold ? null : JSON.stringify([end, stdout.tail, warm]);
  }
  return results;
}

function parse<T>(stdout: string, stderr: string): T {
  try {
    return JSON.parse(stdout) as T;
  } catch {
    throw new Error(`a probe did not end: ${stdout}\n${stderr}`);
  }
}

async function untilReady(log: string): Promise<void> {
  const until = performance.now() + 60_000;
  while ((await readFile(log, 'utf8').catch(() => '')) !== 'ready\n') {
    if (performance.now() > until) throw new Error('the other script did not get ready');
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** A port that nobody listens on just now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

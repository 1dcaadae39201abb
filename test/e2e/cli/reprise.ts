import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

export const root = path.join(import.meta.dirname, '..', '..', '..');

/** The tests of the built program need a build. */
export function requireBuild(): void {
  if (!existsSync(path.join(root, 'out', 'node', 'cli.cjs'))) {
    throw new Error('There is no build to test. Run `npm run build` first.');
  }
}

export interface Machine {
  /** Empty home of the run; everything of the run lies below it. */
  readonly home: string;
  readonly dataFolder: string;
  remove(): Promise<void>;
}

/** A home like that of a fresh machine. */
export async function createMachine(): Promise<Machine> {
  const home = await mkdtemp(path.join(tmpdir(), 'reprise-e2e-'));
  return { home, dataFolder: path.join(home, 'data'), remove: () => rm(home, { recursive: true, force: true }) };
}

/** How this machine reaches the package index: nothing else of its environment is handed on. */
export function networkOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];
  return Object.fromEntries(
    [...names, ...names.map((name) => name.toLowerCase())].flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

export interface Running {
  readonly process: ChildProcess;
  /** The first whole line of standard output for which the predicate holds. Rejects where there is none till the end. */
  line(predicate: (line: string) => boolean): Promise<string>;
  readonly ended: Promise<Ended>;
}

/** Starts the built command line as a user would, without a terminal. */
export function startReprise(
  machine: Machine,
  args: readonly string[],
  options: {
    readonly stdin?: string;
    readonly environment?: Readonly<Record<string, string>>;
    /** A program with its arguments that starts the command line, such as one that hides files from it. */
    readonly wrapper?: readonly string[];
    /** Absent: the folder of the program. */
    readonly workingFolder?: string;
  } = {},
): Running {
  let errors = '';
  const [program = '', ...rest] = [
    ...(options.wrapper ?? []),
    process.execPath,
    path.join(root, 'bin', 'reprise.cjs'),
    ...args,
  ];
  const child = spawn(program, rest, {
    cwd: options.workingFolder ?? root,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: machine.home,
      REPRISE_HOME: machine.dataFolder,
      LANG: 'C.UTF-8',
      ...networkOf(process.env),
      ...options.environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.on('error', (error) => (errors += String(error)));
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.stdin ?? '');
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let over = false;
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    waiting.forEach((look) => look());
  });
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code, signal) => {
      over = true;
      resolve({ code, signal, output: lines.join('\n'), errors });
      waiting.forEach((look) => look());
    }),
  );
  return {
    process: child,
    ended,
    line: (predicate) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = lines.find(predicate);
          if (found === undefined && !over) return;
          waiting.delete(look);
          if (found === undefined) reject(new Error(`No such line. It printed:\n${lines.join('\n')}\n${errors}`));
          else resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}

export function runReprise(...args: Parameters<typeof startReprise>): Promise<Ended> {
  return startReprise(...args).ended;
}

export function jsonLines(output: string): readonly Record<string, unknown>[] {
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

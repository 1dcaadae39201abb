import { execFile } from 'node:child_process';
import { message } from '../../protocol/catalogue/catalogue';
import type { Confinement } from '../../core/ports/sandbox';
import { bwrapArguments, type BwrapPlan, type RootLayout } from './bwrap-arguments';
import { findProgram, SYSTEM_PATH } from './find-program';
import { holdFilters, type HeldFilters } from './hold-filter';
import { readRootLayout } from './read-root-layout';
import { startBubblewrap } from './start-bubblewrap';

/** The bubblewrap of this machine, seen working. */
export interface Bubblewrap {
  readonly program: string;
  readonly sized: boolean;
  readonly layout: RootLayout;
  /** Program by which root drops to nobody; null: not root, or none. */
  readonly setpriv: string | null;
  /** Null: this kernel, or we, cannot filter system calls. */
  readonly filters: HeldFilters | null;
}

export type Probe =
  { readonly kind: 'works'; readonly bubblewrap: Bubblewrap } | { readonly kind: 'missing'; readonly reason: string };

export interface ProbeOptions {
  readonly platform: string;
  readonly searchPath: string;
  readonly isRoot: boolean;
}

const PROBE_MS = 10_000;

/** Finds out whether bubblewrap is here and works, by a run of `true` in it. */
export async function probeBubblewrap({ platform, searchPath, isRoot }: ProbeOptions): Promise<Probe> {
  if (platform !== 'linux') return { kind: 'missing', reason: message('sandbox.notHere') };
  const program = await findProgram('bwrap', searchPath);
  if (program === null) return { kind: 'missing', reason: message('sandbox.missing') };

  const version = parseVersion((await execute(program, ['--version'])).output);
  if (version !== null && version < 5) return { kind: 'missing', reason: message('sandbox.tooOld') };
  const bubblewrap: Bubblewrap = {
    program,
    sized: (version ?? 0) >= 7,
    layout: await readRootLayout(),
    setpriv: null,
    filters: null,
  };
  const mapped = await tryPlan(bubblewrap, { kind: 'mapped' });
  if (!mapped.worked)
    return { kind: 'missing', reason: message('sandbox.refused', { detail: firstLine(mapped.output) }) };

  const filtered = { ...bubblewrap, filters: holdFilters(process.arch) };
  const best = (await tryPlan(filtered, { kind: 'mapped' })).worked ? filtered : bubblewrap;
  const setpriv = isRoot ? await findProgram('setpriv', SYSTEM_PATH) : null;
  if (setpriv === null) return { kind: 'works', bubblewrap: best };
  const dropped = await tryPlan(best, { kind: 'dropped', setpriv });
  return { kind: 'works', bubblewrap: dropped.worked ? { ...best, setpriv } : best };
}

function tryPlan(bubblewrap: Bubblewrap, user: BwrapPlan['user']): ReturnType<typeof execute> {
  const line = [bubblewrap.program, ...bwrapArguments(trialPlan(bubblewrap, user))];
  const { program, arguments: args } = startBubblewrap(line, bubblewrap.filters?.full ?? null);
  return execute(program, args);
}

/** Minor number of `bubblewrap 0.8.0`; larger for 1.x. Null: not told. */
export function parseVersion(output: string): number | null {
  const match = /(\d+)\.(\d+)/.exec(output);
  return match ? Number(match[1]) * 1000 + Number(match[2]) : null;
}

function trialPlan({ layout, sized }: Bubblewrap, user: BwrapPlan['user']): BwrapPlan {
  const confinement: Confinement = {
    command: ['/usr/bin/env', 'true'],
    workingFolder: '/tmp',
    readOnly: [],
    writable: [],
    network: 'none',
    environment: { PATH: '/usr/bin:/bin', HOME: '/home/trial' },
    gpu: false,
    temporaryBytes: 1_048_576,
    sharedMemoryBytes: 1_048_576,
  };
  return { confinement, layout, binds: [], hidden: [], gpuDevices: [], sized, user };
}

function execute(
  program: string,
  args: readonly string[],
): Promise<{ readonly worked: boolean; readonly output: string }> {
  return new Promise((resolve) => {
    execFile(program, [...args], { env: {}, timeout: PROBE_MS, killSignal: 'SIGKILL' }, (error, stdout, stderr) => {
      resolve({ worked: error === null, output: stdout || stderr || (error?.message ?? '') });
    });
  });
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}

import type { ReadyEnvironment } from '../../protocol/environment';

/** Variables of the host that describe its hardware, or choose a card; nothing else of the host's is handed on. */
const HARDWARE_VARIABLES = [
  'OPENBLAS_CORETYPE',
  'OPENBLAS_L2_SIZE',
  'CUDA_VISIBLE_DEVICES',
  'HIP_VISIBLE_DEVICES',
  'ROCR_VISIBLE_DEVICES',
];

export interface EnvironmentBlockOptions {
  readonly environment: ReadyEnvironment;
  /** Whether the environment has a `pyvenv.cfg`. */
  readonly isVirtual: boolean;
  readonly hostBlock: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Null: the system's own. */
  readonly temporaryFolder: string | null;
  readonly seed: number | null;
  /** Folder of bytecode that stands in for what a user's environment lacks; null: none. */
  readonly bytecode?: string | null;
  /** Put on the path by a variable where no runner does it. */
  readonly sourceRoots: readonly string[];
  /** Of the cards that were chosen: they go over the host’s own. Absent: none were. */
  readonly devices?: Readonly<Record<string, string>>;
}

/** The whole environment block of a script, built from nothing. Holds no key. Pure. */
export function environmentBlock(options: EnvironmentBlockOptions): Readonly<Record<string, string>> {
  const { environment, hostBlock, temporaryFolder, seed, sourceRoots } = options;
  const hardware = HARDWARE_VARIABLES.flatMap((name) => {
    const value = hostBlock[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return {
    PATH: [folderOf(environment.interpreter), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    HOME: options.home,
    LANG: 'C.UTF-8',
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONNOUSERSITE: '1',
    MPLBACKEND: 'Agg',
    HF_HUB_OFFLINE: '1',
    // Python 2 takes ASCII for its output when that is no terminal, and fails on any other letter.
    ...(environment.pythonVersion.startsWith('2.') ? { PYTHONIOENCODING: 'utf-8' } : {}),
    ...(seed === null ? {} : { PYTHONHASHSEED: String(hashSeed(seed)) }),
    ...(options.bytecode === undefined || options.bytecode === null ? {} : { PYTHONPYCACHEPREFIX: options.bytecode }),
    ...(sourceRoots.length === 0 ? {} : { PYTHONPATH: sourceRoots.join(':') }),
    ...(temporaryFolder === null ? {} : { TMPDIR: temporaryFolder }),
    ...(options.isVirtual ? { VIRTUAL_ENV: environment.prefix } : {}),
    ...(environment.kind === 'conda' ? { CONDA_PREFIX: environment.prefix } : {}),
    ...Object.fromEntries(hardware),
    ...options.devices,
  };
}

/** Python takes 0 to 4294967295 here. */
function hashSeed(seed: number): number {
  return Math.abs(Math.trunc(seed)) % 2 ** 32;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 1));
}

import type { PythonFolders } from '../python-folders';

/** How uv is called. Files of the user or of a project never reach it: the list and the folder are ours. */
export interface UvCall {
  readonly uv: string;
  readonly interpreter: string;
  readonly workFolder: string;
  /** Uploads after this day are left out. */
  readonly asOf: string | null;
  /** Packages of the shipped list that are built from source; all others are taken ready-made. */
  readonly fromSource: readonly string[];
  /** An index of builds for machines without a card, asked for these packages besides the other; null: none. */
  readonly cpuIndex: { readonly url: string; readonly packages: readonly string[] } | null;
}

export const WANTED_FILE = 'wanted.txt';
export const COMPILED_FILE = 'compiled.txt';
export const REQUIREMENTS_FILE = 'requirements.txt';
export const VENV_FOLDER = 'venv';
/** As uv takes it for: no limit. */
const ANY_DAY = 'false';

/** Variables for uv itself. They hold for every version of it, where an option may not be known yet. */
export function uvVariables(folders: PythonFolders, index: string | null): Readonly<Record<string, string>> {
  return {
    UV_CACHE_DIR: folders.uvCache,
    UV_NO_CONFIG: '1',
    UV_PYTHON_DOWNLOADS: 'never',
    UV_LINK_MODE: 'hardlink',
    UV_NO_ENV_FILE: '1',
    UV_HTTP_RETRIES: '2',
    ...(index === null ? {} : { UV_DEFAULT_INDEX: index }),
  };
}

/** Finds exact versions with their digests. */
export function compileCommand({ uv, interpreter, asOf, fromSource, cpuIndex }: UvCall): readonly string[] {
  return [
    ...[uv, 'pip', 'compile', '--no-config', '--quiet', WANTED_FILE, '--output-file', COMPILED_FILE],
    ...['--python', interpreter, '--generate-hashes', '--no-header', '--no-annotate'],
    ...readyMadeBut(fromSource),
    ...dateLimit(asOf),
    ...besides(cpuIndex, asOf),
  ];
}

/** Relocatable, since the environment is built aside and renamed when it is whole. */
export function venvCommand({ uv, interpreter }: UvCall): readonly string[] {
  return [uv, 'venv', '--no-config', '--no-project', '--relocatable', '--python', interpreter, VENV_FOLDER];
}

/** Installs exactly what the list says, by digest. */
export function installCommand(
  { uv, asOf, fromSource, cpuIndex }: UvCall,
  environmentInterpreter: string,
): readonly string[] {
  return [
    ...[uv, 'pip', 'install', '--no-config', '--python', environmentInterpreter, '--requirements', REQUIREMENTS_FILE],
    ...['--require-hashes', '--no-deps'],
    ...readyMadeBut(fromSource),
    ...dateLimit(asOf),
    ...besides(cpuIndex, asOf),
  ];
}

/**
 * Of one release the build of that index is the better one, as it has more to its version (`2.1.0+cpu`, PEP 440). It tells no days, so
 * for its packages none is asked for.
 */
function besides(cpuIndex: UvCall['cpuIndex'], asOf: string | null): readonly string[] {
  if (cpuIndex === null) return [];
  const anyDay =
    asOf === null ? [] : cpuIndex.packages.flatMap((name) => ['--exclude-newer-package', `${name}=${ANY_DAY}`]);
  return ['--index', cpuIndex.url, '--index-strategy', 'unsafe-best-match', ...anyDay];
}

/** Builds run in the sandbox, with build tools that the same day limits. */
function readyMadeBut(fromSource: readonly string[]): readonly string[] {
  return ['--only-binary', ':all:', ...fromSource.flatMap((name) => ['--no-binary', name])];
}

/** The whole day counts. */
function dateLimit(asOf: string | null): readonly string[] {
  return asOf === null ? [] : ['--exclude-newer', `${asOf}T23:59:59Z`];
}

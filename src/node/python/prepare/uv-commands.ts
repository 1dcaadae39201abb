import { join } from 'node:path';

/** How uv is called. Files of the user or of a project never reach it: the list and the folder are ours. */
export interface UvCall {
  readonly uv: string;
  readonly interpreter: string;
  readonly workFolder: string;
  /** Uploads after this day are left out. */
  readonly asOf: string | null;
  /** Packages that are wanted although their release came after that day, with its own day. */
  readonly later: Readonly<Record<string, string>>;
  /** Packages of the shipped list that are taken as source; all others are taken ready-made. */
  readonly fromSource: readonly string[];
  /** An index of builds for machines without a card, asked for these packages besides the other; null: none. */
  readonly cpuIndex: { readonly url: string; readonly packages: readonly string[] } | null;
}

export const SETTINGS_FILE = 'settings.toml';
export const WANTED_FILE = 'wanted.txt';
export const COMPILED_FILE = 'compiled.txt';
export const REQUIREMENTS_FILE = 'requirements.txt';
export const VENV_FOLDER = 'venv';
const UNUSED_FOLDER = 'unused';
/** As uv takes it for: no limit. */
const ANY_DAY = 'false';
/** Setuptools 40.8.0 came on 2019-02-05, and was the newest until 2019-04-05. */
const BUILD_TOOLS_DAY = '2019-03-31';

/** Variables for uv itself. They hold for every version of it, where an option may not be known yet. */
export function uvVariables(cache: string, index: string | null): Readonly<Record<string, string>> {
  return {
    UV_CACHE_DIR: cache,
    UV_NO_CONFIG: '1',
    UV_PYTHON_DOWNLOADS: 'never',
    UV_LINK_MODE: 'hardlink',
    UV_NO_ENV_FILE: '1',
    UV_HTTP_RETRIES: '2',
    ...(index === null ? {} : { UV_DEFAULT_INDEX: index }),
  };
}

/** Finds exact versions with their digests. What is taken as source is not built for it: the settings tell what each of these requires. */
export function compileCommand(call: UvCall): readonly string[] {
  const { uv, interpreter, fromSource, cpuIndex, asOf } = call;
  return [
    ...[uv, 'pip', 'compile', ...settings(call), '--quiet', WANTED_FILE, '--output-file', COMPILED_FILE],
    ...['--python', interpreter, '--generate-hashes', '--no-header', '--no-annotate'],
    ...readyMadeBut(fromSource),
    ...dateLimit(call),
    ...besides(cpuIndex, asOf),
  ];
}

/** Relocatable, since the environment is built aside and renamed when it is whole. */
export function venvCommand({ uv, interpreter }: UvCall): readonly string[] {
  return [uv, 'venv', '--no-config', '--no-project', '--relocatable', '--python', interpreter, VENV_FOLDER];
}

/** Installs exactly what the list says, by digest, with nothing built. `wheelFolders`: what was built before lies there. */
export function installCommand(
  call: UvCall,
  options: { readonly interpreter: string; readonly wheelFolders: readonly string[] },
): readonly string[] {
  return [
    ...installing({ ...call, fromSource: [] }, options.interpreter),
    ...options.wheelFolders.flatMap((folder) => ['--find-links', folder]),
  ];
}

/** Builds what the list says. The wheel stays in the cache; what is installed of it is of no use. */
export function buildCommand(call: UvCall): readonly string[] {
  return [...installing(call, call.interpreter), '--target', UNUSED_FOLDER];
}

function installing(call: UvCall, interpreter: string): readonly string[] {
  const { uv, fromSource, cpuIndex, asOf } = call;
  return [
    ...[uv, 'pip', 'install', ...settings(call), '--python', interpreter],
    ...['--requirements', REQUIREMENTS_FILE, '--require-hashes', '--no-deps'],
    ...readyMadeBut(fromSource),
    ...dateLimit(call),
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

function readyMadeBut(fromSource: readonly string[]): readonly string[] {
  return ['--only-binary', ':all:', ...fromSource.flatMap((name) => ['--no-binary', name])];
}

/** Ours alone: where one is named, uv looks for no other. */
function settings({ workFolder }: UvCall): readonly string[] {
  return ['--config-file', join(workFolder, SETTINGS_FILE)];
}

/**
 * The whole day counts. Packages whose one release came later are let in up to its day, and so is setuptools 40.8.0, which uv builds
 * with where nothing else is said.
 */
function dateLimit({ asOf, later }: UvCall): readonly string[] {
  if (asOf === null) return [];
  const tools = asOf < BUILD_TOOLS_DAY ? { setuptools: BUILD_TOOLS_DAY } : {};
  const exempt = Object.entries({ ...tools, ...later });
  return [
    ...['--exclude-newer', endOf(asOf)],
    ...exempt.flatMap(([name, day]) => ['--exclude-newer-package', `${name}=${endOf(day)}`]),
  ];
}

function endOf(day: string): string {
  return `${day}T23:59:59Z`;
}

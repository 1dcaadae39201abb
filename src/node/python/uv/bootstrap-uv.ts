import { chmod, lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Cancellation } from '../../../core/ports/cancellation';
import type { PreparationFailure } from '../../../core/ports/environments';
import { message } from '../../../protocol/catalogue/catalogue';
import type { EnvironmentSummary } from '../../../protocol/environment';
import { writeSynced } from '../../system/write-file-atomically';
import { listFolder } from '../discover/list-folder';
import { isFile, isFolder } from '../../system/is-there';
import { sitePackagesFolders } from '../installed/site-packages-folders';
import type { Installer } from '../installer';
import { basePrefixOf, interpreterFolders } from '../interpreter-folders';
import type { PythonKnowledge } from '../knowledge/read-knowledge';
import type { Machine } from '../machine';
import { minorOf, minorRank } from '../minor-version';
import { freeBytesAt } from '../prepare/free-bytes';
import { workName } from '../../system/work-name';
import { classifyFailure } from './classify-failure';
import { installerBlock } from './environment-block';

/** Written last into a folder of our own uv: without it the folder is half-made. */
export const UV_MARKER = 'reprise.json';

export type Bootstrapped =
  { readonly kind: 'ready'; readonly uv: string } | { readonly kind: 'failed'; readonly failure: PreparationFailure };

export interface BootstrapOptions {
  readonly machine: Machine;
  readonly knowledge: Pick<PythonKnowledge, 'uv'>;
  readonly environments: readonly EnvironmentSummary[];
  readonly installer: Installer;
  readonly index: string | null;
  readonly signal: Cancellation;
}

/**
 * Fetches the pinned uv into `<data>/tools/uv-<version>` with the pip of an interpreter that has one, or with the pip that
 * lies packed beside `ensurepip`. Its digest must be one of the shipped ones. Built aside, marked last, then renamed.
 */
export async function bootstrapUv(options: BootstrapOptions): Promise<Bootstrapped> {
  const { machine, knowledge, installer } = options;
  const { version, hashes } = knowledge.uv;
  const pip = await findPip(options.environments, machine.platform);
  if (pip === null) return failedWith('noInstaller', message('environment.failure.noInstaller'));

  await installer.say(message('environment.note.fetchingInstaller', { version }));
  const work = join(machine.folders.building, workName());
  const target = join(work, 'target');
  await mkdir(work, { recursive: true, mode: 0o700 });
  try {
    const list = join(work, 'uv.txt');
    await writeFile(list, `uv==${version} ${hashes.map((hash) => `--hash=${hash}`).join(' ')}\n`);
    const { variables, files } = installerBlock(machine);
    const ran = await installer.run(
      {
        command: [...pip.command, ...pipArguments({ target, list, index: options.index, variables })],
        workingFolder: work,
        readOnly: [...pip.readOnly, ...files],
        writable: [work],
        network: 'index',
        interpreter: pip.interpreter,
        environment: { ...variables, PIP_CONFIG_FILE: machine.platform === 'win32' ? 'nul' : '/dev/null' },
      },
      options.signal,
    );
    if (ran.kind === 'noSandbox') {
      return failedWith('refused', message('environment.failure.noSandbox', { reason: ran.reason }));
    }
    const name = machine.platform === 'win32' ? 'uv.exe' : 'uv';
    const made = join(target, 'bin', name);
    if (ran.end.kind !== 'exited' || ran.end.code !== 0 || !(await isPlainFile(made))) {
      const freeBytes = await freeBytesAt(work);
      const { pythonVersion } = pip;
      return {
        kind: 'failed',
        failure: classifyFailure({ ...ran, pythonVersion, folder: work, freeBytes }),
      };
    }
    return { kind: 'ready', uv: await keep(made, join(machine.folders.tools, `uv-${version}`), name) };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function failedWith(kind: PreparationFailure['kind'], text: string): Bootstrapped {
  return { kind: 'failed', failure: { kind, message: text } };
}

function pipArguments(options: {
  readonly target: string;
  readonly list: string;
  readonly index: string | null;
  readonly variables: Readonly<Record<string, string>>;
}): readonly string[] {
  const certificate = options.variables['SSL_CERT_FILE'];
  return [
    ...['--isolated', 'install', '--no-input', '--disable-pip-version-check', '--no-cache-dir', '--no-deps'],
    ...['--only-binary', ':all:', '--require-hashes', '--target', options.target, '-r', options.list],
    ...(options.index === null ? [] : ['--index-url', options.index]),
    ...(certificate === undefined ? [] : ['--cert', certificate]),
  ];
}

/** The work folder was writable to the installer: only a plain file in it is taken, by renaming, never by following a link. */
async function isPlainFile(path: string): Promise<boolean> {
  const folder = await lstat(dirname(path)).catch(() => null);
  const file = await lstat(path).catch(() => null);
  return folder?.isDirectory() === true && file?.isFile() === true;
}

/** Puts it in its place, unless another one did so meanwhile: that one may be in use already. */
async function keep(made: string, folder: string, name: string): Promise<string> {
  const kept = join(folder, 'bin', name);
  if (await isFile(join(folder, UV_MARKER))) return kept;
  const aside = `${folder}.new-${workName()}`;
  await mkdir(join(aside, 'bin'), { recursive: true, mode: 0o700 });
  try {
    await rename(made, join(aside, 'bin', name));
    await chmod(join(aside, 'bin', name), 0o755);
    await writeSynced(join(aside, UV_MARKER), `${JSON.stringify({ version: 1, madeBy: 'reprise' })}\n`);
    await rename(aside, folder).catch(async () => {
      // Something is in its place: a finished one stays, what is half-made goes.
      if (await isFile(join(folder, UV_MARKER))) return;
      await rm(folder, { recursive: true, force: true });
      await rename(aside, folder);
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  return kept;
}

interface Pip {
  readonly interpreter: string;
  /** Interpreter and pip, ready for pip's own arguments. */
  readonly command: readonly string[];
  readonly readOnly: readonly string[];
  readonly pythonVersion: string;
}

/** uv has files for machines that pip knows from about version 20 on, which comes with Python 3.8. */
async function findPip(environments: readonly EnvironmentSummary[], platform: NodeJS.Platform): Promise<Pip | null> {
  const able = environments.filter(
    (one) => one.broken === null && minorRank(minorOf(one.pythonVersion ?? '') ?? '0.0') >= minorRank('3.8'),
  );
  for (const environment of able) {
    const { interpreter } = environment;
    const pip = await pipOf(environment, platform);
    if (pip === null) continue;
    const readOnly = [...(await interpreterFolders(interpreter, environment.prefix, platform)), ...pip.readOnly];
    return {
      interpreter,
      command: [interpreter, '-I', ...pip.arguments],
      readOnly,
      pythonVersion: environment.pythonVersion ?? '',
    };
  }
  return null;
}

async function pipOf(
  environment: EnvironmentSummary,
  platform: NodeJS.Platform,
): Promise<{ readonly arguments: readonly string[]; readonly readOnly: readonly string[] } | null> {
  for (const folder of await sitePackagesFolders({ ...environment, platform })) {
    if (await isFolder(join(folder, 'pip'))) return { arguments: ['-m', 'pip'], readOnly: [folder] };
  }
  const base = await basePrefixOf(environment.interpreter, platform);
  const minor = minorOf(environment.pythonVersion ?? '') ?? '';
  const library = platform === 'win32' ? join(base, 'Lib') : join(base, 'lib', `python${minor}`);
  // Python packs pip beside `ensurepip`; Debian keeps it in a folder of its own. A packed pip runs as it is.
  for (const folder of [join(library, 'ensurepip', '_bundled'), '/usr/share/python-wheels']) {
    const wheel = (await listFolder(folder)).filter((name) => /^pip-\d.*\.whl$/.test(name)).at(-1);
    if (wheel !== undefined && (await isFile(join(folder, wheel)))) {
      return { arguments: [join(folder, wheel, 'pip')], readOnly: [folder] };
    }
  }
  return null;
}

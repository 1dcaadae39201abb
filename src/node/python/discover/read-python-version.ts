import { basename, dirname, join } from 'node:path';
import { readPlainFile } from '../../system/read-plain-file';
import { minorOf } from '../minor-version';
import { listFolder, realPathOf } from './list-folder';
import { isFile } from '../../system/is-there';
import {
  minorOfFileName,
  parsePyvenvCfg,
  versionOfCondaMeta,
  versionOfPatchlevel,
  versionOfPyvenvCfg,
} from './parse-version-files';

/** More than these files have. */
const MOST_BYTES = 256 * 1024;

export interface VersionQuestion {
  readonly prefix: string;
  readonly interpreter: string;
  readonly platform: NodeJS.Platform;
}

/** The version as far as files tell: `3.11.7`, or `3.11` where they tell no more. Null: not even that. */
export async function readPythonVersion(question: VersionQuestion): Promise<string | null> {
  const { prefix, interpreter, platform } = question;
  const cfg = await readPyvenvCfg(prefix);
  const fromCfg = cfg === null ? null : versionOfPyvenvCfg(cfg);
  if (fromCfg !== null && /\d+\.\d+\.\d+/.test(fromCfg)) return fromCfg;

  const fromConda = versionOfCondaMeta(await listFolder(join(prefix, 'conda-meta')));
  if (fromConda !== null) return fromConda;

  const real = await realPathOf(interpreter);
  const minor = minorOfFileName(basename(interpreter)) ?? minorOfFileName(basename(real)) ?? fromCfg;
  const base = cfg === null ? prefix : dirname(dirname(real));
  const fromHeader = await readPatchlevel(base, platform, minor);
  if (fromHeader !== null) return fromHeader;
  return versionOfFolderName(base, minor) ?? minor ?? (await minorOfLibrary(base));
}

/** The keys of the prefix's `pyvenv.cfg`; null: it is no virtual environment. */
export async function readPyvenvCfg(prefix: string): Promise<ReadonlyMap<string, string> | null> {
  const text = await readPlainFile(join(prefix, 'pyvenv.cfg'), { mostBytes: MOST_BYTES, follow: true });
  return text === null ? null : parsePyvenvCfg(text);
}

async function readPatchlevel(base: string, platform: NodeJS.Platform, minor: string | null): Promise<string | null> {
  const include = join(base, 'include');
  const folders =
    platform === 'win32'
      ? [include]
      : (await listFolder(include))
          .filter((name) => (minor === null ? name.startsWith('python') : minorOfFileName(name) === minor))
          .map((name) => join(include, name));
  for (const folder of folders) {
    const text = await readPlainFile(join(folder, 'patchlevel.h'), { mostBytes: MOST_BYTES, follow: true });
    const version = text === null ? null : versionOfPatchlevel(text);
    if (version !== null) return version;
  }
  return null;
}

/** pyenv and uv name the prefix by its version: `3.11.7`, `cpython-3.11.7-linux-x86_64-gnu`. */
function versionOfFolderName(prefix: string, minor: string | null): string | null {
  const version = /^(?:cpython-)?(\d+\.\d+\.\d+)(?:-|$)/.exec(basename(prefix))?.[1] ?? null;
  return version !== null && (minor === null || minorOf(version) === minor) ? version : null;
}

async function minorOfLibrary(prefix: string): Promise<string | null> {
  for (const name of await listFolder(join(prefix, 'lib'))) {
    const minor = minorOfFileName(name);
    if (minor !== null && (await isFile(join(prefix, 'lib', name, 'os.py')))) return minor;
  }
  return null;
}

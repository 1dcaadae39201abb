import { execFileSync } from 'node:child_process';
import { accessSync, constants, readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface Interpreter {
  /** Such as `3.11`. */
  readonly version: string;
  readonly python: string;
}

/** Interpreters on this machine, one a minor version, oldest first: pyenv's versions, then `python3` on PATH. Shims are left out. */
export function findInterpreters(): readonly Interpreter[] {
  const found = new Map<string, Interpreter>();
  for (const python of candidates()) {
    const version = versionOf(python);
    if (version !== null && !found.has(version)) found.set(version, { version, python });
  }
  return [...found.values()].sort((a, b) => compareVersions(a.version, b.version));
}

/** Negative where `a` is older. */
export function compareVersions(a: string, b: string): number {
  const [aMajor = 0, aMinor = 0] = a.split('.').map(Number);
  const [bMajor = 0, bMinor = 0] = b.split('.').map(Number);
  return aMajor - bMajor || aMinor - bMinor;
}

function candidates(): readonly string[] {
  const versions = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [
    ...listFolder(versions).map((name) => join(versions, name, 'bin', 'python')),
    ...onPath.filter((folder) => !isShimFolder(folder)).map((folder) => join(folder, 'python3')),
  ].filter(isProgram);
}

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort().reverse();
  } catch {
    return [];
  }
}

function isShimFolder(folder: string): boolean {
  return /[\\/]shims[\\/]?$/.test(folder);
}

function isProgram(path: string): boolean {
  try {
    accessSync(realpathSync(path), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function versionOf(python: string): string | null {
  try {
    const ask = 'import sys; sys.stdout.write("%d.%d" % sys.version_info[:2])';
    const version = execFileSync(python, ['-E', '-S', '-c', ask], {
      timeout: 20_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return /^\d+\.\d+$/.test(version.toString()) ? version.toString() : null;
  } catch {
    return null;
  }
}

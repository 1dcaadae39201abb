import { lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Progress } from '../../../core/ports/cancellation';
import { message } from '../../../protocol/catalogue/catalogue';
import type { EnvironmentResolution } from '../../../protocol/environment';
import { digestOf } from '../../system/digest';
import { syncFolder, writeSynced } from '../../system/write-file-atomically';
import { interpreterOf } from '../discover/interpreter-of';
import { failed, type Failed } from '../failure';
import type { Installer, InstallerRun } from '../installer';
import { sitePackagesFolders } from '../installed/site-packages-folders';
import { interpreterFolders } from '../interpreter-folders';
import { readPythonVersion } from '../discover/read-python-version';
import { prefixOfInterpreter } from '../resolve/find-existing';
import { classifyFailure } from '../uv/classify-failure';
import { installerBlock } from '../uv/environment-block';
import type { PrepareParts } from './context';
import { freeBytesAt } from './free-bytes';
import { lockText, parseLock, requirementText, type LockedPackage } from './parse-lock';
import { LOCK_FILE, READY_MARKER, writtenMarker } from './ready-marker';
import {
  bytecodeCommand,
  compileCommand,
  COMPILED_FILE,
  installCommand,
  REQUIREMENTS_FILE,
  uvVariables,
  VENV_FOLDER,
  venvCommand,
  WANTED_FILE,
  type UvCall,
} from './uv-commands';
import { workName } from './work-name';

const COMPILED_LIMIT_BYTES = 16 * 1024 * 1024;

/** One preparation's own work folder and how uv runs in it. */
export interface Workshop {
  readonly parts: PrepareParts;
  readonly installer: Installer;
  readonly progress: Progress;
  readonly uv: string;
  readonly index: string | null;
  readonly resolution: EnvironmentResolution;
  readonly workFolder: string;
}

/** Makes the work folder, does the work, and removes what is left of it. */
export async function inWorkFolder<T>(parts: PrepareParts, work: (folder: string) => Promise<T>): Promise<T> {
  const { building, uvCache } = parts.machine.folders;
  const folder = join(building, workName());
  await mkdir(uvCache, { recursive: true, mode: 0o700 });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Finds exact versions for the wanted rows. */
export async function compileLock(
  shop: Workshop,
): Promise<{ readonly kind: 'locked'; readonly packages: readonly LockedPackage[] } | Failed> {
  const { resolution, workFolder, installer, progress } = shop;
  if (resolution.rows.length === 0) return { kind: 'locked', packages: [] };
  progress.report(message('environment.note.resolving'));
  await installer.say(message('environment.note.resolving'));
  const lines = resolution.rows.map((row) => `${row.name}${row.specifier}\n`).join('');
  await writeFile(join(workFolder, WANTED_FILE), lines, { flag: 'wx', mode: 0o600 });
  const outcome = await runUv(shop, compileCommand(callOf(shop)));
  if (outcome !== null) return outcome;
  const text = await readUntrusted(join(workFolder, COMPILED_FILE));
  const packages = text === null ? null : parseLock(text);
  return packages === null ? failed('refused', 'environment.failure.strangeLock') : { kind: 'locked', packages };
}

/** Builds the environment aside and moves it to its place when it is whole. */
export async function buildEnvironment(
  shop: Workshop,
  options: { readonly packages: readonly LockedPackage[]; readonly target: string },
): Promise<{ readonly kind: 'built' } | Failed> {
  const { workFolder, installer, progress, parts, resolution } = shop;
  const { packages, target } = options;
  const { version } = resolution.python;
  progress.report(message('environment.note.creating', { version }));
  await installer.say(message('environment.note.creating', { version }));
  const made = await runUv(shop, venvCommand(callOf(shop)));
  if (made !== null) return made;

  const venv = join(workFolder, VENV_FOLDER);
  const interpreter = await interpreterOf(venv, parts.machine.platform);
  if (interpreter === null) return failed('broken', 'environment.failure.environmentBroken', brokenArgs(venv));
  if (packages.length > 0) {
    const note = message('environment.note.installing', { count: packages.length });
    progress.report(note);
    await installer.say(note);
    await writeFile(join(workFolder, REQUIREMENTS_FILE), requirementText(packages), { flag: 'wx', mode: 0o600 });
    const installed = await runUv(shop, installCommand(callOf(shop), interpreter));
    if (installed !== null) return installed;
  }
  progress.signal.throwIfAborted();
  const question = { prefix: venv, interpreter, platform: parts.machine.platform };
  const pythonVersion = (await readPythonVersion(question)) ?? version;
  const folders = packages.length === 0 ? [] : await sitePackagesFolders({ ...question, pythonVersion });
  // Files that do not compile (samples, tests for other releases) are no failure of the environment.
  if (folders.length > 0) await runConfined(shop, bytecodeCommand(interpreter, folders));
  progress.signal.throwIfAborted();
  await moveIntoPlace({ venv, target, packages, pythonVersion, interpreter: resolution.python.interpreter });
  return { kind: 'built' };
}

function brokenArgs(path: string): { readonly path: string; readonly reason: string } {
  return { path, reason: message('environment.broken.interpreterMissing') };
}

function callOf({ uv, resolution, workFolder }: Workshop): UvCall {
  return { uv, interpreter: resolution.python.interpreter, workFolder, asOf: resolution.asOf };
}

/** Null: it went well. */
async function runUv(shop: Workshop, command: readonly string[]): Promise<Failed | null> {
  const ran = await runConfined(shop, command);
  if (ran.kind === 'noSandbox') return failed('refused', 'environment.failure.noSandbox', { reason: ran.reason });
  if (ran.end.kind === 'exited' && ran.end.code === 0) return null;
  const freeBytes = await freeBytesAt(shop.workFolder);
  const folder = shop.parts.machine.folders.install;
  const { version: pythonVersion } = shop.resolution.python;
  return {
    kind: 'failed',
    failure: classifyFailure({ end: ran.end, text: ran.text, pythonVersion, folder, freeBytes }),
  };
}

async function runConfined(shop: Workshop, command: readonly string[]): Promise<InstallerRun> {
  const { parts, installer, progress, uv, index, resolution, workFolder } = shop;
  const { machine } = parts;
  const { interpreter } = resolution.python;
  const block = installerBlock(machine);
  const prefix = await prefixOfInterpreter(interpreter, machine.platform);
  return installer.run(
    {
      command,
      workingFolder: workFolder,
      readOnly: [...(await interpreterFolders(interpreter, prefix, machine.platform)), dirname(uv), ...block.files],
      // One bind for cache and work folder: hard links do not cross binds.
      writable: [machine.folders.install],
      network: 'index',
      environment: { ...block.variables, ...uvVariables(machine.folders, index) },
    },
    progress.signal,
  );
}

/** Reads a file that the sandbox wrote: a plain one of a fair size, no link. */
async function readUntrusted(path: string): Promise<string | null> {
  const found = await lstat(path).catch(() => null);
  if (found?.isFile() !== true || found.size > COMPILED_LIMIT_BYTES) return null;
  return readFile(path, 'utf8');
}

/** The marker comes last, and the folder gets its name by one rename: a kill leaves the whole or nothing. */
async function moveIntoPlace(options: {
  readonly venv: string;
  readonly target: string;
  readonly packages: readonly LockedPackage[];
  readonly pythonVersion: string;
  readonly interpreter: string;
}): Promise<void> {
  const { venv, target, packages, pythonVersion, interpreter } = options;
  const found = await lstat(venv);
  if (!found.isDirectory()) throw new Error('The new environment is not a folder.');
  const aside = join(dirname(target), `.new-${workName()}`);
  await mkdir(aside, { recursive: true, mode: 0o700 });
  try {
    await rename(venv, join(aside, VENV_FOLDER));
    const lock = lockText(packages);
    await writeSynced(join(aside, LOCK_FILE), lock);
    await writeSynced(join(aside, REQUIREMENTS_FILE), requirementText(packages));
    const createdAt = new Date().toISOString();
    const marker = writtenMarker({ lockDigest: digestOf(lock), interpreter, pythonVersion, createdAt });
    await writeSynced(join(aside, READY_MARKER), marker);
    // What lies at the target has no marker that holds, or its interpreter is gone: it serves no one.
    await rm(target, { recursive: true, force: true });
    await rename(aside, target);
    await syncFolder(dirname(target));
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
}

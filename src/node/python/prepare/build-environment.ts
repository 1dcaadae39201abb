import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { message } from '../../../protocol/catalogue/catalogue';
import type { Unimportable, Withdrawn } from '../../../protocol/environment';
import { digestOf } from '../../system/digest';
import { syncFolder, writeSynced } from '../../system/write-file-atomically';
import { interpreterOf } from '../discover/interpreter-of';
import { readPythonVersion } from '../discover/read-python-version';
import { failed, type Failed } from '../failure';
import { buildApart } from './build-apart';
import type { BuiltWheel } from './built-wheels';
import type { Locked } from './compile-lock';
import { lockText, requirementText, type LockedPackage } from './parse-lock';
import { probeImports } from './probe-imports';
import { LOCK_FILE, READY_MARKER, writtenMarker } from './ready-marker';
import { installCommand, REQUIREMENTS_FILE, VENV_FOLDER, venvCommand } from './uv-commands';
import { readWithdrawn } from '../uv/read-withdrawn';
import { workName } from '../../system/work-name';
import { callOf, runUv, type Workshop } from './workshop';

/** Builds the environment aside and moves it to its place when it is whole. */
export async function buildEnvironment(
  shop: Workshop,
  options: { readonly locked: Locked; readonly target: string },
): Promise<{ readonly kind: 'built' } | Failed> {
  const { workFolder, installer, progress, parts, resolution } = shop;
  const { locked, target } = options;
  const { packages, fromSource } = locked;
  const { version } = resolution.python;
  const begun = performance.now();
  progress.report(message('environment.note.creating', { version }));
  await installer.say(message('environment.note.creating', { version }));
  const made = await runUv(shop, venvCommand(callOf(shop)));
  if (made !== null) return made;

  const venv = join(workFolder, VENV_FOLDER);
  const interpreter = await interpreterOf(venv, parts.machine.platform);
  if (interpreter === null) return failed('broken', 'environment.failure.environmentBroken', brokenArgs(venv));
  let withdrawn: readonly Withdrawn[] = [];
  if (packages.length > 0) {
    const note = message('environment.note.installing', { count: packages.length });
    progress.report(note);
    await installer.say(note);
    const wheels: BuiltWheel[] = [];
    for (const one of packages.filter(({ name }) => fromSource.includes(name))) {
      const outcome = await buildApart(shop, one);
      if (outcome.kind === 'failed') return outcome;
      wheels.push(outcome.wheel);
    }
    const list = requirementText(packages.map((one) => asBuilt(one, wheels)));
    await writeFile(join(workFolder, REQUIREMENTS_FILE), list, { flag: 'wx', mode: 0o600 });
    const wheelFolders = wheels.map(({ folder }) => folder);
    const installed = await runUv(shop, installCommand(callOf(shop), { interpreter, wheelFolders }), {
      seen: wheelFolders,
      told: (text) => {
        withdrawn = readWithdrawn(text, packages);
      },
    });
    if (installed !== null) return installed;
  }
  progress.signal.throwIfAborted();
  const question = { prefix: venv, interpreter, platform: parts.machine.platform };
  const pythonVersion = (await readPythonVersion(question)) ?? version;
  const { interpreter: base } = resolution.python;
  const seconds = (performance.now() - begun) / 1000;
  const unimportable = await probeImports(shop, { interpreter, packages });
  await moveIntoPlace({ venv, target, packages, pythonVersion, interpreter: base, seconds, withdrawn, unimportable });
  return { kind: 'built' };
}

/** Only the wheel that was built may be installed of it, whatever else the index has. */
function asBuilt(one: LockedPackage, wheels: readonly BuiltWheel[]): LockedPackage {
  const wheel = wheels.find(({ name }) => name === one.name);
  return wheel === undefined ? one : { ...one, hashes: [`sha256:${wheel.digest}`] };
}

function brokenArgs(path: string): { readonly path: string; readonly reason: string } {
  return { path, reason: message('environment.broken.interpreterMissing') };
}

/** The marker comes last, and the folder gets its name by one rename: a kill leaves the whole or nothing. */
export async function moveIntoPlace(options: {
  readonly venv: string;
  readonly target: string;
  readonly packages: readonly LockedPackage[];
  readonly pythonVersion: string;
  readonly interpreter: string;
  readonly seconds?: number;
  readonly withdrawn?: readonly Withdrawn[];
  readonly unimportable?: readonly Unimportable[];
}): Promise<void> {
  const { venv, target, packages, pythonVersion, interpreter, seconds, withdrawn = [], unimportable = [] } = options;
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
    const told = {
      ...(seconds === undefined ? {} : { seconds: Math.round(seconds * 10) / 10 }),
      ...(withdrawn.length === 0 ? {} : { withdrawn: [...withdrawn] }),
      ...(unimportable.length === 0 ? {} : { unimportable: [...unimportable] }),
    };
    const marker = writtenMarker({ lockDigest: digestOf(lock), interpreter, pythonVersion, createdAt, ...told });
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

import { mkdir } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { message } from '../../../protocol/catalogue/catalogue';
import type { CondaMaker, EnvironmentResolution, ReadyEnvironment } from '../../../protocol/environment';
import type { Preparation } from '../../../core/ports/environments';
import { syncFolder, writeSynced } from '../../system/write-file-atomically';
import { digestOf } from '../../system/digest';
import { interpreterOf } from '../discover/interpreter-of';
import { isFile } from '../../system/is-there';
import { readPythonVersion } from '../discover/read-python-version';
import { removeFolder } from '../../execution/remove-folder';
import { failed, type Failed } from '../failure';
import { interpreterFolders } from '../interpreter-folders';
import type { Installer, InstallerRun } from '../installer';
import { minorOf } from '../minor-version';
import { classifyFailure } from '../uv/classify-failure';
import { installerBlock } from '../uv/environment-block';
import type { PrepareParts } from '../prepare/context';
import { freeBytesAt } from '../prepare/free-bytes';
import { holdingLock } from '../prepare/hold-lock';
import { readReadyEnvironment } from '../prepare/read-ready';
import { LOCK_FILE, READY_MARKER, readMarker, writtenMarker } from '../prepare/ready-marker';
import { VENV_FOLDER } from '../prepare/uv-commands';
import { condaCommand, condaSpecs, condaVariables } from './conda-command';
import type { Progress } from '../../../core/ports/cancellation';

/** Packages as they were fetched, which are hard-linked into the environment and no longer of use when it is made. */
const PACKAGES_FOLDER = 'packages';

export interface CondaWork {
  readonly parts: PrepareParts;
  readonly installer: Installer;
  readonly progress: Progress;
  readonly resolution: EnvironmentResolution;
  readonly maker: CondaMaker;
  /** Addresses or folders of channels, the first before the others. */
  readonly channels: readonly string[];
}

/**
 * An environment made by a program of the conda family, with the interpreter too. Its files hold their own place, so it is made where it
 * stays: what has no marker is not used, and is made anew. The same question gives the same environment.
 */
export async function prepareConda(work: CondaWork): Promise<Preparation> {
  const { parts, progress, resolution, maker, channels } = work;
  const { folders } = parts.machine;
  const specs = condaSpecs(resolution, { python: maker.python, knowledge: parts.knowledge });
  const question = JSON.stringify({ specs: [...specs].sort(), channels });
  const target = join(folders.environments, `${digestOf(question).slice(0, 16)}-conda`);
  const found = await readConda(work, target, true);
  if (found !== null) return { kind: 'ready', environment: found };
  const onWait = () => progress.report(message('environment.note.waiting'));
  return holdingLock(
    `${dirname(target)}/.${digestOf(question).slice(0, 16)}-conda.lock`,
    { signal: progress.signal, onWait },
    async () => {
      const meanwhile = await readConda(work, target, true);
      if (meanwhile !== null) return { kind: 'ready', environment: meanwhile };
      await removeFolder(target);
      await mkdir(target, { recursive: true, mode: 0o700 });
      let isMade = false;
      try {
        const failure = await make(work, { target, specs });
        if (failure !== null) return failure;
        isMade = true;
        const ready = await readConda(work, target, false);
        if (ready === null) throw new Error('A finished environment cannot be read.');
        return { kind: 'ready', environment: ready };
      } finally {
        // Scripts of packages can write here: a marker that is there proves nothing yet.
        if (!isMade) await removeFolder(target);
      }
    },
  );
}

/** Null: it is made, and marked. */
async function make(
  work: CondaWork,
  { target, specs }: { readonly target: string; readonly specs: readonly string[] },
): Promise<Failed | null> {
  const { parts, installer, progress, maker, channels } = work;
  const { machine } = parts;
  const prefix = join(target, VENV_FOLDER);
  // Packages bring scripts that run when they are linked: what other environments are made of must be out of their reach.
  const packages = join(target, PACKAGES_FOLDER);
  await mkdir(packages, { mode: 0o700 });
  const leads = await interpreterToLead(work);
  if (leads === null) return failed('noPython', 'environment.failure.noPython');
  const note = message('environment.note.conda', { program: maker.tool.program, specs: specs.join(' ') });
  progress.report(note);
  await installer.say(note);
  const block = installerBlock(machine);
  const ran = await installer.run(
    {
      command: condaCommand(maker.tool, { prefix, channels, specs }),
      workingFolder: target,
      readOnly: [
        ...leads.folders,
        ...(await foldersOfTool(maker.tool.path, machine.platform)),
        ...channels.filter(isAbsolute),
        ...block.files,
      ],
      writable: [target],
      network: 'index',
      interpreter: leads.interpreter,
      environment: { ...block.variables, ...condaVariables(packages) },
    },
    progress.signal,
  );
  const failure = await failureOf(ran, work);
  if (failure !== null) return failure;
  const { platform } = machine;
  const interpreter = await interpreterOf(prefix, platform);
  if (interpreter === null || !(await isFile(interpreter))) {
    const reason = message('environment.broken.interpreterMissing');
    return failed('broken', 'environment.failure.environmentBroken', { path: prefix, reason });
  }
  const pythonVersion = (await readPythonVersion({ prefix, interpreter, platform })) ?? maker.python;
  const { lock, lockDigest } = await readReadyEnvironment({
    ...{ id: 'conda', kind: 'reprise', prefix, interpreter, pythonVersion, platform, reused: false },
    resolution: work.resolution,
  });
  progress.signal.throwIfAborted();
  for (const path of [packages, join(target, LOCK_FILE), join(target, READY_MARKER)]) await removeFolder(path);
  await writeSynced(join(target, LOCK_FILE), lock);
  const createdAt = new Date().toISOString();
  await writeSynced(join(target, READY_MARKER), writtenMarker({ lockDigest, interpreter, pythonVersion, createdAt }));
  await syncFolder(target);
  return null;
}

async function failureOf(ran: InstallerRun, { parts, maker }: CondaWork): Promise<Failed | null> {
  if (ran.kind === 'noSandbox') return failed('refused', 'environment.failure.noSandbox', { reason: ran.reason });
  if (ran.end.kind === 'exited' && ran.end.code === 0) return null;
  const folder = parts.machine.folders.install;
  const freeBytes = await freeBytesAt(folder);
  return { kind: 'failed', failure: classifyFailure({ ...ran, pythonVersion: maker.python, folder, freeBytes }) };
}

/** Any interpreter of this machine starts the forwarder; it makes nothing. */
async function interpreterToLead({
  parts,
  progress,
}: CondaWork): Promise<{ readonly interpreter: string; readonly folders: readonly string[] } | null> {
  const found = (await parts.listEnvironments(progress)).find(({ broken, ours }) => broken === null && !ours);
  if (found === undefined) return null;
  const folders = await interpreterFolders(found.interpreter, found.prefix, parts.machine.platform);
  return { interpreter: found.interpreter, folders };
}

/** What a program of the family needs of the disk: itself, and the Python beside it that conda and mamba are written in. */
async function foldersOfTool(path: string, platform: NodeJS.Platform): Promise<readonly string[]> {
  const python = join(dirname(path), 'python');
  if (!(await isFile(python))) return [dirname(path)];
  return [dirname(path), ...(await interpreterFolders(python, dirname(dirname(path)), platform))];
}

/** What was made before, by its marker; null: nothing whole. */
async function readConda(work: CondaWork, target: string, reused: boolean): Promise<ReadyEnvironment | null> {
  const { parts, resolution, maker } = work;
  const marker = await readMarker(target);
  const prefix = join(target, VENV_FOLDER);
  const interpreter = marker === null ? null : await interpreterOf(prefix, parts.machine.platform);
  if (marker === null || interpreter === null || !(await isFile(interpreter))) return null;
  const { pythonVersion } = marker;
  // The release that was missing on the machine is there now.
  const isMet = minorOf(pythonVersion) === minorOf(maker.python);
  const { stated: _, ...python } = resolution.python;
  return readReadyEnvironment({
    ...{ id: target.slice(dirname(target).length + 1), kind: 'reprise', prefix, interpreter, pythonVersion, reused },
    platform: parts.machine.platform,
    resolution: isMet ? { ...resolution, python } : resolution,
  });
}

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Progress } from '../../../core/ports/cancellation';
import type { EnvironmentResolution, ReadyEnvironment } from '../../../protocol/environment';
import { message } from '../../../protocol/catalogue/catalogue';
import { removeFolder } from '../../execution/remove-folder';
import { isFile } from '../../system/is-there';
import { realPathOf } from '../discover/list-folder';
import { failed, type Failed } from '../failure';
import type { Installer, InstallerRun } from '../installer';
import { interpreterFolders } from '../interpreter-folders';
import { prefixOfInterpreter } from '../resolve/find-existing';
import { classifyFailure } from '../uv/classify-failure';
import { installerBlock } from '../uv/environment-block';
import { confirmVersion } from './confirm-version';
import type { PrepareParts } from './context';
import { laterReleases } from './later-releases';
import { freeBytesAt } from './free-bytes';
import { ownSettings } from './own-settings';
import { SETTINGS_FILE, uvVariables, type UvCall } from './uv-commands';
import { workName } from '../../system/work-name';

/** One preparation's own work folder and how uv runs in it. */
export interface Workshop {
  readonly parts: PrepareParts;
  readonly installer: Installer;
  readonly progress: Progress;
  readonly uv: string;
  /** The interpreter that uv starts, by `installedPython`. */
  readonly python: string;
  readonly index: string | null;
  readonly cpuIndex: string | null;
  readonly resolution: EnvironmentResolution;
  readonly workFolder: string;
  /** Foreign code runs in it: nothing can be written but the work folder, and uv has a cache of its own there. */
  readonly isApart?: boolean;
}

/** Makes the work folder, does the work, and removes what is left of it. */
export async function inWorkFolder<T>(parts: PrepareParts, work: (folder: string) => Promise<T>): Promise<T> {
  const { building, uvCache } = parts.machine.folders;
  const folder = join(building, workName());
  await mkdir(uvCache, { recursive: true, mode: 0o700 });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(join(folder, SETTINGS_FILE), ownSettings(parts.knowledge.metadataRepairs), { mode: 0o600 });
    return await work(folder);
  } finally {
    await removeFolder(folder);
  }
}

export function callOf(shop: Workshop, fromSource: readonly string[] = []): UvCall {
  const { uv, python: interpreter, resolution, workFolder, parts } = shop;
  const url = resolution.rows.some(({ fromCpuIndex }) => fromCpuIndex === true) ? shop.cpuIndex : null;
  const cpuIndex = url === null ? null : { url, packages: parts.knowledge.cpuBuilds.ownIndex };
  const { asOf, rows } = resolution;
  const later = laterReleases(rows, asOf, parts.knowledge);
  return { uv, interpreter, workFolder, asOf, later, fromSource, cpuIndex };
}

/**
 * The installation that a virtual environment was made from: environments of both are the same, and path files of a user's environment are
 * not run where installations can write.
 */
export async function installedPython(interpreter: string): Promise<string> {
  const isVirtual = await isFile(join(dirname(dirname(interpreter)), 'pyvenv.cfg'));
  return isVirtual ? realPathOf(interpreter) : interpreter;
}

/** A failure with what the installer wrote last. */
type FailedRun = Failed & { readonly text: string };

/** Null: it went well. `told` gets its words then. */
export async function runUv(
  shop: Workshop,
  command: readonly string[],
  options: { readonly seen?: readonly string[]; readonly told?: (text: string) => void } = {},
): Promise<FailedRun | null> {
  const { seen = [], told } = options;
  const { install, uvCache } = shop.parts.machine.folders;
  // One bind for cache and work folder: hard links do not cross binds.
  const [writable, cache] = shop.isApart === true ? [shop.workFolder, join(shop.workFolder, 'uv')] : [install, uvCache];
  const environment = uvVariables(cache, shop.index);
  const readOnly = [dirname(shop.uv), ...seen];
  const ran = await runConfined(shop, { command, readOnly, writable, environment });
  const failure = await judged(shop, ran);
  if (failure === null && ran.kind === 'ran') told?.(ran.text);
  return failure;
}

/** As `runUv`, for another program: one of a tool's environment, or of the environment that is being made. It can write to the work folder alone. */
export async function runTool(
  shop: Workshop,
  command: readonly string[],
  tool: Pick<ReadyEnvironment, 'interpreter' | 'prefix'> | null,
): Promise<FailedRun | null> {
  const { platform } = shop.parts.machine;
  const seen = tool === null ? [] : await interpreterFolders(tool.interpreter, tool.prefix, platform);
  const ran = await runConfined(shop, { command, readOnly: seen, writable: shop.workFolder, environment: {} });
  return judged(shop, ran);
}

async function judged(shop: Workshop, ran: InstallerRun): Promise<FailedRun | null> {
  if (ran.kind === 'noSandbox') {
    return { ...failed('refused', 'environment.failure.noSandbox', { reason: ran.reason }), text: '' };
  }
  if (ran.end.kind === 'exited' && ran.end.code === 0) return null;
  const freeBytes = await freeBytesAt(shop.workFolder);
  const folder = shop.parts.machine.folders.install;
  const { version: pythonVersion } = shop.resolution.python;
  const failure = classifyFailure({ ...ran, pythonVersion, folder, freeBytes });
  // An interpreter that does not start does not start the forwarder either, so there are no words of the installer to tell it by.
  const isBroken = failure.kind === 'other' && !(await answers(shop));
  return {
    kind: 'failed',
    failure: isBroken ? { kind: 'brokenPython', message: brokenPython(pythonVersion) } : failure,
    text: ran.text,
  };
}

async function answers({ parts, resolution, progress }: Workshop): Promise<boolean> {
  return (await confirmVersion(resolution.python.interpreter, parts, progress)) !== null;
}

function brokenPython(python: string): string {
  return message('environment.failure.brokenPython', { python, detail: '' }).replace(/ {2,}/g, ' ');
}

async function runConfined(
  shop: Workshop,
  what: {
    readonly command: readonly string[];
    readonly readOnly: readonly string[];
    readonly writable: string;
    readonly environment: Readonly<Record<string, string>>;
  },
): Promise<InstallerRun> {
  const { parts, installer, progress, resolution, workFolder } = shop;
  const { machine } = parts;
  const { interpreter } = resolution.python;
  const block = installerBlock(machine);
  const prefix = await prefixOfInterpreter(interpreter, machine.platform);
  return installer.run(
    {
      command: what.command,
      workingFolder: workFolder,
      readOnly: [
        ...(await interpreterFolders(interpreter, prefix, machine.platform)),
        ...what.readOnly,
        ...block.files,
      ],
      writable: [what.writable],
      network: 'index',
      interpreter,
      environment: { ...block.variables, ...what.environment },
    },
    progress.signal,
  );
}

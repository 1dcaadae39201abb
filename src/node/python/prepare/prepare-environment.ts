import { arch, platform as systemPlatform } from 'node:os';
import { utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Progress } from '../../../core/ports/cancellation';
import type { Preparation, PreparationRequest } from '../../../core/ports/environments';
import { message } from '../../../protocol/catalogue/catalogue';
import type { EnvironmentResolution, ReadyEnvironment } from '../../../protocol/environment';
import { isOffline } from '../../network/offline';
import { prepareConda } from '../conda/make-conda';
import { digestOf } from '../../system/digest';
import { isFile } from '../../system/is-there';
import { failed, type Failed } from '../failure';
import type { Place } from '../../network/place';
import { allowedPlaces } from '../index-proxy/allowed-hosts';
import { openIndexProxy } from '../index-proxy/open-index-proxy';
import { openInstaller, type Installer } from '../installer';
import { minorOf } from '../minor-version';
import { buildEnvironment, moveIntoPlace } from './build-environment';
import { compileLock, type Locked } from './compile-lock';
import { cleanHalfMade } from './clean-half-made';
import type { IndexSettings, PrepareParts } from './context';
import { ensureUv } from './ensure-uv';
import { isPython2, makePython2 } from './make-python2';
import { holdingLock } from './hold-lock';
import { lockText, type LockedPackage } from './parse-lock';
import { READY_MARKER } from './ready-marker';
import { readOurs, readReadyEnvironment } from './read-ready';
import { installedPython, inWorkFolder, type Workshop } from './workshop';
import { keyOfQuestion, readResolution, writeResolution, type CachedResolution } from './resolution-cache';
import { isDistributionName, isSpecifier, normaliseName } from '../../../protocol/requirement';

/** Without a date, the versions of a request are looked up anew after this time; where the index is not reached, the old ones hold. */
const FRESH_MS = 7 * 24 * 3600 * 1000;

/** Makes the environment that was chosen, or finds it: by its files alone where its lock is known and it is there. */
export async function prepareEnvironment(
  request: PreparationRequest,
  parts: PrepareParts,
  progress: Progress,
): Promise<Preparation> {
  const { terminalId, reproductionId = null, allowWeakerSandbox: allowWeaker } = request;
  const indexes = await parts.readIndexes();
  const openProxy = () =>
    openIndexProxy({
      allowed: isOffline(parts.machine.environmentBlock) ? [] : placesOf(indexes, parts),
      environmentBlock: parts.machine.environmentBlock,
    });
  const installer = await openInstaller({ ...parts, openProxy }, { terminalId, reproductionId, allowWeaker });
  try {
    const prepared = sayOffline(await findOrMake(installer, request, { parts, indexes }, progress), parts);
    progress.signal.throwIfAborted();
    if (prepared.kind === 'ready') await noteUse(prepared.environment);
    await installer.say(prepared.kind === 'failed' ? prepared.failure.message : noteOf(prepared.environment));
    return prepared;
  } finally {
    await installer.close();
  }
}

/** What fails while nothing may leave this machine fails of that, as far as anyone can tell. */
function sayOffline(prepared: Preparation, { machine }: PrepareParts): Preparation {
  if (prepared.kind !== 'failed' || !isOffline(machine.environmentBlock)) return prepared;
  const reason = prepared.failure.message;
  return { ...prepared, failure: { ...prepared.failure, message: message('network.offlineInstall', { reason }) } };
}

/** The user's index alone, or the one that installers use by themselves; and the hosts that the user adds. */
function placesOf(
  { index, cpuIndex, condaChannels, hosts }: IndexSettings,
  { knowledge }: PrepareParts,
): readonly Place[] {
  return allowedPlaces({
    indexes: [index, cpuIndex, ...condaChannels].flatMap((one) => one ?? []),
    hosts: index === null ? [...knowledge.indexHosts, ...hosts] : hosts,
  });
}

/** The marker's time is the last use. Where it cannot be set, the time is older than it should be. */
async function noteUse({ kind, prefix }: ReadyEnvironment): Promise<void> {
  const now = new Date();
  if (kind === 'reprise') await utimes(join(dirname(prefix), READY_MARKER), now, now).catch(() => undefined);
}

function noteOf({ reused, prefix }: ReadyEnvironment): string {
  return message(reused ? 'environment.note.found' : 'environment.note.ready', { prefix });
}

async function findOrMake(
  installer: Installer,
  request: PreparationRequest,
  { parts, indexes }: { readonly parts: PrepareParts; readonly indexes: IndexSettings },
  progress: Progress,
): Promise<Preparation> {
  const { resolution } = request;
  if (resolution.existing !== null) return prepareExisting(resolution, resolution.existing, parts);
  const refused = refusedNames(request, parts);
  if (refused.length > 0) {
    return failed('refused', 'environment.failure.unknownPackages', { names: refused.join(', ') });
  }
  if (resolution.maker !== undefined) {
    const { level, reason } = await parts.sandbox.describe();
    if (level === 'limitsOnly' && !request.allowWeakerSandbox) {
      return failed('refused', 'environment.failure.noSandbox', { reason: reason ?? '' });
    }
    const { maker } = resolution;
    return prepareConda({ parts, installer, progress, resolution, maker, channels: indexes.condaChannels });
  }
  const machine = `${systemPlatform()}-${arch()}`;
  const { index, cpuIndex } = indexes;
  const key = keyOfQuestion({ resolution, index, cpuIndex, machine });
  const cached = await readResolution(parts.machine.folders.resolutions, key);
  if (cached !== null && isFresh(cached, resolution.asOf)) {
    const ready = await findOurs(resolution, cached.packages, parts);
    if (ready !== null) return { kind: 'ready', environment: ready };
  }
  await cleanHalfMade(parts.machine.folders, progress.signal);
  return makeIn(installer, request, { parts, progress, indexes, key, cached });
}

/** Names that no approval covers. The host asks; this holds even where it did not. */
function refusedNames(request: PreparationRequest, parts: PrepareParts): readonly string[] {
  const allowed = new Set((request.allowPackages ?? []).map(normaliseName));
  const { unknown, rows } = request.resolution;
  const unapproved = unknown.filter((name) => !allowed.has(normaliseName(name)));
  // Rows may have been edited since they were chosen: what is no name with a version never reaches the installer.
  const unreadable = rows.filter((row) => !isDistributionName(row.name) || !isSpecifier(row.specifier));
  const unlisted = rows.filter((row) => !parts.knowledge.isKnown(row.name) && !allowed.has(normaliseName(row.name)));
  return [...new Set([...unapproved, ...[...unreadable, ...unlisted].map((row) => row.name)])];
}

function isFresh(cached: CachedResolution, asOf: string | null): boolean {
  const age = Date.now() - Date.parse(cached.resolvedAt);
  // Made by a clock that ran ahead: nothing tells how old it is.
  return asOf !== null || (age >= 0 && age < FRESH_MS);
}

async function prepareExisting(
  resolution: EnvironmentResolution,
  existing: NonNullable<EnvironmentResolution['existing']>,
  parts: PrepareParts,
): Promise<Preparation> {
  const { id, kind, prefix, interpreter } = existing;
  if (!(await isFile(interpreter))) {
    const reason = message('environment.broken.interpreterMissing');
    return failed('broken', 'environment.failure.environmentBroken', { path: prefix, reason });
  }
  const { platform } = parts.machine;
  const pythonVersion = resolution.python.version;
  const environment = await readReadyEnvironment({
    ...{ id, kind, prefix, interpreter, pythonVersion, platform, resolution },
    reused: true,
  });
  return { kind: 'ready', environment };
}

/** `<first 16 of the lock's digest>-py311`, which is also the environment's id. One of an interpreter that the user chose is its own. */
function nameOf(lock: string, python: EnvironmentResolution['python']): string {
  const name = `${digestOf(lock).slice(0, 16)}-py${(minorOf(python.version) ?? '').replace('.', '')}`;
  return python.step === 'given' ? `${name}-${digestOf(python.interpreter).slice(0, 8)}` : name;
}

async function findOurs(
  resolution: EnvironmentResolution,
  packages: readonly LockedPackage[],
  parts: PrepareParts,
  reused = true,
): Promise<ReadyEnvironment | null> {
  const lock = lockText(packages);
  const id = nameOf(lock, resolution.python);
  const { folders, platform } = parts.machine;
  return readOurs(join(folders.environments, id), { id, platform, resolution, reused, lockDigest: digestOf(lock) });
}

interface Making {
  readonly parts: PrepareParts;
  readonly progress: Progress;
  readonly indexes: IndexSettings;
  readonly key: string;
  readonly cached: CachedResolution | null;
}

async function makeIn(installer: Installer, request: PreparationRequest, making: Making): Promise<Preparation> {
  const { parts, progress } = making;
  const { index, cpuIndex } = making.indexes;
  const { resolution, allowWeakerSandbox: allowWeaker } = request;
  const { level, reason } = await parts.sandbox.describe();
  if (level === 'limitsOnly' && !allowWeaker) {
    return failed('refused', 'environment.failure.noSandbox', { reason: reason ?? '' });
  }
  return inWorkFolder(parts, async (workFolder) => {
    const uv = await ensureUv(parts, { installer, allowWeaker, progress });
    if (uv.kind === 'failed') return uv;
    const python = await installedPython(resolution.python.interpreter);
    const shop: Workshop = { parts, installer, progress, uv: uv.uv, python, index, cpuIndex, resolution, workFolder };
    if (isPython2(resolution)) return makeOld(shop, request, making);
    const locked = await lockFor(shop, making);
    if (locked.kind === 'failed') return locked;
    return findOrBuild(shop, locked.packages, (target) => buildEnvironment(shop, { locked, target }));
  });
}

/** One of Python 2.7: what is in it is known when it is made. */
async function makeOld(shop: Workshop, request: PreparationRequest, making: Making): Promise<Preparation> {
  const { parts, installer, resolution, progress } = shop;
  const { cached, key, indexes } = making;
  const makeTool = (tool: EnvironmentResolution) => {
    const allowPackages = tool.rows.map(({ name }) => name);
    return findOrMake(installer, { ...request, resolution: tool, allowPackages }, { parts, indexes }, progress);
  };
  const exact = cached !== null && isFresh(cached, resolution.asOf) ? cached.packages : null;
  const made = await makePython2(shop, { exact, makeTool });
  if (made.kind === 'failed') return made;
  const { venv, packages, unimportable } = made;
  const kept = packages.map(({ name, version }) => ({ name, version, hashes: [] }));
  await writeResolution(parts.machine.folders.resolutions, key, { packages: kept, fromSource: [] });
  return findOrBuild(shop, packages, async (target) => {
    const { interpreter, version: pythonVersion } = resolution.python;
    progress.signal.throwIfAborted();
    await moveIntoPlace({ venv, target, packages, pythonVersion, interpreter, unimportable });
    return { kind: 'built' };
  });
}

async function lockFor(shop: Workshop, making: Making): Promise<Locked | Failed> {
  const { cached, key, parts } = making;
  const { asOf } = shop.resolution;
  if (cached !== null && isFresh(cached, asOf)) return { kind: 'locked', ...cached };
  const locked = await compileLock(shop);
  if (locked.kind === 'failed') {
    return locked.failure.kind === 'noNetwork' && cached !== null ? { kind: 'locked', ...cached } : locked;
  }
  await writeResolution(parts.machine.folders.resolutions, key, {
    packages: [...locked.packages].map((one) => ({ ...one, hashes: [...one.hashes] })),
    fromSource: [...locked.fromSource],
  });
  return locked;
}

/** One builds, the others wait for it and then find it. */
async function findOrBuild(
  shop: Workshop,
  packages: readonly LockedPackage[],
  build: (target: string) => ReturnType<typeof buildEnvironment>,
): Promise<Preparation> {
  const { parts, progress, resolution } = shop;
  const { folders } = parts.machine;
  const name = nameOf(lockText(packages), resolution.python);
  const onWait = () => progress.report(message('environment.note.waiting'));
  return holdingLock(join(folders.environments, `.${name}.lock`), { signal: progress.signal, onWait }, async () => {
    const found = await findOurs(resolution, packages, parts);
    if (found !== null) return { kind: 'ready', environment: found };
    const built = await build(join(folders.environments, name));
    if (built.kind === 'failed') return built;
    const ready = await findOurs(resolution, packages, parts, false);
    if (ready === null) throw new Error('A finished environment cannot be read.');
    return { kind: 'ready', environment: ready };
  });
}

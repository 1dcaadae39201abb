import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../../core/ports/cancellation';
import type { NameFacts, Published, PythonEnvironments } from '../../core/ports/environments';
import type { Sandbox } from '../../core/ports/sandbox';
import type { SettingsStore } from '../../core/ports/settings-store';
import type { Terminals } from '../../core/ports/terminals';
import { message } from '../../protocol/catalogue/catalogue';
import type { EnvironmentSummary, ReadyEnvironment } from '../../protocol/environment';
import type { RunInPty, RunProcess } from '../process/types';
import { createBytecode, type Bytecode } from './bytecode/create-bytecode';
import { findCondaTool } from './conda/find-conda-tool';
import { nothingDeclared, readDeclared } from './declared/read-declared';
import { readFrameworkBuild } from './discover/ask-architectures';
import { describeCandidate } from './discover/describe-candidate';
import { discoverEnvironments } from './discover/discover-environments';
import { candidatesAt, withoutExcluded, type EnvironmentPlaces } from './discover/locate-included';
import { readListCache, writeListCache } from './discover/list-cache';
import { checkInstalledFile } from './installed/check-installed-file';
import { readKnowledge, type PythonKnowledge } from './knowledge/read-knowledge';
import type { Machine } from './machine';
import { cleanHalfMade } from './prepare/clean-half-made';
import { confirmVersion } from './prepare/confirm-version';
import type { IndexSettings, PrepareParts } from './prepare/context';
import { measureEnvironments, readDiskUse } from './ours/measure';
import { removeOurs } from './ours/remove-ours';
import { releaseBorders } from './era/release-borders';
import { prepareEnvironment } from './prepare/prepare-environment';
import { pythonFolders } from './python-folders';
import { readPublished } from './releases/read-published';
import { hasCard } from './resolve/has-card';
import { resolveEnvironment } from './resolve/resolve-environment';

export interface PythonEnvironmentsOptions {
  readonly dataFolder: string;
  readonly resourcesFolder: string;
  readonly terminals: Terminals;
  readonly sandbox: Sandbox;
  readonly runInPty: RunInPty;
  readonly runProcess: RunProcess;
  readonly settings: Pick<SettingsStore, 'read'>;
  /** The host's own environment block, of which installers get proxies and certificates alone. */
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
}

/** The port, with what is still at work behind it. */
export interface NodePythonEnvironments extends PythonEnvironments, Pick<Bytecode, 'settled' | 'close'> {
  /** Removes behind all else what a killed program left half-made. Only for the holder of the data folder's lock. Returns at once. */
  clearLeft(): void;
}

/** A question about a name waits for the index no longer than this. */
const ABOUT_LIMIT_MS = 8000;

function factsOf(told: Published): NameFacts['index'] {
  if (told.kind === 'failed') return { kind: told.failure.kind === 'noVersion' ? 'absent' : 'untold' };
  const days = told.releases.flatMap(({ day }) => day ?? []).sort();
  const { length: releases } = told.releases;
  if (releases === 0) return { kind: 'absent' };
  return { kind: 'read', releases, first: days[0] ?? null, last: days.at(-1) ?? null };
}

/** Finds, chooses and makes Python environments with uv. Interpreters and installers run in the sandbox only. */
export function createPythonEnvironments(options: PythonEnvironmentsOptions): NodePythonEnvironments {
  const { environmentBlock, homeFolder, terminals, sandbox, runInPty, runProcess, settings } = options;
  const { platform } = process;
  const folders = pythonFolders(options.dataFolder);
  const machine: Machine = { platform, environmentBlock, homeFolder, folders };
  const bytecode = createBytecode({ dataFolder: options.dataFolder, platform, sandbox, runProcess });
  let knowledge: PythonKnowledge | null = null;
  let searching: Promise<EnvironmentSummary[]> | null = null;
  let clearing: Promise<void> = Promise.resolve();
  const closing = new AbortController();

  /** The shipped tables are read on first use, once. */
  function known(): PythonKnowledge {
    knowledge ??= readKnowledge(options.resourcesFolder);
    return knowledge;
  }

  /** Callers at the same time share one search. */
  async function search(progress: Progress): Promise<EnvironmentSummary[]> {
    progress.report(message('environment.note.searching'));
    searching ??= readPlaces()
      .then((places) => discoverEnvironments(machine, places))
      .finally(() => {
        searching = null;
      });
    const found = await searching;
    progress.signal.throwIfAborted();
    return found;
  }

  async function readPlaces(): Promise<EnvironmentPlaces> {
    return (await settings.read()).environmentPlaces ?? { include: [], exclude: [] };
  }

  /** Of what we made, the marker's time is the last use. */
  async function noteUse({ id, kind }: ReadyEnvironment): Promise<void> {
    if (kind === 'reprise' || !/^[\w-]+$/.test(id)) return;
    const file = join(folders.uses, id);
    // Where it cannot be noted, the time is older than it should be.
    await mkdir(folders.uses, { recursive: true, mode: 0o700 }).then(
      () => writeFile(file, ''),
      () => undefined,
    );
  }

  async function readIndexes(): Promise<IndexSettings> {
    const {
      packageIndex,
      packageHosts = [],
      cpuIndex = null,
      condaChannels = known().condaChannels,
    } = await settings.read();
    return { index: packageIndex, cpuIndex, condaChannels, hosts: packageHosts };
  }

  const parts: PrepareParts = {
    machine,
    get knowledge() {
      return known();
    },
    terminals,
    sandbox,
    runInPty,
    runProcess,
    seenUv: new Map(),
    readIndexes,
    forwarder: join(options.resourcesFolder, 'python', 'forward_index.py'),
    listEnvironments: search,
  };

  return {
    list: async ({ fresh, measured = false }, progress) => {
      const told = async (found: readonly EnvironmentSummary[]) => {
        const environments = await withoutExcluded(found, (await readPlaces()).exclude);
        if (!measured) return { environments };
        return {
          environments: await measureEnvironments(environments, folders, platform),
          disk: await readDiskUse(folders),
        };
      };
      const cached = fresh ? null : await readListCache(folders.listFile);
      if (cached !== null) return { ...(await told(cached.environments)), cachedAt: cached.cachedAt };
      const environments = await search(progress);
      await writeListCache(folders.listFile, environments);
      return { ...(await told(environments)), cachedAt: null };
    },
    look: async (path, progress) => {
      const found = await candidatesAt(path, platform);
      progress.signal.throwIfAborted();
      return (await Promise.all(found.map((one) => describeCandidate(one, platform)))).map(({ summary }) => summary);
    },
    readBuild: async (environmentId, progress) => {
      const cached = await readListCache(folders.listFile);
      const isWanted = ({ id }: EnvironmentSummary): boolean => id === environmentId;
      const environment = cached?.environments.find(isWanted) ?? (await search(progress)).find(isWanted);
      return environment === undefined ? null : readFrameworkBuild(environment, parts, progress);
    },
    resolve: async (request, progress) => {
      const environments = request.environment === null ? await search(progress) : [];
      progress.report(message('environment.note.choosing'));
      return resolveEnvironment(request, {
        machine,
        knowledge: known(),
        environments,
        today: new Date().toISOString().slice(0, 10),
        readDeclared: async (project) => (project === null ? nothingDeclared : readDeclared(project, progress)),
        cpuIndex: (await readIndexes()).cpuIndex,
        findConda: async () => ((await readIndexes()).condaChannels.length > 0 ? findCondaTool(machine) : null),
        hasCard: () => hasCard(),
        confirmVersion: (interpreter) => confirmVersion(interpreter, parts, progress),
      });
    },
    prepare: async (request, progress) => {
      const prepared = await prepareEnvironment(request, parts, progress);
      if (prepared.kind === 'ready') {
        bytecode.behind(prepared.environment);
        await noteUse(prepared.environment);
      }
      return prepared;
    },
    remove: (id, progress) => removeOurs(id, folders, progress.signal),
    checkInstalledFile: (environment, file) => checkInstalledFile(environment, file, platform),
    distributionOf: (module) => known().distributionOf(module),
    releasesOf: (name) => [...known().releaseDatesOf(name)].map(([version, day]) => ({ version, day })),
    published: async (name, progress) =>
      readPublished(
        name,
        {
          machine,
          knowledge: known(),
          index: (await readIndexes()).index,
          environments: await search(progress),
          arch: process.arch,
        },
        progress,
      ),
    aboutName: async (name, progress) => {
      const { index } = await readIndexes();
      const told = await readPublished(
        name,
        { machine, knowledge: known(), index, environments: [], arch: process.arch, limitMs: ABOUT_LIMIT_MS },
        progress,
      );
      return { name, nearest: known().nearestKnown(name), index: factsOf(told) };
    },
    bordersOf: (evidence, installed) => releaseBorders(evidence, installed, known()),
    clearLeft: () => {
      // What cannot be removed now is told of when the next environment is made.
      clearing = cleanHalfMade(folders, closing.signal).catch(() => undefined);
    },
    settled: async () => void (await Promise.all([bytecode.settled(), clearing])),
    close: async () => {
      closing.abort();
      await Promise.all([bytecode.close(), clearing]);
    },
  };
}

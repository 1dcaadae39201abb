import { isAbsolute, basename, dirname, resolve } from 'node:path';
import type { EnvironmentSummary } from '../../../protocol/environment';
import { describeCandidate } from '../discover/describe-candidate';
import { isFile, isFolder } from '../../system/is-there';
import { basePrefixOf } from '../interpreter-folders';
import type { Machine } from '../machine';

/** Reads the environment at a path that the user gave: a folder, or an interpreter in it. Null: there is neither. */
export async function readGivenEnvironment(given: string, machine: Machine): Promise<EnvironmentSummary | null> {
  const path = resolve(given);
  if (!isAbsolute(path)) return null;
  if (await isFolder(path)) return describeAt(path, null, machine);
  if (!(await isFile(path))) return null;
  return describeAt(await prefixOfInterpreter(path, machine.platform), path, machine);
}

/** A link in a virtual environment belongs to it; any other belongs to where the program really lies. */
export async function prefixOfInterpreter(path: string, platform: NodeJS.Platform): Promise<string> {
  const above = dirname(dirname(path));
  if (await isFile(`${above}/pyvenv.cfg`)) return above;
  return basePrefixOf(path, platform);
}

async function describeAt(prefix: string, interpreter: string | null, machine: Machine): Promise<EnvironmentSummary> {
  const isConda = await isFolder(`${prefix}/conda-meta`);
  const kind = isConda ? 'conda' : (await isFile(`${prefix}/pyvenv.cfg`)) ? 'venv' : 'system';
  const described = await describeCandidate({ kind, name: basename(prefix), prefix, interpreter }, machine.platform);
  return described.summary;
}

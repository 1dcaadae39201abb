import type { EnvironmentSummary } from '../../../protocol/environment';
import { ONLY_FOLDERS_VARIABLE, type Machine } from '../machine';
import type { Locator } from './candidate';
import { describeCandidate } from './describe-candidate';
import { locateConda } from './locate-conda';
import { locateInNamedFolders, locateOnPath, locateSystem } from './locate-on-path';
import { locateOurs } from './locate-ours';
import { locatePyenv, locateUvPythons } from './locate-versions';
import { locateVirtualEnvironments } from './locate-virtual-environments';

/** From the most telling to the least: a poetry environment is a venv too, and a pyenv version is on PATH too. */
const everywhere: readonly Locator[] = [
  locateOurs,
  locateConda,
  locateVirtualEnvironments,
  locatePyenv,
  locateUvPythons,
  locateOnPath,
  locateSystem,
];

/** Finds environments by reading files alone. Each is found once, by its real place; broken ones stay, with a reason. */
export async function discoverEnvironments(machine: Machine): Promise<EnvironmentSummary[]> {
  const isNarrowed = machine.environmentBlock[ONLY_FOLDERS_VARIABLE] !== undefined;
  const locators = isNarrowed ? [locateOurs, locateInNamedFolders] : everywhere;
  const found = new Map<string, EnvironmentSummary>();
  for (const locate of locators) {
    const candidates = await locate(machine);
    const described = await Promise.all(candidates.map((one) => describeCandidate(one, machine.platform)));
    for (const { identity, summary } of described) if (!found.has(identity)) found.set(identity, summary);
  }
  return [...found.values()];
}

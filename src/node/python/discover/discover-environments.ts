import type { EnvironmentSummary } from '../../../protocol/environment';
import { ONLY_FOLDERS_VARIABLE, type Machine } from '../machine';
import type { Locator } from './candidate';
import { describeCandidate } from './describe-candidate';
import { locateConda } from './locate-conda';
import { locateIncluded, withoutExcluded, type EnvironmentPlaces } from './locate-included';
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
export async function discoverEnvironments(
  machine: Machine,
  places: EnvironmentPlaces = { include: [], exclude: [] },
): Promise<EnvironmentSummary[]> {
  const isNarrowed = machine.environmentBlock[ONLY_FOLDERS_VARIABLE] !== undefined;
  const locators = isNarrowed ? [locateOurs, locateInNamedFolders] : everywhere;
  const found = new Map<string, EnvironmentSummary>();
  for (const locate of locators) {
    const candidates = await locate(machine);
    const described = await Promise.all(candidates.map((one) => describeCandidate(one, machine.platform)));
    for (const { identity, summary } of described) if (!found.has(identity)) found.set(identity, summary);
  }
  // Last, so that what is found anyway keeps its more telling kind.
  const added = await locateIncluded(places.include)(machine);
  const described = await Promise.all(added.map((one) => describeCandidate(one, machine.platform)));
  for (const { identity, summary } of described) {
    found.set(identity, { ...(found.get(identity) ?? summary), added: true });
  }
  return withoutExcluded([...found.values()], places.exclude);
}

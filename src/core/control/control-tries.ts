import type { ControlCandidate } from './propose-controls';
import type { Neighbour } from './neighbours';

/** A control that may be run: another script, or the same script with one distribution in another release. */
export type ControlTry =
  | { readonly kind: 'script'; readonly key: string; readonly candidate: ControlCandidate }
  | { readonly kind: 'neighbour'; readonly key: string; readonly neighbour: Neighbour };

/** The order of trying: what the report says cures it, releases that it or a table tells of, known faults, releases at hand. */
export function controlTries(
  candidates: readonly ControlCandidate[],
  neighbours: readonly Neighbour[],
): readonly ControlTry[] {
  const scripts = candidates.map((candidate): ControlTry & { kind: 'script' } => ({
    kind: 'script',
    key: candidate.script.digest,
    candidate,
  }));
  const releases = neighbours.map((neighbour): ControlTry & { kind: 'neighbour' } => ({
    kind: 'neighbour',
    key: neighbourKey(neighbour),
    neighbour,
  }));
  return [
    ...scripts.filter(({ candidate }) => candidate.basis === 'reportedFix'),
    ...releases.filter(({ neighbour }) => !neighbour.onDiskOnly),
    ...scripts.filter(({ candidate }) => candidate.basis !== 'reportedFix'),
    ...releases.filter(({ neighbour }) => neighbour.onDiskOnly),
  ];
}

export function neighbourKey({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name}==${version}`;
}

import type { ReleaseBorder } from '../../../core/ports/environments';
import type { Package } from '../../../protocol/environment';
import type { PythonKnowledge } from '../knowledge/read-knowledge';
import { weigh } from '../resolve/releases-meeting';
import { servingPackage } from '../resolve/choose-existing';
import type { EraEvidence, EraFact } from './era-facts';
import { evidenceReader } from './match-era';

/**
 * Borders that the evidence speaks of, seen from what is installed. A name that the installed release has no more leads below its end, one
 * that it has not yet to its beginning; a message that it prints leads to where it is not printed: the later release first.
 */
export function releaseBorders(
  evidence: EraEvidence,
  installed: readonly Package[],
  knowledge: Pick<PythonKnowledge, 'eras' | 'releaseDatesOf'>,
): readonly ReleaseBorder[] {
  const holds = evidenceReader(evidence);
  const found: ReleaseBorder[] = [];
  for (const fact of knowledge.eras) {
    const now = servingPackage(installed, fact.of)?.version;
    if (now === undefined || !holds(fact)) continue;
    for (const version of beyond(fact, now, [...knowledge.releaseDatesOf(fact.of).keys()])) {
      if (!found.some((other) => other.name === fact.of && other.version === version))
        found.push({ name: fact.of, version, text: fact.text });
    }
  }
  return found;
}

function beyond({ kind, came, went }: EraFact, now: string, releases: readonly string[]): readonly string[] {
  const below = (border: string): string | undefined =>
    [...releases].sort((a, b) => weigh(b) - weigh(a)).find((release) => weigh(release) < weigh(border));
  const isIn = (came === null || weigh(now) >= weigh(came)) && (went === null || weigh(now) < weigh(went));
  if (kind === 'message')
    return isIn ? [went ?? undefined, came === null ? undefined : below(came)].filter(isKnown) : [];
  if (went !== null && weigh(now) >= weigh(went)) return [below(went)].filter(isKnown);
  return came !== null && weigh(now) < weigh(came) ? [came] : [];
}

function isKnown(version: string | undefined): version is string {
  return version !== undefined;
}

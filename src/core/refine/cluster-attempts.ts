import type { Attempt } from '../../protocol/attempt';
import type { ReproductionState } from '../../protocol/reproduction/state';

/** Attempts that showed the same. */
export interface Cluster {
  readonly signature: string;
  /** In the order in which they were made. */
  readonly attempts: readonly Attempt[];
}

/** What an attempt showed, without what differs from run to run: numbers, addresses, quoted names of files. Null: it was not judged. */
export function signatureOf({ verdict }: Attempt): string | null {
  if (!verdict) return null;
  const observed = (verdict.observed ?? '').slice(0, 400);
  const rules = verdict.rules.filter(({ result }) => result === 'failed').map(({ rule }) => rule);
  return `${observed.replace(/0x[0-9a-f]+|\d+(?:\.\d+)?/gi, '#').replace(/['"][^'"]*\/[^'"]*['"]/g, '…')} ${rules.join(' ')}`;
}

/** How near a judged attempt comes: the symptom shows and a rule speaks against it; a near miss; neither. */
export function nearness({ verdict }: Attempt): number {
  if (!verdict) return 0;
  const matched = verdict.rules.some(({ rule, result }) => rule === 'match' && result === 'passed');
  return matched ? 2 : verdict.nearMiss === null ? 0 : 1;
}

/** Judged attempts by what they showed: the nearest first, then the largest, then the latest. */
export function clusterAttempts(state: ReproductionState): readonly Cluster[] {
  const bySignature = new Map<string, Attempt[]>();
  for (const attempt of state.attempts) {
    const signature = attempt.edit.kind === 'control' ? null : signatureOf(attempt);
    if (signature === null) continue;
    bySignature.set(signature, [...(bySignature.get(signature) ?? []), attempt]);
  }
  const rank = (attempts: readonly Attempt[]): number => Math.max(...attempts.map(nearness));
  return [...bySignature]
    .map(([signature, attempts]) => ({ signature, attempts }))
    .sort(
      (a, b) =>
        rank(b.attempts) - rank(a.attempts) ||
        b.attempts.length - a.attempts.length ||
        (b.attempts.at(-1)?.number ?? 0) - (a.attempts.at(-1)?.number ?? 0),
    );
}

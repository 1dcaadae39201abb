import type { DigestOf } from '../core/ports/digests';
import { message } from '../protocol/catalogue/catalogue';
import type { ReproductionState } from '../protocol/reproduction/state';
import type { RunOffer, RunWish } from '../protocol/run-offer';
import { confinementOf, leave, pathsOf, sealed, short } from './offer-run';
import { bisectable } from './start-bisect';

/** What the Run surface offers where a release is to be searched for: runs of the same bytes, and the installations that these need. Pure. */
export function offerBisect(
  { wish }: Extract<RunWish, { kind: 'bisect' }>,
  state: ReproductionState,
  machine: { readonly hasSandbox: boolean },
  digestOf: DigestOf,
): RunOffer {
  const attempt = bisectable(state);
  const base = { seq: state.seq, isQuestion: true };
  if (typeof attempt === 'string') {
    return sealed({ ...base, acts: [leave()], words: [message(attempt)] }, [state.id, attempt], digestOf);
  }
  const { package: name, good, bad } = wish;
  const words = [
    message('surface.bisect', { number: String(attempt.number), digest: short(attempt.scriptDigest), name }),
    ...(good === null ? [] : [message('surface.bisect.good', { version: good })]),
    ...(bad === null ? [] : [message('surface.bisect.bad', { version: bad })]),
    message('surface.bisect.installs'),
    confinementOf(state, machine),
    ...pathsOf(state),
  ];
  const search = { kind: 'bisect', label: message('surface.bisect.act'), look: 'primary', key: null } as const;
  const covers = [state.id, attempt.scriptDigest, JSON.stringify(wish)];
  return sealed({ ...base, acts: [search, leave()], words }, covers, digestOf);
}

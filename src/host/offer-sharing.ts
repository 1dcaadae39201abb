import type { DigestOf } from '../core/ports/digests';
import { message } from '../protocol/catalogue/catalogue';
import { formatBytes } from '../protocol/format-bytes';
import type { Result } from '../protocol/methods';
import type { ReproductionState } from '../protocol/reproduction/state';
import type { RunOffer, RunWish } from '../protocol/run-offer';
import { confinementOf, leave, pathsOf, sealed, short } from './offer-run';
import { minimisable } from './start-minimise';

/** Names of files that a question has room for. */
const MOST_NAMES = 8;

/** What the Run surface offers where a script is to be shortened: by real runs of shorter forms, confined as all runs are. Pure. */
export function offerMinimise(
  state: ReproductionState,
  machine: { readonly hasSandbox: boolean },
  digestOf: DigestOf,
): RunOffer {
  const attempt = minimisable(state);
  const base = { seq: state.seq, isQuestion: true };
  if (typeof attempt === 'string') {
    return sealed({ ...base, acts: [leave()], words: [message(attempt)] }, [state.id, attempt], digestOf);
  }
  const words = [
    message('surface.minimise', { number: String(attempt.number), digest: short(attempt.scriptDigest) }),
    confinementOf(state, machine),
    ...pathsOf(state),
  ];
  const shorten = { kind: 'minimise', label: message('surface.minimise.act'), look: 'primary', key: null } as const;
  return sealed({ ...base, acts: [shorten, leave()], words }, [state.id, attempt.scriptDigest], digestOf);
}

/** What the Run surface offers where a reproducer is to be published: exactly the files of the preview, and who can read them. Pure. */
export function offerPublish(
  wish: Extract<RunWish, { kind: 'publish' }>,
  { files, leaks, digest }: Result<'reproducer/share'>,
  digestOf: DigestOf,
): RunOffer {
  const base = { seq: 0, isQuestion: true };
  const covers = [JSON.stringify(wish), digest];
  const refused = leaks.find(({ treatment }) => treatment === 'refused');
  if (refused)
    return sealed({ ...base, acts: [leave()], words: [message('share.refused', refused)] }, covers, digestOf);
  const bytes = files.reduce((sum, { text }) => sum + text.length, 0);
  const names = files.slice(0, MOST_NAMES).map(({ path }) => path);
  const more = files.length - names.length;
  const words = [
    message(wish.isPublic ? 'surface.publish.public' : 'surface.publish.unlisted', {
      count: files.length,
      size: formatBytes(bytes),
    }),
    more > 0 ? message('surface.publish.more', { names: names.join(', '), count: more }) : names.join(', '),
    ...(wish.gist === null ? [] : [message('surface.publish.update', { gist: wish.gist })]),
    ...(leaks.length === 0 ? [] : [message('surface.publish.replaced', { count: leaks.length })]),
  ];
  const publish = { kind: 'publish', label: message('surface.publish.act'), look: 'primary', key: null } as const;
  return sealed({ ...base, acts: [publish, leave()], words }, covers, digestOf);
}

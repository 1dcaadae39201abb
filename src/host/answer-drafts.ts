import type { HostPorts } from '../core/ports/host-ports';
import { shortenDraft } from '../protocol/draft';
import type { Handlers } from '../protocol/methods';
import type { Caller } from './caller';
import { notFound } from './refusals';
import type { Reproductions } from './reproductions';

/** Changes after which the older half of a draft becomes one. */
const MOST_CHANGES = 400;

/** The user's unkept changes: they run nothing, and become an attempt only by `attempt/edit`. */
export function answerDrafts(options: {
  readonly ports: Pick<HostPorts, 'store'>;
  readonly reproductions: Pick<Reproductions, 'use'>;
}): Pick<Handlers<Caller>, 'draft/read' | 'draft/record'> {
  const { reproductions } = options;
  const { store } = options.ports;

  /** Runs with the digest of the attempt's script. */
  function ofAttempt<T>(reproductionId: string, attemptId: string, work: (digest: string) => Promise<T>): Promise<T> {
    return reproductions.use(reproductionId, ({ session }) => {
      const attempt = session.state().attempts.find(({ id }) => id === attemptId);
      if (!attempt) throw notFound('attempt', attemptId, 'errors.noAttempt');
      return work(attempt.scriptDigest);
    });
  }

  return {
    'draft/read': ({ reproductionId, attemptId }) =>
      ofAttempt(reproductionId, attemptId, async (digest) => {
        const history = await store.readDraft(reproductionId, attemptId);
        if (history.changes.length < MOST_CHANGES) return history;
        // Only here, where nobody counts the changes yet.
        const { text } = await store.readScript(reproductionId, digest);
        const shorter = shortenDraft(text, history, MOST_CHANGES / 2);
        await store.writeDraft(reproductionId, attemptId, shorter);
        return shorter;
      }),
    'draft/record': ({ reproductionId, attemptId, entry }) =>
      ofAttempt(reproductionId, attemptId, async () => {
        await store.appendDraft(reproductionId, attemptId, entry);
        return {};
      }),
  };
}

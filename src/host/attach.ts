import type { RunStore } from '../core/ports/run-store';
import type { Result } from '../protocol/methods';
import type { Caller } from './caller';
import type { OpenReproduction } from './open-reproduction';
import type { HostFrame } from '../protocol/frame';

/** A client further behind than this gets a snapshot: that is then the shorter way. */
export const MAX_TAIL = 500;

/**
 * Attaches a client: the reply holds what it lacks up to one point of the log, and the events after that point follow the
 * reply, each once and in order. Attaching again replaces the first.
 */
export function attach(options: {
  readonly reproduction: OpenReproduction;
  readonly store: Pick<RunStore, 'readAfter'>;
  readonly afterSeq: number | null;
  readonly caller: Caller;
}): Promise<Result<'reproduction/attach'>> {
  const { reproduction, caller, afterSeq } = options;
  const { session, id } = reproduction;
  // In the session's order, so that no event falls between what is read and the first that is listened to.
  return session.inOrder(async () => {
    const state = session.state();
    const behind = afterSeq === null ? null : state.seq - afterSeq;
    const isTail = afterSeq !== null && behind !== null && behind >= 0 && behind <= MAX_TAIL;
    const envelopes = isTail && behind > 0 ? [...(await options.store.readAfter(id, afterSeq))] : [];
    subscribe(reproduction, caller);
    return isTail ? { kind: 'tail', envelopes } : { kind: 'snapshot', state };
  });
}

function subscribe(reproduction: OpenReproduction, caller: Caller): void {
  const { client } = caller;
  const { id } = reproduction;
  client.reproductions.get(id)?.();
  // A client may go while its request waits.
  if (client.signal.aborted) return;
  let held: HostFrame[] | null = [];
  const release = reproduction.retain();
  const unlisten = reproduction.session.listen((envelope) => {
    const frame: HostFrame = { kind: 'event', envelope };
    if (held) held.push(frame);
    else client.send(frame);
  });
  const end = () => {
    unlisten();
    held = [];
    if (client.reproductions.get(id) === end) client.reproductions.delete(id);
    release();
  };
  client.reproductions.set(id, end);
  caller.afterReply(() => {
    const waiting = held ?? [];
    held = null;
    for (const frame of waiting) client.send(frame);
  });
}

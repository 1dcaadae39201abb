import { message } from '../../../protocol/catalogue/catalogue';
import type { ModelChoice } from '../../../protocol/model';
import { askModel, type Asked, type Question } from '../../model/ask-model';
import { isLasting } from '../../refine/choose-turn';
import type { Work } from '../work';
import { isPreviewed, permitOf } from './preview';

/** The answer's value with the identifier of the call that gave it. Null: none came; the calls and a notice tell why. */
export interface Answered<T> {
  readonly value: T;
  readonly callId: string;
}

/** Keeps the texts of calls beside the events, and records what they cost. Texts are kept by digest, as scripts are. */
async function record(work: Work, asked: Asked<unknown>, outcome: string): Promise<void> {
  const { session, ports } = work;
  const last = asked.calls.at(-1);
  for (const made of asked.calls) {
    const call = made === last && made.call.outcome === '' ? { ...made.call, outcome } : made.call;
    await ports.store.writeScript(session.state().id, { text: made.transcript, digest: call.text, provenance: [] });
    await session.emit({ type: 'model/called', call });
  }
}

/**
 * Puts one question to the model, and records every call with what came of it. `outcome` says in a sentence what an answer leads to.
 * A failure that would last is told to people once, as a notice.
 */
export async function ask<T>(
  work: Work,
  choice: ModelChoice,
  question: Question<T>,
  outcome: (value: T) => string,
): Promise<Answered<T> | null> {
  const { session, ports, progress } = work;
  if (!ports.models) return null;
  progress.report(message('model.asking', { model: choice.name }));
  const model = await ports.models.open(choice);
  const { clock, ids, digestOf } = ports;
  const earlier = session.state().modelCalls ?? [];
  const permit = isPreviewed(session.state(), choice) ? permitOf(work, choice, question.purpose) : undefined;
  const asked = await askModel({
    ...{ question, choice, earlier, progress },
    ports: { model, clock, ids, digestOf },
    ...(permit ? { permit } : {}),
  });
  await record(work, asked, asked.kind === 'answer' ? outcome(asked.value).slice(0, 4_000) : asked.message);
  progress.signal.throwIfAborted();
  if (asked.kind === 'answer') {
    const callId = asked.calls.at(-1)?.call.id;
    return callId === undefined ? null : { value: asked.value, callId };
  }
  if (isLasting(asked.failure)) {
    await session.emit({
      type: 'notice/given',
      notice: { level: 'warning', text: asked.message, at: ports.clock.now() },
    });
  }
  return null;
}

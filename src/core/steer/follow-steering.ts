import type { ReproductionEvent } from '../../protocol/reproduction/events';
import type { ReproductionOptions } from '../../protocol/reproduction/options';
import type { ReproductionState } from '../../protocol/reproduction/state';
import type { SteeringWish } from '../../protocol/steering';
import type { Symptom } from '../../protocol/symptom';
import { assertNever } from '../../protocol/primitives';
import type { Ids } from '../ports/ids';
import { maskMessage } from '../symptom/mask-message';

/** What words that wait make of a reproduction, as events in order. Call it only while nothing runs. */
export function followSteering(state: ReproductionState, ids: Ids): ReproductionEvent[] {
  const waiting = state.steerings.filter(({ isTaken }) => !isTaken);
  if (waiting.length === 0) return [];
  const wishes = waiting.flatMap((steering) => steering.wishes);
  const options = wishes.reduce(withWish, state.options);
  const symptoms = wishes.flatMap((wish) => symptomOf(wish, ids));
  const wanted = symptoms.at(-1);
  const changed = JSON.stringify(options) !== JSON.stringify(state.options);
  const events: ReproductionEvent[] = [];
  if (changed) events.push({ type: 'reproduction/optionsChanged', options });
  if (wanted) events.push({ type: 'symptom/edited', symptoms: [wanted, ...state.symptoms.slice(1)] });
  for (const { id } of waiting) events.push({ type: 'steering/taken', steeringId: id });
  return events;
}

function withWish(options: ReproductionOptions, wish: SteeringWish): ReproductionOptions {
  switch (wish.kind) {
    case 'package': {
      const { name, specifier } = wish;
      const others = (options.packages ?? []).filter((one) => one.name !== name);
      return { ...options, packages: [...others, { name, specifier }] };
    }
    case 'python':
      return { ...options, python: wish.version };
    case 'asOf':
      return { ...options, asOf: wish.date };
    case 'devices':
      return { ...options, devices: wish.devices };
    case 'timeLimit':
      return { ...options, timeLimit: wish.seconds };
    case 'repeats':
      return { ...options, repeats: wish.count };
    case 'exception':
      return options;
    default:
      return assertNever(wish);
  }
}

function symptomOf(wish: SteeringWish, ids: Ids): Symptom[] {
  if (wish.kind !== 'exception') return [];
  const { type, message } = wish;
  return [
    {
      id: ids.next('symptom'),
      confidence: 1,
      span: null,
      author: 'user',
      kind: 'exception',
      type,
      message: message === '' ? null : maskMessage(message),
      blamed: null,
      phase: null,
    },
  ];
}

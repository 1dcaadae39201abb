import { message } from '../../../protocol/catalogue/catalogue';
import { assertNever } from '../../../protocol/primitives';
import type { Steering, SteeringWish } from '../../../protocol/steering';

/** A wish in words. */
export function describeWish(wish: SteeringWish): string {
  switch (wish.kind) {
    case 'package':
      return message('app.steer.wish.package', { name: wish.name, specifier: wish.specifier });
    case 'python':
      return message('app.environment.python', { version: wish.version });
    case 'asOf':
      return message('app.environment.asOf', { date: wish.date });
    case 'devices': {
      const [first] = wish.devices ?? [];
      return first === undefined ? message('app.steer.wish.noCard') : message('app.steer.wish.card', { card: first });
    }
    case 'timeLimit':
      return message('app.steer.wish.timeLimit', { seconds: wish.seconds });
    case 'repeats':
      return message('app.steer.wish.repeats', { count: wish.count });
    case 'exception':
      return message('app.steer.wish.exception', { type: wish.type });
    default:
      return assertNever(wish);
  }
}

/** What became of words: done, waiting for the end of a run, or kept for a model. */
export function describeSteering({ wishes, isTaken }: Pick<Steering, 'wishes' | 'isTaken'>): string {
  if (wishes.length === 0) return message('app.steer.kept');
  const list = wishes.map(describeWish).join(' · ');
  return message(isTaken ? 'app.steer.taken' : 'app.steer.waiting', { list });
}

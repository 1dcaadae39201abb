import { EVENT_VERSION, EventEnvelope } from './events';

type Raw = Record<string, unknown>;

function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Version 1 wrote `autonomy` beside the options of `reproduction/created` and knew no sandbox rule.
 * It is the one sample of an older form; later changes of form add a step below it.
 */
function liftFrom1(envelope: Raw): Raw {
  const event = isRaw(envelope['event']) ? envelope['event'] : {};
  if (event['type'] !== 'reproduction/created') return { ...envelope, v: 2 };
  const { autonomy, ...rest } = event;
  const options = isRaw(event['options']) ? event['options'] : {};
  return { ...envelope, v: 2, event: { ...rest, options: { sandbox: 'require', ...options, autonomy } } };
}

const steps: Readonly<Record<number, (envelope: Raw) => Raw>> = { 1: liftFrom1 };

/**
 * Reads one line of an event log, lifting older versions a step at a time.
 * Errors: throws where the value is no envelope, or of a version that this program does not know.
 */
export function liftEvent(value: unknown): EventEnvelope {
  let raw = isRaw(value) ? value : {};
  while (typeof raw['v'] === 'number' && raw['v'] < EVENT_VERSION) {
    const step = steps[raw['v']];
    if (!step) break;
    raw = step(raw);
  }
  return EventEnvelope.parse(raw);
}

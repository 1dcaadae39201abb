import { z } from 'zod';
import { DeviceChoice } from './hardware';
import { Id, Timestamp } from './primitives';

/** A thing that words to the next step name outright, so that no model is needed to follow them. */
export const SteeringWish = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('package'), name: z.string().max(100), specifier: z.string().max(200) }),
  z.object({ kind: z.literal('python'), version: z.string().max(20) }),
  z.object({ kind: z.literal('asOf'), date: z.iso.date() }),
  z.object({ kind: z.literal('devices'), devices: DeviceChoice }),
  /** Seconds for one execution. */
  z.object({ kind: z.literal('timeLimit'), seconds: z.number().positive().max(86_400) }),
  z.object({ kind: z.literal('repeats'), count: z.number().int().positive().max(100) }),
  z.object({ kind: z.literal('exception'), type: z.string().max(200), message: z.string().max(4000) }),
]);
export type SteeringWish = z.infer<typeof SteeringWish>;

/** Words to the next step, as they were said. */
export const Steering = z.object({
  id: Id,
  text: z.string().min(1).max(4000),
  /** What the words name outright. None: they are kept for a model. */
  wishes: z.array(SteeringWish),
  /** Whether the next step goes by them already. Words said during a run wait for its end. */
  isTaken: z.boolean(),
  at: Timestamp,
});
export type Steering = z.infer<typeof Steering>;

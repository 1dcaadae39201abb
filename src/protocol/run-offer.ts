import { z } from 'zod';
import { BisectWish } from './bisection';
import { Digest, Id } from './primitives';
import { Autonomy, SandboxRule } from './reproduction/options';

/** What the page asks the Run surface to show. It chooses the question only: the words and the act are the host's. */
export const RunWish = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('reproduction'),
    reproductionId: Id,
    /** The attempt that is looked at; null: none in particular. */
    attemptId: Id.nullable(),
  }),
  /** Settings by which less is asked; each counts where it is given. */
  z.object({ kind: z.literal('settings'), autonomy: Autonomy.optional(), sandbox: SandboxRule.optional() }),
  /** Environments of ours, by name, that are to go into the trash. */
  z.object({ kind: z.literal('environments'), remove: z.array(z.string().max(200)).min(1).max(20) }),
  /** The reproduced script is to be shortened. */
  z.object({ kind: z.literal('minimise'), reproductionId: Id }),
  /** The release of a package that the fault came with is to be searched for, by runs with its releases. */
  z.object({
    kind: z.literal('bisect'),
    reproductionId: Id,
    wish: BisectWish.pick({ package: true, good: true, bad: true }),
  }),
  /** The reproducer is to be put where others can read it. `gist`: an own one to update, by identifier or address; null: a new one. */
  z.object({
    kind: z.literal('publish'),
    reproductionId: Id,
    isPublic: z.boolean(),
    gist: z.string().max(300).nullable(),
  }),
]);
export type RunWish = z.infer<typeof RunWish>;

export const RunActKind = z.enum([
  'start',
  'continue',
  'judgeAgain',
  'acceptPlan',
  'runAttempt',
  'approve',
  'refuse',
  'stop',
  'changeSettings',
  'removeEnvironments',
  'minimise',
  'bisect',
  'publish',
]);
export type RunActKind = z.infer<typeof RunActKind>;

/** One button of the Run surface. */
export const RunAct = z.object({
  kind: RunActKind,
  label: z.string(),
  look: z.enum(['primary', 'plain', 'stop']),
  /** In Electron's accelerator form; null: none. */
  key: z.string().nullable(),
});
export type RunAct = z.infer<typeof RunAct>;

/** What may be pressed now, and in words what a press covers. */
export const RunOffer = z.object({
  /** `seq` of the state that it was made from; 0 where it belongs to no reproduction. */
  seq: z.number().int().nonnegative(),
  /** Of everything that a press would cover and of all that is shown. Taking it names this. */
  digest: Digest,
  acts: z.array(RunAct).max(3),
  /** Sentences for people, the most important first. */
  words: z.array(z.string()),
  /** An open question: it is shown whole, however long. */
  isQuestion: z.boolean(),
});
export type RunOffer = z.infer<typeof RunOffer>;

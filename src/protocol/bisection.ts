import { z } from 'zod';
import { Id } from './primitives';

/** A distribution's name as the index spells names. */
const PackageName = z.string().regex(/^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?$/);
const ReleaseName = z
  .string()
  .max(100)
  .regex(/^[\w.!+-]+$/);

/** What is asked of a bisection. Null: found by Reprise. */
export const BisectWish = z.object({
  package: PackageName,
  /** A release in which the fault is not. Null: looked for among the older ones, in steps that double. */
  good: ReleaseName.nullable(),
  /** One in which it is. Null: the one of the reproduction. */
  bad: ReleaseName.nullable(),
  /** Null: the reproduction's, where there are files of both ends for it. */
  python: z
    .string()
    .regex(/^\d+\.\d+$/)
    .nullable(),
  /** Releases that are tried at once. */
  jobs: z.number().int().min(1).max(8),
  /** Pre-releases count too. */
  prereleases: z.boolean(),
  /** Withdrawn ones count too. */
  yanked: z.boolean(),
});
export type BisectWish = z.infer<typeof BisectWish>;

/** A release with its upload day; null where the index tells none. */
export const DatedRelease = z.object({ version: z.string(), day: z.iso.date().nullable() });
export type DatedRelease = z.infer<typeof DatedRelease>;

/** shows: the fault is in it. clean: the script came to the place, and it is not. untestable: neither could be told. */
export const BisectAnswer = z.enum(['shows', 'clean', 'untestable']);
export type BisectAnswer = z.infer<typeof BisectAnswer>;

/** What one release showed. */
export const BisectProbe = z.object({
  version: z.string(),
  answer: BisectAnswer,
  /** Executions that count, and how many of them showed the fault. */
  runs: z.number().int().nonnegative(),
  showing: z.number().int().nonnegative(),
  /** The evidence, a sentence for people. */
  text: z.string(),
  /** Null: there was none to be had. */
  environmentId: Id.nullable(),
  /** Other distributions of the environment, `name==version`. */
  others: z.array(z.string()),
  terminalId: Id.nullable(),
  durationMs: z.number().nonnegative(),
});
export type BisectProbe = z.infer<typeof BisectProbe>;

/** What a bisection came to. Versions are of the list. */
export const BisectResult = z.discriminatedUnion('kind', [
  /**
   * `older` and `newer` answer differently and nothing between them could be tested. `came`: the fault came between them,
   * so that `newer` is the first bad one where `between` is empty; else it went.
   */
  z.object({
    kind: z.literal('found'),
    change: z.enum(['came', 'went']),
    older: z.string(),
    newer: z.string(),
    between: z.array(z.string()),
  }),
  /** An end did not answer as it was said to. */
  z.object({ kind: z.literal('contradicted'), version: z.string(), said: BisectAnswer, answer: BisectAnswer }),
  /** No older release without the fault: `oldest` is the oldest that shows it. */
  z.object({ kind: z.literal('noGood'), oldest: z.string() }),
  /** It never began: why, for people. */
  z.object({ kind: z.literal('impossible'), reason: z.string() }),
]);
export type BisectResult = z.infer<typeof BisectResult>;

/** A search for the release of a distribution that a fault came with: what is asked, what is known, and what it came to. */
export const Bisection = z.object({
  wish: BisectWish,
  /** Null: not read yet. The oldest first, all of them to be had for `python`. */
  plan: z
    .object({
      releases: z.array(DatedRelease),
      python: z.string(),
      /** Releases between the first and the last that are passed over, by why. */
      leftOut: z.object({ prereleases: z.number(), yanked: z.number(), noFiles: z.number() }),
    })
    .nullable(),
  /** In the order of their ends; a later one of the same release replaces the earlier. */
  probes: z.array(BisectProbe),
  result: BisectResult.nullable(),
});
export type Bisection = z.infer<typeof Bisection>;

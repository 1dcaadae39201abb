import { z } from 'zod';

/** What a text would give away. */
export const LeakKind = z.enum(['secret', 'homePath', 'userName', 'hostName', 'privateAddress']);
export type LeakKind = z.infer<typeof LeakKind>;

/** One place of a file that must not leave the machine. The text itself is not told: a preview is no place for a secret. */
export const Leak = z.object({
  kind: LeakKind,
  /** The rule that found it, such as `github-token`. */
  rule: z.string(),
  file: z.string(),
  /** From 1. */
  line: z.number().int().positive(),
  /** `replaced`: gone from the files to share. `refused`: it stands in a script, whose bytes are what ran. */
  treatment: z.enum(['replaced', 'refused']),
});
export type Leak = z.infer<typeof Leak>;

export const ShareForm = z.enum(['folder', 'zip', 'pytest', 'notebook', 'markdown', 'gist']);
export type ShareForm = z.infer<typeof ShareForm>;

/** A file to share, as text in UTF-8. `path` is relative, with `/`. */
export const SharedFile = z.object({ path: z.string(), text: z.string() });
export type SharedFile = z.infer<typeof SharedFile>;

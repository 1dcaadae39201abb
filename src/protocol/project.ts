import { z } from 'zod';

/** The project as a reproduction uses it. Paths are absolute on the host's machine. */
export const ProjectState = z.object({
  folder: z.string(),
  /** Go on the path of scripts, the first foremost. */
  sourceRoots: z.array(z.string()),
  /** Null: the folder as it lies there. */
  commit: z.string().nullable(),
  how: z.enum(['given', 'stated', 'version', 'date', 'asItIs']),
  /** For people. */
  reason: z.string(),
  /** Entries of the commit that could not be had: links, other repositories, large files. */
  leftOut: z.number().int().nonnegative(),
});
export type ProjectState = z.infer<typeof ProjectState>;

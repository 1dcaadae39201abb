import { z } from 'zod';

/** What a script will take of memory, read from its text. Bytes. */
export const MemoryEstimate = z.object({
  /** Numbers that the model learns, of the layers whose sizes can be read. */
  parameters: z.number().nonnegative(),
  /** The interpreter with the framework in it, before the script does anything. */
  frameworkBytes: z.number().nonnegative(),
  /** Parameters with gradients and the optimiser's states. */
  modelBytes: z.number().nonnegative(),
  /** Arrays that the script makes by their sizes. */
  dataBytes: z.number().nonnegative(),
  /** What one batch leaves in the layers. */
  activationBytes: z.number().nonnegative(),
  /** Samples at once; null: the text does not tell, and one was counted with. */
  batch: z.number().nonnegative().nullable(),
  /** Layers that were read. */
  layers: z.number().int().nonnegative(),
  /** What a card takes for being used at all; 0: the script uses none. */
  contextBytes: z.number().nonnegative(),
  /** Calls whose sizes the text does not tell; they are not counted. */
  unread: z.array(z.string()),
});
export type MemoryEstimate = z.infer<typeof MemoryEstimate>;

/** Whether anything was read that could be large. */
export function isReadable({ modelBytes, dataBytes, unread }: MemoryEstimate): boolean {
  return unread.length === 0 || modelBytes + dataBytes > 0;
}

/** Of the host's memory, where everything stays there. */
export function hostBytes(estimate: MemoryEstimate): number {
  return estimate.frameworkBytes + workBytes(estimate);
}

/** Of a card's memory, where the script uses one; null: it does not. */
export function cardBytes(estimate: MemoryEstimate): number | null {
  return estimate.contextBytes === 0 ? null : estimate.contextBytes + workBytes(estimate);
}

function workBytes({ modelBytes, dataBytes, activationBytes }: MemoryEstimate): number {
  return modelBytes + dataBytes + activationBytes;
}

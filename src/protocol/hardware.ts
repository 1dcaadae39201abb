import { z } from 'zod';

/** A card or an accelerator, as the vendor's tool or the system tells it. Bytes; null: not told. */
export const Accelerator = z.object({
  vendor: z.enum(['nvidia', 'amd', 'apple']),
  name: z.string(),
  memoryBytes: z.number().nullable(),
  driver: z.string().nullable(),
  /** The vendor's number of it, as its variable takes it. */
  index: z.number().int().nonnegative().optional(),
  /** `GPU-…`, as the vendor's variable takes it too. */
  uuid: z.string().nullable().optional(),
  /** Compute capability, such as `9.0`. */
  capability: z.string().nullable().optional(),
  /** In use now, by all programs. */
  usedBytes: z.number().nullable().optional(),
  /** Per cent of the last moment. */
  utilization: z.number().nullable().optional(),
  /** A card that is shared in slices (MIG): only slices can be used. */
  slices: z.array(z.object({ memoryBytes: z.number().nullable(), uuid: z.string().nullable().optional() })).optional(),
  processes: z.array(z.object({ id: z.number(), name: z.string(), memoryBytes: z.number().nullable() })).optional(),
});
export type Accelerator = z.infer<typeof Accelerator>;

/** Steps from a card to a script that uses it, in their order. The last three are those of an environment. */
export const HardwareStepName = z.enum([
  'node',
  'driver',
  'cards',
  'variables',
  'framework',
  'cudaBuild',
  'driverForBuild',
  'capability',
]);
export type HardwareStepName = z.infer<typeof HardwareStepName>;

export const Hardware = z.object({
  platform: z.string(),
  processors: z.number().int().positive(),
  memoryBytes: z.number(),
  accelerators: z.array(Accelerator),
  /** Newest CUDA that the driver serves, such as `12.8`; null: not told. */
  cuda: z.string().nullable().optional(),
  /** Why no accelerator is usable, or null. */
  reason: z.string().nullable(),
  /** The way from a card to a script, up to the first step that fails; each with what was seen, or what to do. */
  steps: z.array(z.object({ name: HardwareStepName, passed: z.boolean(), text: z.string() })).optional(),
});
export type Hardware = z.infer<typeof Hardware>;

/**
 * Cards that runs may use, by the vendor's number or name of each. Null: those that the program itself may use; empty: none, so
 * that runs use the processor.
 */
export const DeviceChoice = z
  .array(z.string().regex(/^(?:\d{1,3}|(?:GPU|MIG)-[\w/-]{4,100})$/))
  .max(64)
  .nullable();
export type DeviceChoice = z.infer<typeof DeviceChoice>;

import { z } from 'zod';
import { DeviceChoice } from './hardware';
import { ModelChoice } from './model';
import { Autonomy, SandboxRule } from './reproduction/options';

export const Theme = z.enum(['system', 'light', 'dark', 'highContrast']);
export type Theme = z.infer<typeof Theme>;

export const Settings = z.object({
  theme: Theme,
  autonomy: Autonomy,
  sandbox: SandboxRule,
  timeLimit: z.number().positive().max(86_400),
  /** The user's own package index, handed to uv and pip; null: their default. */
  packageIndex: z.url({ protocol: /^https?$/ }).nullable(),
  /** An index with builds of PyTorch for machines without a graphics card, asked on such a machine. Absent or null: none. */
  cpuIndex: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .optional(),
  /** Channels of conda that are asked where a program of the conda family makes an environment: addresses, or folders. Absent: the usual one. Empty: none is made so. */
  condaChannels: z.array(z.string().max(1000)).max(10).optional(),
  /**
   * How the network is reached; the user's own variables hold before it, and a change holds from the next start. `offline`: nothing leaves this
   * machine. `proxy`: for all but this machine. `certificates`: path of a file with all that are trusted, as PEM. Absent: straight.
   */
  network: z
    .object({
      offline: z.boolean(),
      proxy: z.url({ protocol: /^https?$/ }).nullable(),
      certificates: z.string().max(4000).nullable(),
    })
    .optional(),
  /** Hosts besides the index's own that packages may be fetched from, `host` or `host:port`. Absent: none. */
  packageHosts: z.array(z.string().max(260)).max(20).optional(),
  /** Sizes of panels in per cent, by the panel group's name. */
  panels: z.record(z.string(), z.array(z.number().min(0).max(100))),
  /** Output is also written out for screen readers. Absent: no. */
  terminalScreenReader: z.boolean().optional(),
  /** The tour was taken or declined. Absent: it is offered. */
  tourSeen: z.boolean().optional(),
  /** The end of a run is told by the system while the page is not seen. Absent: no. */
  notifications: z.boolean().optional(),
  /** Where else to look for environments, and what to leave out of the list and of every choice. Absolute paths. */
  environmentPlaces: z
    .object({ include: z.array(z.string().max(4000)).max(200), exclude: z.array(z.string().max(4000)).max(200) })
    .optional(),
  /** Cards for new reproductions. Absent: as null. */
  devices: DeviceChoice.optional(),
  /** The model for new reproductions, and whether only models of this machine may be asked. Absent: none, and any may. */
  models: z.object({ choice: ModelChoice.nullable(), localOnly: z.boolean() }).optional(),
});
export type Settings = z.infer<typeof Settings>;

const strictness: Readonly<Record<SandboxRule, number>> = { off: 0, prefer: 1, require: 2 };

/** Whether less would be asked, or runs confined less, than by the settings. The host takes that from the Run surface alone. */
export function isLooser(
  wanted: { readonly autonomy?: Autonomy | undefined; readonly sandbox?: SandboxRule | undefined },
  kept: Pick<Settings, 'autonomy' | 'sandbox'>,
): boolean {
  const unasked = wanted.autonomy === 'auto' && kept.autonomy !== 'auto';
  return unasked || (wanted.sandbox !== undefined && strictness[wanted.sandbox] < strictness[kept.sandbox]);
}

export const defaultSettings: Settings = {
  theme: 'system',
  autonomy: 'guide',
  sandbox: 'require',
  timeLimit: 600,
  packageIndex: null,
  panels: {},
};

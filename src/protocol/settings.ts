import { z } from 'zod';
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
  /** Sizes of panels in per cent, by the panel group's name. */
  panels: z.record(z.string(), z.array(z.number().min(0).max(100))),
  /** Output is also written out for screen readers. Absent: no. */
  terminalScreenReader: z.boolean().optional(),
});
export type Settings = z.infer<typeof Settings>;

export const defaultSettings: Settings = {
  theme: 'system',
  autonomy: 'guide',
  sandbox: 'require',
  timeLimit: 600,
  packageIndex: null,
  panels: {},
};

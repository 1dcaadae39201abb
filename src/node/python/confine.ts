import type { ConfinedCommand, Confinement, Sandbox } from '../../core/ports/sandbox';

const MEBIBYTE = 1024 * 1024;

/** What an installer or an interpreter that is asked may see. */
export interface Confining {
  readonly command: readonly string[];
  readonly workingFolder: string;
  readonly readOnly: readonly string[];
  readonly writable: readonly string[];
  readonly network: Confinement['network'];
  readonly environment: Readonly<Record<string, string>>;
}

export type Confined =
  | { readonly kind: 'confined'; readonly command: ConfinedCommand }
  | { readonly kind: 'noSandbox'; readonly reason: string };

/** Confines a command of ours; where there is no sandbox, only the approved weaker mode is left. */
export async function confine(
  sandbox: Sandbox,
  confining: Confining,
  options: { readonly allowWeaker: boolean },
): Promise<Confined> {
  const confinement: Confinement = {
    ...confining,
    gpu: false,
    temporaryBytes: 2048 * MEBIBYTE,
    sharedMemoryBytes: 64 * MEBIBYTE,
  };
  const { level, reason } = await sandbox.describe();
  if (level !== 'limitsOnly') return { kind: 'confined', command: await sandbox.confine(confinement) };
  if (!options.allowWeaker) return { kind: 'noSandbox', reason: reason ?? '' };
  return { kind: 'confined', command: sandbox.limitsOnly(confinement, reason ?? '') };
}

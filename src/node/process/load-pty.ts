import type * as NodePty from 'node-pty';

export type Pty = NodePty.Pty;

/** Loads the native part, at the first use: a machine without it fails then, and not when Reprise starts. */
export async function loadPty(): Promise<Pick<typeof NodePty, 'spawn'>> {
  return await import('node-pty');
}

import type { ConfinedCommand, Confinement, Sandbox } from '../../core/ports/sandbox';
import { isProxyVariable } from './uv/environment-block';
import type { IndexProxy } from './index-proxy/open-index-proxy';

const MEBIBYTE = 1024 * 1024;

/** What an installer or an interpreter that is asked may see. */
export interface Confining {
  readonly command: readonly string[];
  readonly workingFolder: string;
  readonly readOnly: readonly string[];
  readonly writable: readonly string[];
  readonly network: Confinement['network'];
  readonly environment: Readonly<Record<string, string>>;
  /** With the network `index`: how the command is led to the host's proxy. Absent: it reaches nothing. */
  readonly way?: IndexWay;
}

/** An interpreter starts our forwarder, which starts the command. */
export interface IndexWay {
  readonly interpreter: string;
  readonly forwarder: string;
  readonly proxy: Pick<IndexProxy, 'folder' | 'socket'>;
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
  const { way, ...plain } = confining;
  const confinement: Confinement = {
    ...plain,
    gpu: false,
    temporaryBytes: 2048 * MEBIBYTE,
    sharedMemoryBytes: 64 * MEBIBYTE,
  };
  const { level, reason } = await sandbox.describe();
  if (level !== 'limitsOnly') {
    const led = way === undefined ? confinement : { ...confinement, ...ledTo(confinement, way) };
    return { kind: 'confined', command: await sandbox.confine(led) };
  }
  if (!options.allowWeaker) return { kind: 'noSandbox', reason: reason ?? '' };
  return { kind: 'confined', command: sandbox.limitsOnly(confinement, reason ?? '') };
}

/** Files of the user's environment are not started for it: no `site`, no `.pth`, no variables. */
function ledTo(
  { command, readOnly, environment }: Confinement,
  { interpreter, forwarder, proxy }: IndexWay,
): Pick<Confinement, 'command' | 'readOnly' | 'environment'> {
  return {
    // The user's own proxies are the host's affair, and so are the passwords in them.
    environment: Object.fromEntries(Object.entries(environment).filter(([name]) => !isProxyVariable(name))),
    command: [interpreter, '-S', '-E', '-s', '-B', forwarder, proxy.socket, ...command],
    readOnly: [...readOnly, forwarder, proxy.folder],
  };
}

import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { isLoopback } from '../../protocol/model';
import type { Settings } from '../../protocol/settings';

type Block = Readonly<Record<string, string | undefined>>;

/** Set by the user, by `--offline` or by the settings: nothing leaves this machine. */
const OFFLINE_VARIABLE = 'REPRISE_OFFLINE';

export function isOffline(block: Block): boolean {
  return !['', '0', 'false'].includes((block[OFFLINE_VARIABLE] ?? '').toLowerCase());
}

/** Errors: `unavailable`, with a sentence that says how to go on, where the address is another machine's and nothing may leave this one. */
export function refuseOffline(block: Block, address: string): void {
  if (!isOffline(block) || isLoopback(address)) return;
  const host = hostIn(address);
  throw new RepriseError('unavailable', message('network.offline', { host }), { what: host });
}

/** An address that git takes need be none of the web. */
function hostIn(address: string): string {
  try {
    return new URL(address).host || address;
  } catch {
    return address;
  }
}

/** A program's environment block for as long as it may not leave this machine. */
export function offlineBlock(block: Block): Block {
  return { ...block, [OFFLINE_VARIABLE]: '1' };
}

/** The user's environment block with what the settings say of the network; what a variable says already holds. */
export function networkBlock(block: Block, { network }: Pick<Settings, 'network'>): Block {
  if (!network) return block;
  const { offline, proxy, certificates } = network;
  const has = (name: string): boolean => Boolean(block[name] || block[name.toLowerCase()]);
  const names = ['HTTP_PROXY', 'HTTPS_PROXY'].filter((name) => proxy !== null && !has(name) && !has('ALL_PROXY'));
  return {
    ...block,
    ...Object.fromEntries(names.map((name) => [name, proxy ?? undefined])),
    ...(certificates !== null && !has('SSL_CERT_FILE') ? { SSL_CERT_FILE: certificates } : {}),
    ...(offline && block[OFFLINE_VARIABLE] === undefined ? { [OFFLINE_VARIABLE]: '1' } : {}),
  };
}

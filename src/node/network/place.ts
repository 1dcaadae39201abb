/** Where something is reached: a name in small letters, or an address, with its port. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

const NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
export const HTTPS_PORT = 443;

/** Reads `name:port` or `[address]:port`, and nothing that could be read in two ways. Null: it is none. */
export function readPlace(authority: string): Place | null {
  const [, name = '', digits = ''] = /^([^\s:@/[\]]{1,253}|\[[0-9a-fA-F:.]{2,45}\]):(\d{1,5})$/.exec(authority) ?? [];
  const host = plainHost(name);
  const port = Number(digits);
  return host === null || port < 1 || port > 65_535 ? null : { host, port };
}

function plainHost(name: string): string | null {
  if (name.startsWith('[')) return name.slice(1, -1).toLowerCase();
  const host = name.toLowerCase().replace(/\.$/, '');
  return NAME.test(host) ? host : null;
}

/** The place of an address; null: it is no address of the web. */
export function placeOfUrl(address: string): Place | null {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  const usual = url.protocol === 'https:' ? HTTPS_PORT : 80;
  return readPlace(`${url.hostname}:${url.port === '' ? usual : url.port}`);
}

export function writtenPlace({ host, port }: Place): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Where something is reached: a name in small letters, or an address, with its port. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

const NAME = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;
const HTTPS = 443;

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

/** The place of an index's address; null: it is no address of the web. */
export function placeOfUrl(address: string): Place | null {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  const usual = url.protocol === 'https:' ? HTTPS : 80;
  return readPlace(`${url.hostname}:${url.port === '' ? usual : url.port}`);
}

/** What an installation may reach: the indexes by their own ports, and the hosts that the user, or our list, names besides. */
export function allowedPlaces(given: {
  readonly indexes: readonly string[];
  readonly hosts: readonly string[];
}): readonly Place[] {
  const indexes = given.indexes.flatMap((index) => placeOfUrl(index) ?? []);
  const hosts = given.hosts.flatMap((host) => readPlace(host.includes(':') ? host : `${host}:${HTTPS}`) ?? []);
  return [...indexes, ...hosts];
}

export function isAllowed(place: Place, allowed: readonly Place[]): boolean {
  return allowed.some(({ host, port }) => host === place.host && port === place.port);
}

export function writtenPlace({ host, port }: Place): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

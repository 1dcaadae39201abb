import { isIPv4 } from 'node:net';
import { isLoopback } from '../../protocol/model';

/** Whether an address is one of a network of one's own (RFC 1918, link-local), given as a number. */
function isPrivate(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return isIPv4(hostname) && /^(?:10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\./.test(hostname);
}

/** Whether a key may travel there: encrypted, or without leaving a network of one's own. */
export function mayCarryKey(baseUrl: string): boolean {
  return new URL(baseUrl).protocol === 'https:' || isLoopback(baseUrl) || isPrivate(baseUrl);
}

/** The address of one of the endpoint's methods: `chat/completions`, `models`. */
export function methodUrl(baseUrl: string, method: string): URL {
  return new URL(`${baseUrl.replace(/\/+$/, '')}/${method}`);
}

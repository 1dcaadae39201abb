/**
 * The name under which the key of an endpoint is kept. It is made from scheme, host and port, so that a key is given to the address
 * that it was kept for and to no other.
 */
export function keyNameOf(baseUrl: string, digestOf: (text: string) => string): string {
  const origin = /^https?:\/\/[^/]+/i.exec(baseUrl)?.[0].toLowerCase() ?? baseUrl;
  return `endpoint-${digestOf(origin).slice(0, 16)}`;
}

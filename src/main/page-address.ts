/** Scheme and address of the page in the window. A scheme of its own has an origin, which `file:` has not. */
export const PAGE_SCHEME = 'reprise';
export const PAGE_ORIGIN = `${PAGE_SCHEME}://app`;
export const PAGE_ADDRESS = `${PAGE_ORIGIN}/`;

/** The Run surface has a scheme of its own, and so a process of its own that no script of the page reaches. */
export const SURFACE_SCHEME = 'reprise-run';
export const SURFACE_ADDRESS = `${SURFACE_SCHEME}://surface/`;

/** Whether an address belongs to the Run surface's own origin. */
export function isSurfaceAddress(address: string): boolean {
  return isOfOrigin(address, SURFACE_SCHEME, 'surface');
}

/** Whether an address belongs to the page's own origin. What is no address belongs to none. */
export function isPageAddress(address: string): boolean {
  return isOfOrigin(address, PAGE_SCHEME, 'app');
}

function isOfOrigin(address: string, scheme: string, name: string): boolean {
  try {
    const { protocol, host } = new URL(address);
    return protocol === `${scheme}:` && host === name;
  } catch {
    return false;
  }
}

/** Whether an address may be offered to the user's browser: http and https, without a password in it, and not endless. */
export function isWebAddress(address: string): boolean {
  try {
    const { protocol, username, password } = new URL(address);
    return ['http:', 'https:'].includes(protocol) && username === '' && password === '' && address.length <= 2_000;
  } catch {
    return false;
  }
}

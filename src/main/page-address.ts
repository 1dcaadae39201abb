/** Scheme and address of the page in the window. A scheme of its own has an origin, which `file:` has not. */
export const PAGE_SCHEME = 'reprise';
export const PAGE_ORIGIN = `${PAGE_SCHEME}://app`;
export const PAGE_ADDRESS = `${PAGE_ORIGIN}/`;

/** Whether an address belongs to the page's own origin. What is no address belongs to none. */
export function isPageAddress(address: string): boolean {
  try {
    const { protocol, host } = new URL(address);
    return `${protocol}//${host}` === PAGE_ORIGIN;
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

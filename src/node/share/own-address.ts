/** An address that the host gave is shown only where it is the host's own. */
export function ownAddress(text: string | undefined, host: string): string {
  try {
    const url = new URL(text ?? '');
    const own = url.host === host || `api.${url.host}` === host;
    return url.protocol === 'https:' && own ? url.href : `https://${host.replace(/^api\./, '')}`;
  } catch {
    return `https://${host.replace(/^api\./, '')}`;
  }
}

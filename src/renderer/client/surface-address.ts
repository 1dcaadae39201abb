/** Where the Run surface is: the host says it on the web; in the window it has a scheme of its own. Null: there is none. */
export function surfaceAddress(page: Window, kind: 'window' | 'web'): string | null {
  if (kind === 'window') return 'reprise-run://surface/';
  return page.document.querySelector<HTMLMetaElement>('meta[name="reprise-surface"]')?.content ?? null;
}

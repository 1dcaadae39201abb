import { message } from '../../../protocol/catalogue/catalogue';

/** The largest report that the page itself reads. The host has its own limit and words. */
const maxBytes = 50 * 1024 * 1024;

export type ReadFile =
  | { readonly kind: 'read'; readonly name: string; readonly text: string }
  | { readonly kind: 'refused'; readonly message: string };

/** Reads a dropped or chosen file as UTF-8 text. */
export async function readReportFile(file: File): Promise<ReadFile> {
  if (file.size > maxBytes) return { kind: 'refused', message: message('app.new.tooLarge', { name: file.name }) };
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return { kind: 'read', name: file.name, text };
  } catch {
    // Not UTF-8: told below, as for every other binary file.
  }
  return { kind: 'refused', message: message('app.new.notText', { name: file.name }) };
}

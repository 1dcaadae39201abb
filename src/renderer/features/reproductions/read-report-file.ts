import { message } from '../../../protocol/catalogue/catalogue';
import { MAX_REPORT_BYTES } from '../../../protocol/report';

export type ReadFile =
  | { readonly kind: 'read'; readonly name: string; readonly text: string }
  | { readonly kind: 'refused'; readonly message: string };

/** Reads a dropped or chosen file as UTF-8 text. */
export async function readReportFile(file: File): Promise<ReadFile> {
  if (file.size > MAX_REPORT_BYTES)
    return { kind: 'refused', message: message('app.new.tooLarge', { name: file.name }) };
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return { kind: 'read', name: file.name, text };
  } catch {
    // Not UTF-8: told below, as for every other binary file.
  }
  return { kind: 'refused', message: message('app.new.notText', { name: file.name }) };
}

import { fromHtml } from './from-html';
import { fromMail } from './from-mail';
import { fromNotebook } from './from-notebook';
import type { ReadableText } from './readable-text';

/** The form in which a notebook, a page or a mail is read, or null where the source is read as it stands. */
export function toReadable(source: string): ReadableText | null {
  return fromNotebook(source) ?? fromHtml(source) ?? fromMail(source);
}

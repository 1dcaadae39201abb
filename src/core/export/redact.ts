import { findPrivateText } from './leaks/find-private-text';

const nobody = { user: '', host: '', homeFolder: '' };

/**
 * Takes home folders and the names in them out of a text of the reproducer: `/home/ana/x` and `C:\\Users\\ana\\x` become
 * `~/x` and `~\\x`; the name becomes `user` where it stands alone elsewhere. What is shared is looked through once more, with
 * the machine's own names (`cleanFiles`).
 */
export function redact(text: string): string {
  let shared = '';
  let at = 0;
  const places = [...findPrivateText(text, nobody)].sort((a, b) => a.start - b.start || b.end - a.end);
  for (const { start, end, replacement } of places) {
    if (start < at) continue;
    shared += text.slice(at, start) + replacement;
    at = end;
  }
  return shared + text.slice(at);
}

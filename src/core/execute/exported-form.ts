import { insertionIndex } from '../generate/insertion-index';
import { withInlineMetadata } from './inline-metadata';

/** The stand-in that the exported script carries, good for Python 2.7 and later. */
const standIn = ['def reprise_observe(name, value):', '    print("%s = %r" % (name, value))'] as const;

function usesObserve(lines: readonly string[]): boolean {
  const code = lines.map((line) => line.replace(/#.*$/, ''));
  return (
    code.some((line) => /(?<![\w.])reprise_observe\s*\(/.test(line)) &&
    !code.some((line) => /^\s*def\s+reprise_observe\b/.test(line))
  );
}

/**
 * The script as it is shipped and confirmed: a stand-in for `reprise_observe` where the script calls it, else the
 * same bytes. `inserted` counts the lines put in before line `at` (from 1).
 */
export function exportForm(text: string): { readonly text: string; readonly at: number; readonly inserted: number } {
  const lines = text.split('\n');
  if (!usesObserve(lines)) return { text, at: 1, inserted: 0 };
  const index = insertionIndex(lines);
  const whole = [...lines.slice(0, index), ...standIn, ...lines.slice(index)];
  return { text: whole.join('\n'), at: index + 1, inserted: standIn.length };
}

/**
 * The bytes that are confirmed and shipped: the text of `exportForm`, and below it the block that says what it needs
 * (`inlineMetadataOf`). Applying it twice changes nothing more.
 */
export function exportedForm(text: string, block: string | null): string {
  return withInlineMetadata(exportForm(text).text, block);
}

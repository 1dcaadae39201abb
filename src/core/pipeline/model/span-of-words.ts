import type { Span } from '../../../protocol/primitives';

/** Longer quotes are none. */
const MOST_CHARACTERS = 2_000;

/** A pattern for words whatever the blanks and line ends between them. Null: there are none. */
export function patternOfWords(quote: string): RegExp | null {
  const words = quote.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0 || quote.length > MOST_CHARACTERS) return null;
  return new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+'));
}

/** Where the words of a quote stand in a text. Null: nowhere. */
export function spanOfWords(quote: string, text: string): Span | null {
  const found = patternOfWords(quote)?.exec(text);
  return found ? { start: found.index, end: found.index + found[0].length } : null;
}

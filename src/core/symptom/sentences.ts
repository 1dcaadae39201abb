/** A sentence of the prose. Line breaks became spaces, so offsets in `text` plus `start` are offsets of the source. */
export interface Sentence {
  readonly start: number;
  readonly text: string;
  readonly isTitle: boolean;
}

const LONGEST_PROSE = 200_000;
const LONGEST_SENTENCE = 1_200;
const MOST_SENTENCES = 4_000;

/** Splits prose into sentences: at full stops, empty lines, headings, list items and long stretches of blanked-out code. */
export function splitSentences(prose: string, titleSpan: { readonly start: number } | null): Sentence[] {
  const sentences: Sentence[] = [];
  const text = prose.slice(0, LONGEST_PROSE);
  const breaks =
    /[.!?](?=[)"'”*_]{0,3}(?:\s|$))|\n(?=[ \t>]*(?:\n|#{1,6} |[-*+] |\d{1,3}[.)] |\|))|\n[ \t]{40,}|(?<=^|\n)#{1,6} [^\n]{0,400}\n?/g;
  let at = 0;
  const add = (from: number, to: number): void => {
    const piece = text.slice(from, Math.min(to, from + LONGEST_SENTENCE));
    const lead = piece.length - piece.trimStart().length;
    const own = piece
      .slice(lead)
      .trimEnd()
      .replace(/[\r\n\t]/g, ' ');
    if (own === '' || sentences.length >= MOST_SENTENCES) return;
    const start = from + lead;
    sentences.push({ start, text: own, isTitle: titleSpan !== null && Math.abs(start - titleSpan.start) < 8 });
  };
  for (const match of text.matchAll(breaks)) {
    if (match[0].startsWith('#')) {
      add(at, match.index);
      add(match.index, match.index + match[0].length);
    } else add(at, match.index + (/^\s/.test(match[0]) ? 0 : match[0].length));
    at = match.index + match[0].length;
  }
  add(at, text.length);
  return sentences;
}

const PARTS = /[A-Za-z\u00c0-\u024f]+|\d+|\s+|[^\sA-Za-z\u00c0-\u024f\d]/g;

/**
 * Tokens that a text takes in the usual byte-pair vocabularies, from above rather than from below: words by four letters,
 * numbers by three digits, a mark and a run of white space each by itself. Models count a little less.
 */
export function countTokens(text: string): number {
  let count = 0;
  for (const [part] of text.matchAll(PARTS)) {
    const first = part.charCodeAt(0);
    if (/\s/.test(part)) count += part === ' ' ? 0 : 1;
    else if (first >= 48 && first <= 57) count += Math.ceil(part.length / 3);
    else if (/[A-Za-z\u00c0-\u024f]/.test(part)) count += Math.ceil(part.length / 5);
    else count += first > 0x7f ? 2 : 1;
  }
  return count;
}

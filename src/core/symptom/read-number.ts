const WORDS: Readonly<Record<string, number>> = {
  zero: 0,
  none: 0,
  one: 1,
  once: 1,
  twice: 2,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};

/** Source of a pattern for a number in a sentence: figures or a small number word. */
export const NUMBER = String.raw`[-+]?\d{1,12}(?:\.\d{1,12})?(?:e[-+]?\d{1,3})?|zero|one|two|three|four|five|six|seven|eight|nine|ten`;

/** The value of a number as people write it, `99 %` as 0.99. Null where it is none. */
export function readNumber(text: string | undefined, percent = false): number | null {
  if (text === undefined) return null;
  const word = WORDS[text.toLowerCase()];
  const value = word ?? Number(text.replace(/,(?=\d{3}\b)/g, ''));
  if (!Number.isFinite(value) || text.trim() === '') return null;
  return percent ? Number((value / 100).toPrecision(12)) : value;
}

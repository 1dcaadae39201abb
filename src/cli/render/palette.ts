/** Paints text for a terminal; without colours each function gives its text back. */
export interface Palette {
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly unsure: (text: string) => string;
}

export function createPalette(colour: boolean): Palette {
  const paint =
    (on: number, off: number) =>
    (text: string): string =>
      colour ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return { strong: paint(1, 22), faint: paint(2, 22), good: paint(32, 39), bad: paint(31, 39), unsure: paint(33, 39) };
}

/**
 * Text of a report or of a run on one line of a terminal: control characters, which could move the cursor or write the clipboard,
 * and direction marks, which could reorder it, are shown as a question mark; colours are left out. At most `most` characters.
 */
export function oneLine(text: string, most = 300): string {
  const plain = text
    .replace(/\u001b\[[\d;]{0,20}m/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '?')
    .trim();
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain;
}

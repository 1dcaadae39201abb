import table from '../../../resources/knowledge/message-families.json';

/** One way in which a release words a fault. `text` has `{name}` where something changes; see the table's `fields`. */
export interface Wording {
  readonly text: string;
  /** Exception classes, the likeliest first. */
  readonly types: readonly string[];
  readonly package: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly seen: readonly string[];
  readonly source: string;
}

/** A fault, with all the wordings that releases gave it. */
export interface MessageFamily {
  readonly id: string;
  readonly fault: string;
  readonly wordings: readonly Wording[];
}

/** A wording found in a text: its named values, and how much of it was literal. */
export interface FoundWording {
  readonly family: MessageFamily;
  readonly wording: Wording;
  readonly values: Readonly<Record<string, { readonly kind: string; readonly value: string }>>;
  readonly literal: number;
}

const LONGEST_TEXT = 16_000;
const PLACE = /\{(\*|\w+)(?::(\w+))?\}/g;
/** What a place may hold. Bounded, so that a search costs no more than a constant for each place where a wording may begin. */
const patterns: Readonly<Record<string, string>> = {
  number: String.raw`(-?\d{1,12}|None|\?)`,
  shape: String.raw`([\[(](?:[\d ,?x-]|None){0,120}[\])])`,
  samples: String.raw`([\[(](?:[\d ,?x-]|None){0,120}[\])])`,
  labels: String.raw`([\[(](?:[\d ,?x-]|None){0,120}[\])])`,
  word: String.raw`([\w./:-]{1,80}?)`,
  text: '(.{0,120}?)',
  any: '.{0,120}?',
};

/** The table of faults and their wordings. */
export function messageFamilies(): readonly MessageFamily[] {
  return table.families;
}

/** All wordings that stand somewhere in a message. Line breaks, spaces, quotes, case and terminal colours do not count. */
export function findWordings(message: string): FoundWording[] {
  return wordingFinder()(message);
}

/** `findWordings` for many texts: each wording is made ready once. */
export function wordingFinder(): (message: string) => FoundWording[] {
  const ready = messageFamilies().flatMap((family) =>
    family.wordings.map((wording) => ({ family, wording, longest: plain(longestLiteral(wording)).toLowerCase() })),
  );
  return (message) => {
    const text = plain(message);
    const low = text.toLowerCase();
    return ready.flatMap(({ family, wording, longest }) => {
      if (!low.includes(longest)) return [];
      const { pattern, names, literal } = piecesOf(wording.text);
      const match = new RegExp(pattern, 'i').exec(text);
      if (!match) return [];
      const values = Object.fromEntries(
        names.map(({ name, kind }, at) => [name, { kind, value: match[at + 1] ?? '' }]),
      );
      return [{ family, wording, values, literal }];
    });
  };
}

/** The longest run of a wording's words without a place in it. */
export function longestLiteral(wording: Wording): string {
  return wording.text
    .split(/\{(?:\*|\w+)(?::\w+)?\}/)
    .reduce((best, piece) => (piece.length > best.length ? piece : best), '')
    .trim();
}

interface Pieces {
  readonly pattern: string;
  readonly names: readonly { readonly name: string; readonly kind: string }[];
  /** How many letters of the wording are its own. */
  readonly literal: number;
}

function piecesOf(template: string): Pieces {
  const names: { name: string; kind: string }[] = [];
  const parts: string[] = [];
  let at = 0;
  let own = 0;
  const literal = (text: string): void => {
    if (text === '') return;
    own += text.length;
    parts.push(text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  };
  const text = plain(template);
  for (const place of text.matchAll(PLACE)) {
    literal(text.slice(at, place.index));
    at = place.index + place[0].length;
    const kind = place[1] === '*' ? 'any' : (place[2] ?? 'number');
    parts.push(patterns[kind] ?? patterns.any ?? '');
    if (place[1] !== undefined && kind !== 'any') names.push({ name: place[1], kind });
  }
  literal(text.slice(at));
  // A word at the end would be as short as can be.
  const pattern = parts.join('').replace(/\{1,80\}\?\)$/, '{1,80})');
  return { pattern, names, literal: own };
}

function plain(text: string): string {
  return text
    .slice(0, LONGEST_TEXT)
    .replace(/\u001b\[[\d;]{0,12}m/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[`‘’“”"]/g, "'");
}

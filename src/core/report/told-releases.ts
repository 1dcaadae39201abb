import type { Span } from '../../protocol/primitives';
import type { StatedVersion } from '../../protocol/report';
import { distributionByWord } from './framework-names';
import { splitSentences } from '../symptom/sentences';

/** A release of which the report says that the fault is not in it, or the one in front of which it was not. */
export interface ToldRelease {
  /** The distribution; null: the sentence names none. */
  readonly name: string | null;
  /** `at`: works in it. `before`: it came with it, or with the installed one where the version is null. `after`: works in a later one than is installed. */
  readonly side: 'at' | 'below' | 'before' | 'after';
  /** `1.12`, or null where the sentence gives none. */
  readonly version: string | null;
  /** The sentence, at most 200 characters. */
  readonly sentence: string;
  /** Another clause of the sentence tells of a fault. */
  readonly contrasted: boolean;
  /** The version, with the name in front of it; null: the sentence gives none. */
  readonly span: Span | null;
}

const WORDS = Object.keys(distributionByWord)
  .sort((a, b) => b.length - a.length)
  .map((word) => word.replace(/[- ]/g, '[-_ ]?'))
  .join('|');
/** A name may stand before the version, or after `in` and the like; a number alone needs a dot. */
const VERSION = new RegExp(
  String.raw`(?:(?<![\w./-])(${WORDS})(?:['\`"*]{0,3})(?: version| release)?[\s=:]{0,3})?(<|<=|==)?\s?(?<![\w./-])v?(\d{1,4}(?:\.\d{1,5}){1,3})(?![\w]|\.\d|[^\s.,;:!?)"'\`*-])`,
  'gi',
);
const NAME = new RegExp(String.raw`(?<![\w./-])(${WORDS})(?![\w-])`, 'gi');
const MENTIONS =
  /\d\.\d|regress|previous|earlier|older|before|latest|newer|newest|next|nightly|master|main|upgrad|updat/i;
/** Tells of this many are enough. */
const MOST = 8;
const CLAUSE =
  /[,;:]\s|\s[-–—]\s|\b(?:but|while|whereas|however|yet|though|although)\b|\band (?=(?:(?:it|this|that|the)\b ?\w{0,12} ?)?(?:fails?|does|did|works?|is|breaks?|broke|crash|raises?|gives?|errors?)\b)/gi;
/** Words that deny a fault; they say that a release works. */
const FINE =
  /\b(?:no (?:longer )?(?:an? )?(?:error|problem|issue|crash|exception|warning|failure)s?|(?:does|do|did|is|was)(?:n['’]?t| not) (?:happen|occur|fail|crash|reproduc\w{1,8}|show|appear|affected|present|there|raise|broken)\w{0,4}|not (?:affected|present|reproducible)|without (?:an? |any )?(?:error|problem|issue|crash)s?)\b/i;
const WORKS =
  /\b(?:work(?:s|ed|ing)?|fix(?:ed|es)|solve[sd]?|resolve[sd]?|fine|ok|okay|correct(?:ly)?|succeed(?:s|ed)?|pass(?:es|ed)|downgrad\w{1,4}|go(?:es)? away|went away|helps?|helped|goes through)\b/i;
const FAILS =
  /\b(?:(?:does|do|did|is|was|has|have|wo|ca)(?:n['’]?t| not|not) (?:work|help|fix|run|pass|solve|been)\w{0,3}|not (?:work|fix|help|solve|resolve)\w{0,4}|no longer|stopp?(?:s|ed)?|fail\w{0,5}|br(?:oke|eaks?|oken)|crash\w{0,3}|errors?|still|raises?|regress\w{0,5}|introduced|affected|same (?:error|problem|issue|result|crash|exception|thing)|hangs?|wrong|expect(?:ed|s)?|should)\b/i;
const CAME_WITH =
  /\b(?:since|regress(?:ion|ed|es)?|introduced (?:in|by|with)|no longer works?|stopp?(?:s|ed) working|broke(?:n)?|(?:after|when|by|with) (?:the )?(?:upgrad|updat|mov|switch)(?:e|ing|ed)|started (?:in|with))\b/i;
const CAME_LATELY =
  /\b(?:used to (?:work|run|be fine)|worked (?:fine |well |correctly |just fine )?(?:before|earlier|previously|until|in (?:the )?(?:previous|earlier|last|older?))|(?:works?|worked|fine|ok) (?:in|with|on) (?:the )?(?:previous|earlier|older?) (?:version|release)s?|regression|after (?:an? |the )?(?:recent )?(?:upgrade|update)|downgrading)\b/i;
const FIXED_LATER =
  /\b(?:fixed|works?|resolved|solved|gone|fine) (?:in|on|with) (?:the )?(?:latest|newest|newer|current|next|recent|master|main|nightly)\b|\b(?:upgrading|updating) (?:\w{1,20} ){0,4}(?:fix(?:es|ed)|solve[sd]|resolve[sd]|help(?:s|ed))\b/i;

/** What sentences say of releases without the fault, in their order, at most eight. `prose`: the report without its code. Linear in the text. */
export function toldReleases(prose: string): readonly ToldRelease[] {
  const told: ToldRelease[] = [];
  for (const { text, start } of splitSentences(prose, null)) {
    if (!MENTIONS.test(text)) continue;
    const sentence = text.replace(/\s+/g, ' ').slice(0, 200);
    const clauses = clausesOf(text);
    const contrasted = clauses.some(({ words }) => FAILS.test(words.replace(FINE, ' ')));
    const before = told.length;
    let name: string | null = null;
    let worked = false;
    for (const { words, at } of clauses) {
      const named = [...words.matchAll(NAME)].map((match) => distributionOf(match[1] ?? ''));
      const own = named.filter((one) => one !== 'python');
      if (own.length > 0) name = own.at(-1) ?? null;
      // A clause on Python alone tells nothing of a library.
      if (own.length === 0 && named.length > 0) continue;
      // A clause without a word of its own goes on with what the one before it says: `works with 1.24, and with 1.22`.
      worked = works(words) ?? worked;
      for (const { span, ...item } of ofClause(words, name, worked)) {
        const place = span && { start: start + at + span.start, end: start + at + span.end };
        told.push({ ...item, sentence, contrasted, span: place });
      }
    }
    if (told.length > before) continue;
    const side = CAME_LATELY.test(text)
      ? 'before'
      : FIXED_LATER.test(text) && !/\bshould\b|\bhope/i.test(text)
        ? 'after'
        : null;
    if (side) told.push({ name, side, version: null, sentence, contrasted, span: null });
  }
  return told.slice(0, MOST);
}

/**
 * The stated versions without those of which a sentence says that the fault is not there. One that is all that the report says of its
 * distribution stays where the sentence tells of a fault as well: `it trains well with torch 1.12, but the loss is wrong`.
 */
export function withoutHealthy(versions: readonly StatedVersion[], told: readonly ToldRelease[]): StatedVersion[] {
  const healthyAt = ({ span, source }: StatedVersion): ToldRelease | undefined =>
    source === 'text'
      ? told.find(
          (item) =>
            (item.side === 'at' || item.side === 'below') &&
            item.span !== null &&
            item.span.start < span.end &&
            span.start < item.span.end,
        )
      : undefined;
  return versions.filter((version) => {
    const healthy = healthyAt(version);
    if (!healthy) return true;
    const isAlone = !versions.some((other) => other.name === version.name && !healthyAt(other));
    return isAlone && healthy.contrasted;
  });
}

/** The clauses of a sentence with their offsets. */
function clausesOf(text: string): readonly { readonly words: string; readonly at: number }[] {
  const clauses: { words: string; at: number }[] = [];
  let at = 0;
  for (const match of text.matchAll(CLAUSE)) {
    clauses.push({ words: text.slice(at, match.index), at });
    at = match.index + match[0].length;
  }
  return [...clauses, { words: text.slice(at), at }];
}

/** Whether a clause says that something works; null: it says nothing of it. */
function works(clause: string): boolean | null {
  const rest = clause.replace(FINE, ' ');
  if (FAILS.test(rest) || CAME_WITH.test(rest)) return false;
  return rest !== clause || WORKS.test(rest) ? true : null;
}

function ofClause(
  clause: string,
  name: string | null,
  worked: boolean,
): readonly Pick<ToldRelease, 'name' | 'side' | 'version' | 'span'>[] {
  const versions = [...clause.matchAll(VERSION)].flatMap((match) => {
    const [all, word, sign, version] = match;
    const own = word === undefined ? name : distributionOf(word);
    const span = { start: match.index, end: match.index + all.length };
    return version === undefined || own === 'python' ? [] : [{ own, sign, version, span }];
  });
  if (versions.length === 0) return [];
  if (worked) {
    return versions.map(({ own, sign, version, span }) => ({
      name: own,
      side: sign === '<' ? 'below' : 'at',
      version,
      span,
    }));
  }
  if (!CAME_WITH.test(clause)) return [];
  // "upgrading from 1.12 to 1.13 broke it": the first is the one that works.
  const from = /\bfrom\s+(?:\S+\s+)?v?(\d[\d.]*\d)\s+to\b/i.exec(clause)?.[1];
  const [first] = versions;
  if (from !== undefined && first) return [{ name: first.own, side: 'at', version: from, span: first.span }];
  const last = versions.at(-1);
  return last ? [{ name: last.own, side: 'before', version: last.version, span: last.span }] : [];
}

function distributionOf(word: string): string {
  const plain = word.toLowerCase();
  return distributionByWord[plain] ?? distributionByWord[plain.replace(/[_ ]/g, '-')] ?? plain;
}

import { message } from '../../protocol/catalogue/catalogue';
import type { MessageTemplate } from '../../protocol/symptom';
import { comparableValue, maskMessage } from './mask-message';
import { tokensOf, wordsOf, type MessageToken } from './message-tokens';
import { unwrapMessage } from './unwrap-message';

/** How an observed message stands to the reported one. `differences` are sentences; empty where they agree wholly. */
interface MessageMatch {
  readonly agrees: boolean;
  readonly differences: readonly string[];
  /** Share of the reported words that were seen, from 0 to 1. */
  readonly likeness: number;
}

/** A reported text of fewer words must be the whole of a message, not a part of it. */
const FEWEST_WORDS = 3;

/**
 * Compares a reported message with an observed one, each also without the known wrappers. Words must be the same and in
 * order; `...` in the report stands for any words; masks that must agree must have the same value.
 */
export function matchMessage(template: MessageTemplate, observed: string): MessageMatch {
  const likeness = likenessOf(template.source, observed);
  let nearest: readonly string[] | null = null;
  for (const reported of unwrapMessage(template.source)) {
    const wanted = trimmed(tokensOf(reported === template.source ? template : maskMessage(reported)));
    if (!wanted.some((token) => token.kind !== 'gap')) continue;
    for (const text of unwrapMessage(observed)) {
      const differences = findIn(wanted, tokensOf(maskMessage(text)));
      if (differences?.length === 0) return { agrees: true, differences: [], likeness: 1 };
      nearest ??= differences;
    }
  }
  if (nearest) return { agrees: false, differences: nearest, likeness };
  return { agrees: false, differences: [message('symptom.otherMessage', { observed: shorten(observed) })], likeness };
}

/** Null: the words are not there. Else the differences of the masks that must agree. */
function findIn(wanted: readonly MessageToken[], seen: readonly MessageToken[]): readonly string[] | null {
  const words = wanted.filter((token) => token.kind === 'word' && /\w/.test(token.text)).length;
  const tail = trimmed(seen);
  if (words < FEWEST_WORDS && !wanted.some((token) => token.kind === 'gap')) {
    return wanted.length === tail.length ? compareAt(wanted, tail, 0) : null;
  }
  let best: readonly string[] | null = null;
  for (let at = 0; at < seen.length; at++) {
    const differences = compareAt(wanted, seen, at);
    if (differences?.length === 0) return differences;
    best ??= differences;
  }
  return best;
}

function compareAt(
  wanted: readonly MessageToken[],
  seen: readonly MessageToken[],
  start: number,
): readonly string[] | null {
  const differences: string[] = [];
  let at = start;
  for (let index = 0; index < wanted.length; index++) {
    const token = wanted[index];
    if (!token) break;
    if (token.kind === 'gap') {
      const next = wanted[index + 1];
      if (!next) return differences;
      const after = wanted[index + 2];
      while (
        at < seen.length &&
        !(isAlike(next, seen[at]) && (!after || after.kind === 'gap' || isAlike(after, seen[at + 1])))
      )
        at++;
      continue;
    }
    const other = seen[at++];
    if (!isAlike(token, other)) return null;
    if (token.kind !== 'mask' || other?.kind !== 'mask' || !token.agree) continue;
    if (comparableValue(token.mask, token.value) !== comparableValue(other.mask, other.value)) {
      differences.push(message('symptom.otherValue', { reported: token.value, observed: other.value }));
    }
  }
  return differences;
}

function isAlike(token: MessageToken, other: MessageToken | undefined): boolean {
  if (!other) return false;
  if (token.kind === 'mask') return other.kind === 'mask' && other.mask === token.mask;
  return token.kind === 'word' && other.kind === 'word' && token.text === other.text;
}

/** Without the signs that stand around a message in a sentence. */
function trimmed(tokens: readonly MessageToken[]): readonly MessageToken[] {
  const isSign = (token: MessageToken | undefined): boolean => token?.kind === 'word' && /^['.,:;!?]$/.test(token.text);
  let start = 0;
  let end = tokens.length;
  while (end > start && isSign(tokens[end - 1])) end--;
  while (start < end && isSign(tokens[start])) start++;
  return tokens.slice(start, end);
}

function likenessOf(reported: string, observed: string): number {
  const words = new Set(wordsOf(reported));
  const seen = new Set(wordsOf(observed));
  if (words.size === 0) return 0;
  return [...words].filter((word) => seen.has(word)).length / words.size;
}

export function shorten(text: string, most = 200): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

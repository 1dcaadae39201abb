import type { MessageTemplate, TemplatePart } from '../../protocol/symptom';

/** A word, a sign, a mask, or a place where the reporter left words out. */
export type MessageToken =
  { readonly kind: 'word'; readonly text: string } | { readonly kind: 'gap' } | Extract<TemplatePart, { kind: 'mask' }>;

const MOST_TOKENS = 4_000;

/** Tokens of a message: line breaks, spaces and quotes do not count, counters of layer names are left out. */
export function tokensOf(template: MessageTemplate): MessageToken[] {
  const tokens: MessageToken[] = [];
  for (const part of template.parts) {
    if (tokens.length > MOST_TOKENS) break;
    if (part.kind === 'mask') {
      if (part.mask !== 'objectId') tokens.push(part);
      continue;
    }
    for (const [text] of part.text.matchAll(/\.{3}|…|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu)) {
      if (text === '...' || text === '…') tokens.push({ kind: 'gap' });
      else if (!/^[`‘’“”"']$/.test(text)) tokens.push({ kind: 'word', text });
    }
  }
  return tokens.slice(0, MOST_TOKENS);
}

/** Words alone, in lower case, for measuring how near two texts are. */
export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []).slice(0, MOST_TOKENS);
}

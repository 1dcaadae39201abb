import type { WantedFacts } from '../../../protocol/script-facts';

/** What the place before the cursor asks for. */
export interface AtCursor {
  readonly wanted: WantedFacts;
  /** `name`: the answer's members are offered; `argument`: names of its parameters. */
  readonly offers: 'name' | 'argument';
}

/** What a name of Python is made of, as far as a cursor needs to know. */
const letter = String.raw`[\p{L}\p{M}\p{N}_]`;
const name = String.raw`[\p{L}_]${letter}*`;
const chain = String.raw`${name}(?:\s*\.\s*${name})*`;
const dotted = String.raw`[\p{L}\p{M}\p{N}_.]`;
const notBefore = String.raw`(?:^|[^\p{L}\p{M}\p{N}_.)\]'"])`;
const afterImport = new RegExp(String.raw`^\s*import\s+(?:${dotted}+(?:\s+as\s+${name})?\s*,\s*)*(${dotted}*)$`, 'u');
const afterFrom = new RegExp(String.raw`^\s*from\s+(${dotted}*)$`, 'u');
const fromImport = new RegExp(String.raw`^\s*from\s+(${dotted}+)\s+import\s+\(?(?:${letter}|[\s,])*$`, 'u');
const afterDot = new RegExp(String.raw`${notBefore}(${chain})\s*\.\s*${letter}*$`, 'u');
const beforeParenthesis = new RegExp(String.raw`${notBefore}(${chain})\s*$`, 'u');
const atArgument = new RegExp(String.raw`(?:^|[(,])\s*${letter}*$`, 'u');
const definition = new RegExp(String.raw`(?:^|\s)(?:def|class)\s+${name}\s*$`, 'u');
/** Words that a parenthesis may follow without a call. */
const isKeyword = /^(?:and|assert|await|del|elif|except|for|if|in|is|lambda|not|or|print|return|while|with|yield)$/;
const restOfName = new RegExp(String.raw`^${letter}*`, 'u');

/** Lines above the cursor that an open call may begin on. */
const MOST_LINES = 30;

const parts = (text: string): string[] => text.split('.').map((one) => one.trim());

/** Reads the text before a cursor; `line` counts from 1. Null: nothing that an interpreter could be asked about. */
export function readCursor(lines: readonly string[], line: number, column: number): AtCursor | null {
  const before = (lines[line - 1] ?? '').slice(0, column - 1);
  const code = withoutTexts(before);
  if (code === null) return null;
  const modules = (afterImport.exec(code) ?? afterFrom.exec(code))?.[1];
  if (modules !== undefined) {
    if (modules.startsWith('.')) return null;
    const of = modules.split('.').slice(0, -1).join('.');
    return { wanted: { kind: 'modules', of, line }, offers: 'name' };
  }
  const imported = fromImport.exec(code)?.[1];
  if (imported !== undefined) {
    return imported.startsWith('.') ? null : { wanted: { kind: 'imported', of: imported, line }, offers: 'name' };
  }
  const holder = afterDot.exec(code)?.[1];
  if (holder !== undefined) return { wanted: { kind: 'members', chain: parts(holder), line }, offers: 'name' };
  if (!atArgument.test(code)) return null;
  const called = openCall([...lines.slice(Math.max(0, line - MOST_LINES), line - 1), before]);
  return called === null ? null : { wanted: { kind: 'described', chain: called, line }, offers: 'argument' };
}

/** The chain of names that a place within a line belongs to, up to the name at the place. Null: none, or a text or a comment. */
export function chainAt(
  text: string,
  column: number,
): { readonly chain: readonly string[]; readonly from: number } | null {
  const rest = restOfName.exec(text.slice(column - 1))?.[0] ?? '';
  const whole = text.slice(0, column - 1) + rest;
  const code = withoutTexts(whole);
  const found = code === null ? null : (beforeParenthesis.exec(code)?.[1] ?? null);
  if (found === null) return null;
  const names = parts(found);
  return { chain: names, from: whole.length - (names.at(-1)?.length ?? 0) + 1 };
}

/** The line with the letters of closed texts blanked. Null: it ends within a text or a comment. */
function withoutTexts(line: string): string | null {
  let quote: string | null = null;
  let out = '';
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? '';
    if (quote !== null) {
      if (sign === '\\') {
        out += '  ';
        at += 1;
      } else if (sign === quote) {
        quote = null;
        out += sign;
      } else out += ' ';
      continue;
    }
    if (sign === '#') return null;
    if (sign === '"' || sign === "'") quote = sign;
    out += sign;
  }
  return quote === null ? out : null;
}

/** What is called where the last parenthesis is open. Null: none is, or something else than a name is called. */
function openCall(lines: readonly string[]): string[] | null {
  const code = lines.map((line) => withoutTexts(line) ?? withoutTexts(line.split('#')[0] ?? '') ?? '').join('\n');
  let depth = 0;
  for (let at = code.length - 1; at >= 0; at -= 1) {
    const sign = code[at] ?? '';
    if (')]}'.includes(sign)) depth += 1;
    if (!'([{'.includes(sign)) continue;
    if (depth > 0) {
      depth -= 1;
      continue;
    }
    const before = code.slice(0, at);
    const called = sign === '(' && !definition.test(before) ? beforeParenthesis.exec(before)?.[1] : undefined;
    return called === undefined || isKeyword.test(called) ? null : parts(called);
  }
  return null;
}

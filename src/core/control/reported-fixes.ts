import { message } from '../../protocol/catalogue/catalogue';
import type { ReportBlock } from '../../protocol/report';
import { isCure } from '../generate/is-cure';
import type { ControlQuestion } from './propose-controls';

/** The script as the report says that it works. */
export interface ReportedFix {
  readonly text: string;
  readonly reason: string;
}

type FixSource = Pick<ControlQuestion, 'script' | 'readOut' | 'source'>;

/** Cures that the report states: in a block of code that it introduces as one, or in a sentence that quotes code. */
export function reportedFixes(question: FixSource): readonly ReportedFix[] {
  const { script, readOut, source } = question;
  const blocks = readOut.blocks.filter((block) => isCure(block, readOut, source) || isDiff(block));
  const ofBlocks = blocks.flatMap((block): ReportedFix[] => {
    const text = isDiff(block) ? patched(script.text, block.text) : aligned(script.text, block.text);
    return text === null ? [] : [{ text, reason: message('control.fixBlock') }];
  });
  return [...ofBlocks, ...ofSentences(question)];
}

function isDiff({ text, language }: ReportBlock): boolean {
  return language === 'diff' || (/^[-+][ \t]*\S/m.test(text) && /^-/m.test(text) && /^\+/m.test(text));
}

/** Lines marked `-` give way to the lines marked `+` that follow them. */
function patched(text: string, diff: string): string | null {
  const lines = text.split('\n');
  let changed = false;
  let at = -1;
  for (const line of diff.split('\n')) {
    const own = line.slice(1).trim();
    if (/^(?:---|\+\+\+|@@)/.test(line) || own === '') continue;
    if (line.startsWith('-')) {
      const found = lines.findIndex((other) => other.trim() === own);
      if (found < 0) return null;
      at = found;
      lines[found] = `${indentOf(lines[found] ?? '')}pass`;
      changed = true;
    } else if (line.startsWith('+') && at >= 0) {
      const indent = indentOf(lines[at] ?? '');
      if ((lines[at] ?? '').trim() === 'pass') lines[at] = indent + own;
      else lines.splice(++at, 0, indent + own);
      changed = true;
    } else {
      const found = lines.findIndex((other) => other.trim() === own);
      if (found >= 0) at = found;
    }
  }
  return changed ? lines.join('\n') : null;
}

/** What a line sets or calls: `opt` of `opt = Adam(...)`, `net.add` of `net.add(...)`, without its numbers and arguments. */
function headOf(line: string): string | null {
  const own = line.trim();
  return (
    /^([A-Za-z_][\w.]*(?:\s*,\s*[A-Za-z_][\w.]*)*)\s*=(?!=)/.exec(own)?.[1] ??
    /^(?:return\s+)?([A-Za-z_][\w.]*)\(/.exec(own)?.[1] ??
    null
  );
}

/** The script with the lines of a fix in the place of those that set or call the same; others follow the line before them. */
function aligned(text: string, fix: string): string | null {
  const lines = text.split('\n');
  const present = (own: string): number => lines.findIndex((line) => line.trim() === own);
  let after: number | null = null;
  let changed = false;
  const wanted = fix.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  const used = new Set<number>();
  for (const line of wanted) {
    const own = line.trim();
    const same = present(own);
    if (same >= 0) {
      after = same;
      used.add(same);
      continue;
    }
    const head = headOf(own);
    const place = head === null ? -1 : lines.findIndex((other, index) => !used.has(index) && headOf(other) === head);
    if (place >= 0 && isBalanced(own) && isBalanced(lines[place] ?? '')) {
      lines[place] = indentOf(lines[place] ?? '') + own;
      used.add(place);
      after = place;
      changed = true;
    } else if (after !== null && isBalanced(own)) {
      const indent = indentOf(lines[after] ?? '') + ((lines[after] ?? '').trimEnd().endsWith(':') ? '    ' : '');
      lines.splice(after + 1, 0, indent + own);
      after += 1;
      used.add(after);
      changed = true;
    }
  }
  return changed ? lines.join('\n') : null;
}

/** A statement of one line, so that it can stand in another's place. */
function isBalanced(line: string): boolean {
  return (line.match(/[([{]/g) ?? []).length === (line.match(/[)\]}]/g) ?? []).length && !line.trimEnd().endsWith('\\');
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

const CODE = '`([^`\\n]{1,160})`';
const swaps: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:chang|replac|switch|swapp?)(?:e|es|ed|ing)\b[^.\n]{0,40}?${CODE}[^.\n]{0,30}?\b(?:to|with|by|for|into)\b[^.\n]{0,20}?${CODE}`,
    'gi',
  ),
];
const insteads: readonly RegExp[] = [
  new RegExp(
    String.raw`${CODE}[^.\n\x60]{0,30}?\b(?:instead of|rather than|in place of)\b[^.\n\x60]{0,20}?${CODE}`,
    'gi',
  ),
];
const removals: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:remov|delet|dropp?|comment)(?:e|es|ed|ing)?\b(?: out)?[^.\n\x60]{0,30}?${CODE}`, 'gi'),
  new RegExp(String.raw`\bwithout\b[^.\n\x60]{0,20}?${CODE}`, 'gi'),
];
const settings: readonly RegExp[] = [
  new RegExp(
    '\\b(?:with|set|setting|using|use|pass|passing|add|adding)\\b[^.\\n`]{0,20}?`(\\w+)\\s*=\\s*([^`\\n]{1,60})`',
    'gi',
  ),
];
/** The sentence speaks of what works; a mere mention of code does not. */
const CURES =
  /\b(?:works?|worked|fix(?:es|ed)?|helps?|helped|solves?|solved|goes away|disappears?|vanish(?:es)?|is gone|correct(?:ly)?|fine|no longer|resolves?|resolved|learns|converges?|decreases?)\b/i;
const DENIED =
  /\b(?:does(?:n't| not)|did(?:n't| not)|no) (?:help|work|fix|change|solve|difference)|\b(?:changes nothing|without success|in vain|same (?:result|problem|error))\b/i;

/** `changing X to Y works`, `with Y instead of X it learns`, `it goes away when I remove X`, `with k=v it is fine`. */
function ofSentences({ script, readOut, source }: FixSource): readonly ReportedFix[] {
  const fixes: ReportedFix[] = [];
  const prose = withoutBlocks(source, readOut.blocks);
  for (const sentence of prose.split(/(?<=[.!?])\s+|\n\s*\n/)) {
    if (!CURES.test(sentence) || DENIED.test(sentence)) continue;
    const add = (from: string, to: string): void => {
      if (from.trim() === '' || !script.text.includes(from)) return;
      fixes.push({
        text: script.text.split(from).join(to),
        reason: message('control.fixSentence', { sentence: sentence.trim().replace(/\s+/g, ' ').slice(0, 200) }),
      });
    };
    for (const pattern of swaps) for (const match of sentence.matchAll(pattern)) add(match[1] ?? '', match[2] ?? '');
    for (const pattern of insteads) for (const match of sentence.matchAll(pattern)) add(match[2] ?? '', match[1] ?? '');
    for (const pattern of removals)
      for (const match of sentence.matchAll(pattern)) fixes.push(...without(script.text, match[1] ?? '', sentence));
    for (const pattern of settings)
      for (const match of sentence.matchAll(pattern))
        fixes.push(...withSetting(script.text, match[1] ?? '', match[2] ?? '', sentence));
  }
  return fixes;
}

/** Takes out the lines that are the code, or the code with its comma, or the call around its object. */
function without(text: string, code: string, sentence: string): readonly ReportedFix[] {
  const own = code.trim().replace(/[()]+$/, '');
  if (own.length < 3) return [];
  const reason = message('control.fixSentence', { sentence: sentence.trim().replace(/\s+/g, ' ').slice(0, 200) });
  const kept = text
    .split('\n')
    .map((line) => (isStatement(line, code.trim()) ? `${indentOf(line)}pass` : line))
    .join('\n');
  if (kept !== text) return [{ text: kept, reason }];
  const escaped = code.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const cut = text.replace(
    new RegExp(
      String.raw`,\s*${escaped}(?=\s*[,)])|(?<=\()\s*${escaped}\s*,\s*|\.${escaped.replace(/^\\\./, '')}`,
      'g',
    ),
    '',
  );
  return cut === text ? [] : [{ text: cut, reason }];
}

function isStatement(line: string, code: string): boolean {
  const own = line.trim().replace(/\s*#.*$/, '');
  return own === code || own === `${code}()` || (own.startsWith(`${code}(`) && own.endsWith(')') && isBalanced(own));
}

function withSetting(text: string, name: string, value: string, sentence: string): readonly ReportedFix[] {
  const changed = text.replace(
    new RegExp(String.raw`(\b${name}\s*=\s*)(?!=)([^,)\n]{1,80})`, 'g'),
    `$1${value.replace(/\$/g, '$$$$')}`,
  );
  const reason = message('control.fixSentence', { sentence: sentence.trim().replace(/\s+/g, ' ').slice(0, 200) });
  return changed === text ? [] : [{ text: changed, reason }];
}

function withoutBlocks(source: string, blocks: readonly ReportBlock[]): string {
  let text = source;
  for (const { span } of blocks)
    text = text.slice(0, span.start) + ' '.repeat(span.end - span.start) + text.slice(span.end);
  return text;
}

import type { PrintedFrame, ReportReadOut } from '../../protocol/report';
import type { Script } from '../../protocol/script';
import type { DigestOf } from '../ports/digests';
import type { PythonParser, SyntaxNode } from '../ports/python-parser';
import { isLibraryFile } from '../symptom/is-library-file';
import { ours, toScript, type ScriptLine } from './script-lines';

interface TellingReport {
  readonly readOut: ReportReadOut;
  /** The report's text. */
  readonly source: string;
  readonly parser: PythonParser;
}

interface SkeletonSource extends TellingReport {
  readonly digestOf: DigestOf;
}

/** A statement that runs alone, with its place in the report. */
interface Told {
  readonly text: string;
  readonly at: number;
}

/** A call with its arguments, in which nothing is left out. */
const LONGEST_CALL = 300;

function statementOf(text: string, parser: PythonParser): SyntaxNode | null {
  const root = parser.parse(text);
  const [statement, ...more] = root.namedChildren;
  return root.hasError || !statement || more.length > 0 || /…|\.\.\./.test(text) ? null : statement;
}

/** Whether a statement does something that can fail: a call, an operation, or an assignment of such. */
function isDoing(statement: SyntaxNode): boolean {
  if (statement.type === 'return_statement') return true;
  const inner = statement.type === 'expression_statement' ? statement.namedChildren[0] : null;
  const value = inner?.type === 'assignment' ? inner.childForField('right') : inner;
  return (
    value !== undefined &&
    value !== null &&
    /^(?:call|subscript|binary_operator|attribute|comparison_operator)$/.test(value.type)
  );
}

/** The reporter's own lines in the tracebacks, the outermost first. Lines that end in the middle of a statement are closed. */
function ownFrames({ readOut, parser }: TellingReport): readonly (PrintedFrame & { readonly code: string })[] {
  const exception = readOut.exceptions.find(({ relation, frames }) => relation === 'raised' && frames.length > 0);
  return (exception?.frames ?? []).flatMap((frame) => {
    if (frame.code === null || isLibraryFile(frame.file) || frame.code.length > LONGEST_CALL) return [];
    const code = frame.code.trim().replace(/\s*#.*$/, '');
    const closed = [code, `${code})`, `${code}))`].find((text) => statementOf(text, parser) !== null);
    const statement = closed === undefined ? null : statementOf(closed, parser);
    return closed === undefined || !statement || !isDoing(statement) ? [] : [{ ...frame, code: closed }];
  });
}

/** Calls in the report's sentences, in backticks or not: `model.fit(x, y, epochs=5)`. Statements that a sentence recommends are left out. */
function callsInProse({ readOut, source, parser }: TellingReport): readonly Told[] {
  const cure = /\b(?:use|using|replace|instead|works|should be|fix|try|either)\b[^.\n]{0,80}$/i;
  const inBlock = (at: number): boolean =>
    readOut.blocks.some(({ kind, span }) => kind !== 'dataSample' && span.start <= at && at < span.end) ||
    readOut.exceptions.some(({ span }) => span.start <= at && at < span.end);
  const found: Told[] = [];
  const patterns = [
    /`([^`\n]{4,300})`/g,
    /(?<![\w.`])((?:[A-Za-z_]\w*\s*=\s*)?[A-Za-z_]\w*(?:\.\w+)*\((?:[^()\n`]|\([^()\n`]*\)){3,200}\))/g,
  ];
  for (const pattern of patterns) {
    for (const match of source.slice(0, 50_000).matchAll(pattern)) {
      const text = (match[1] ?? '').trim();
      const at = match.index + match[0].indexOf(text);
      if (inBlock(at) || cure.test(source.slice(Math.max(0, at - 90), at))) continue;
      const statement = statementOf(text, parser);
      if (!statement || !isDoing(statement) || !text.includes('(')) continue;
      if (!found.some((other) => other.text.includes(text))) found.push({ text, at });
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

function isAssignment(text: string): boolean {
  return /^[A-Za-z_][\w.]*\s*=[^=]/.test(text);
}

/** Calls of these names make something that the failing call uses; alone they are no fault. A data table. */
const constructors = /^(?:\w+\.)*[A-Z]\w*\(/;

/** A statement as a line of a script, with its place in the report where it stands there word by word. */
export function reported(text: string, source: string): ScriptLine {
  const start = source.indexOf(text);
  return { text, provenance: { origin: 'report', span: start < 0 ? null : { start, end: start + text.length } } };
}

/** A loader of which only the making is told: it fails where it is gone through. */
function goneThrough(text: string): string {
  return /^(?:\w+\.)*DataLoader\(/.test(text) ? `for batch in ${text}:` : text;
}

function frameLines(
  frames: readonly (PrintedFrame & { readonly code: string })[],
  source: string,
): readonly ScriptLine[] {
  const inner = frames.at(-1);
  if (!inner) return [];
  if (!/\bself\./.test(inner.code)) return [reported(inner.code, source)];
  // A line of a method: its method around it, and the call that led there.
  const name = inner.function !== null && /^[A-Za-z_]\w*$/.test(inner.function) ? inner.function : 'forward';
  const taken = [
    ...new Set([...inner.code.matchAll(/(?<![\w.'"])([a-z_]\w*)(?!\s*[\w(=.])/g)].map((match) => match[1] ?? '')),
  ];
  const parameters = taken.filter(
    (word) => !/^(?:self|return|None|True|False|if|else|for|in|not|and|or|is|lambda)$/.test(word),
  );
  const outer = frames.at(-2);
  return [
    { text: `def ${name}(${['self', ...parameters].join(', ')}):`, provenance: ours },
    { ...reported(inner.code, source), text: `    ${inner.code}` },
    ...(outer && !/\bself\./.test(outer.code) ? [{ text: '', provenance: ours }, reported(outer.code, source)] : []),
  ];
}

/** Whether a call stands in backticks in a sentence that speaks of what comes of it. */
function isToldToFail(source: string, text: string, at: number): boolean {
  if (source[at - 1] !== '`' || source[at + text.length] !== '`') return false;
  const around = /[^.!?\n]{0,160}$/.exec(source.slice(0, at))?.[0] ?? '';
  const behind = /^[^!?\n]{0,160}/.exec(source.slice(at + text.length + 1))?.[0] ?? '';
  return /\b(?:gives?|raises?|throws?|fails?|errors?|exception|crash(?:es)?|stops|dies|ends|then|get|got)\b/i.test(
    `${around} ${behind}`,
  );
}

/**
 * Statements that the report says fail, the surest first: the outermost of the reporter's own lines in the traceback, else the
 * last call that a sentence names. Lines of methods are left out: they run where something else calls them.
 */
export function failingStatements(from: TellingReport): readonly string[] {
  const frames = ownFrames(from).filter(({ code, function: inner }) => {
    const isTop = inner === null || /^<(?:module|cell line|ipython)/.test(inner);
    return isTop && !/\bself\b|^return\b/.test(code);
  });
  const calls = callsInProse(from).filter(
    ({ text, at }) => !isAssignment(text) && !constructors.test(text) && isToldToFail(from.source, text, at),
  );
  return [...frames.map(({ code }) => code), ...calls.map(({ text }) => text).reverse()];
}

/**
 * A script around the failing call of a report that has no code: the reporter's own line in the traceback, else the last call
 * that a sentence names, behind what the sentences assign. Null: the report names no call.
 */
export function skeletonScript(from: SkeletonSource): Script | null {
  const frames = ownFrames(from);
  const calls = callsInProse(from);
  const lines: ScriptLine[] = calls
    .filter(({ text }) => isAssignment(text))
    .map(({ text }) => reported(text, from.source));
  const own = frameLines(frames, from.source);
  const plain = calls.filter(({ text }) => !isAssignment(text));
  const failing =
    plain.filter(({ text }) => !constructors.test(text)).at(-1) ??
    plain.filter(({ text }) => goneThrough(text) !== text).at(-1) ??
    // Where nothing else is told, making it is what fails.
    (lines.length === 0 ? plain.at(-1) : undefined);
  if (own.length > 0) lines.push(...own);
  else if (failing) {
    const text = goneThrough(failing.text);
    lines.push({ ...reported(failing.text, from.source), text });
    if (text !== failing.text) lines.push({ text: '    print(type(batch))', provenance: ours });
  }
  return lines.length > 0 ? toScript(lines, from.digestOf) : null;
}

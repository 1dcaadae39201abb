import type { SyntaxNode } from '../ports/python-parser';
import { statementOf, type CodeFacts } from './code-facts';

/** One change of a text: the characters from `start` to `end` give way to `text`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that do not overlap; of two that do, the one that begins first holds. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const order = edits
    .map((edit, index) => ({ edit, index }))
    .sort((a, b) => a.edit.start - b.edit.start || a.index - b.index);
  let result = '';
  let at = 0;
  for (const { edit } of order) {
    if (edit.start < at) continue;
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

export function replaceNode(node: SyntaxNode, text: string): TextEdit {
  return { start: node.startIndex, end: node.endIndex, text };
}

function lineStart(text: string, index: number): number {
  return text.lastIndexOf('\n', index - 1) + 1;
}

function lineEnd(text: string, index: number): number {
  const end = text.indexOf('\n', index);
  return end < 0 ? text.length : end;
}

/** The blanks that the line of a node begins with. */
export function indentOf({ text }: Pick<CodeFacts, 'text'>, node: SyntaxNode): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, node.startIndex), node.startIndex))?.[0] ?? '';
}

/** Whether a statement shares its line with the head of its block, so that no line can be put beside it. */
function isOnHeadsLine(statement: SyntaxNode): boolean {
  const head = statement.parent?.type === 'block' ? statement.parent.parent : null;
  return head !== null && head?.startPosition.row === statement.startPosition.row;
}

/** Lines in front of the statement that a node stands in; null: there is no room for a line. */
export function linesBefore(facts: CodeFacts, node: SyntaxNode, lines: readonly string[]): TextEdit | null {
  const statement = withDecorator(statementOf(node));
  if (isOnHeadsLine(statement)) return null;
  const at = lineStart(facts.text, statement.startIndex);
  const indent = indentOf(facts, statement);
  return { start: at, end: at, text: lines.map((line) => `${indent}${line}\n`).join('') };
}

/** Lines behind the statement that a node stands in, at its own depth; null: there is no room for a line. */
export function linesAfter(facts: CodeFacts, node: SyntaxNode, lines: readonly string[]): TextEdit | null {
  const statement = statementOf(node);
  if (isOnHeadsLine(statement)) return null;
  const at = lineEnd(facts.text, lastIndexOf(statement));
  const indent = indentOf(facts, statement);
  return { start: at, end: at, text: lines.map((line) => `\n${indent}${line}`).join('') };
}

/** Lines at the top of a loop's or a function's body; null: the body stands on the head's line. */
export function linesAtTop(facts: CodeFacts, compound: SyntaxNode, lines: readonly string[]): TextEdit | null {
  const first = compound.childForField('body')?.namedChildren.find(({ type }) => type !== 'comment');
  return first ? linesBefore(facts, first, lines) : null;
}

/** Takes a whole statement out; `pass` stays where it was the only one of its block. */
export function removeStatement({ text }: CodeFacts, node: SyntaxNode): TextEdit {
  const statement = statementOf(node);
  const block = statement.parent;
  if (block?.type === 'block' && block.namedChildren.filter(({ type }) => type !== 'comment').length === 1)
    return replaceNode(statement, 'pass');
  const start = lineStart(text, statement.startIndex);
  const end = lineEnd(text, statement.endIndex);
  const isAlone =
    text.slice(start, statement.startIndex).trim() === '' && /^\s*(?:#.*)?$/.test(text.slice(statement.endIndex, end));
  if (!isAlone) return replaceNode(statement, 'pass');
  return { start, end: Math.min(text.length, end + 1), text: '' };
}

/** Blocks of tree-sitter end with their last statement; comments and blank lines behind belong to nobody. */
function lastIndexOf(statement: SyntaxNode): number {
  let current = statement;
  for (;;) {
    const last = current.namedChildren.filter(({ type }) => type !== 'comment').at(-1);
    if (!last || !/statement|block|clause|definition/.test(current.type) || last.endIndex !== current.endIndex) break;
    current = last;
  }
  return Math.max(current.startIndex, Math.min(statement.endIndex, current.endIndex) - 1);
}

function withDecorator(statement: SyntaxNode): SyntaxNode {
  return statement.parent?.type === 'decorated_definition' ? statement.parent : statement;
}

/** Sets a named argument of a call, or puts it in. */
export function setArgument(call: SyntaxNode, name: string, text: string): TextEdit | null {
  const list = call.childForField('arguments');
  if (!list || list.type !== 'argument_list') return null;
  const own = list.namedChildren.find(
    (child) => child.type === 'keyword_argument' && child.childForField('name')?.text === name,
  );
  const value = own?.childForField('value');
  if (value) return replaceNode(value, text);
  const last = list.namedChildren.filter(({ type }) => type !== 'comment').at(-1);
  if (!last) return { start: list.startIndex + 1, end: list.startIndex + 1, text: `${name}=${text}` };
  return { start: last.endIndex, end: last.endIndex, text: `, ${name}=${text}` };
}

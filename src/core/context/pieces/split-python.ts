import type { SyntaxNode } from '../../ports/python-parser';
import type { Piece } from './piece';

/** Lines of code outside of definitions that stay together; longer runs are cut between statements. */
const LONGEST_RUN = 60;

/** Statements that hold others: what they hold is looked through, so that `if` and `try` hide no definition. */
const holders = /^(?:if_statement|try_statement|with_statement|for_statement|while_statement|match_statement|ERROR)$/;
const blocks = /^(?:block|else_clause|elif_clause|except_clause|finally_clause|case_clause)$/;

interface Found {
  readonly node: SyntaxNode;
  readonly definition: SyntaxNode;
  readonly isClass: boolean;
}

/** Definitions with their decorators, and code outside of them, in the order of the text. Broken code gives what can be told. */
export function splitPython(root: SyntaxNode): readonly Piece[] {
  const pieces: Piece[] = [];
  splitBlock(root.namedChildren, '', pieces);
  return root.hasError ? pieces.flatMap((piece) => cutByLines(piece, root.text.split('\n'))) : pieces;
}

/** Where the grammar lost its way, definitions are told by lines that begin with them. */
function cutByLines(piece: Piece, lines: readonly string[]): readonly Piece[] {
  if (piece.kind !== 'module') return [piece];
  const pieces: Piece[] = [];
  let open: { readonly kind: Piece['kind']; readonly name: string; readonly firstLine: number } = piece;
  const close = (lastLine: number): void => {
    if (lastLine >= open.firstLine)
      pieces.push({ kind: open.kind, name: open.name, firstLine: open.firstLine, lastLine });
  };
  for (let line = piece.firstLine; line <= piece.lastLine; line += 1) {
    const [, keyword, name] = /^(?:async\s+)?(def|class)\s+(\w+)/.exec(lines[line - 1] ?? '') ?? [];
    if (keyword === undefined || name === undefined) continue;
    close(line - 1);
    open = { kind: keyword === 'def' ? 'function' : 'class', name, firstLine: line };
  }
  close(piece.lastLine);
  return pieces;
}

function splitBlock(statements: readonly SyntaxNode[], owner: string, pieces: Piece[], start?: number): void {
  let run: { firstLine: number; lastLine: number } | null =
    start === undefined ? null : { firstLine: start, lastLine: start };
  const flush = (): void => {
    if (run) pieces.push({ kind: owner === '' ? 'module' : 'class', name: owner, ...run });
    run = null;
  };
  const add = (first: number, last: number): void => {
    if (run && last - run.firstLine >= LONGEST_RUN && first > run.lastLine) flush();
    run = run
      ? { firstLine: run.firstLine, lastLine: Math.max(run.lastLine, last) }
      : { firstLine: first, lastLine: last };
  };
  for (const statement of statements) {
    const found = definitionOf(statement);
    if (found) {
      flush();
      addDefinition(found, owner, pieces);
      continue;
    }
    const inner = holders.test(statement.type) ? definitionsWithin(statement) : [];
    if (inner.length === 0) {
      add(firstLineOf(statement), lastLineOf(statement));
      continue;
    }
    // The lines around the definitions stay in the run; each definition is a piece of its own.
    let line = firstLineOf(statement);
    for (const item of inner) {
      if (firstLineOf(item.node) > line) add(line, firstLineOf(item.node) - 1);
      flush();
      addDefinition(item, owner, pieces);
      line = lastLineOf(item.node) + 1;
    }
    if (line <= lastLineOf(statement)) add(line, lastLineOf(statement));
  }
  flush();
}

function addDefinition({ node, definition, isClass }: Found, owner: string, pieces: Piece[]): void {
  const own = definition.childForField('name')?.text ?? '';
  const name = owner === '' ? own : `${owner}.${own}`;
  if (!isClass) {
    const kind = owner === '' ? 'function' : 'method';
    pieces.push({ kind, name, firstLine: firstLineOf(node), lastLine: lastLineOf(node) });
    return;
  }
  const body = definition.childForField('body');
  splitBlock(body?.namedChildren ?? [], name, pieces, firstLineOf(node));
}

function definitionOf(node: SyntaxNode): Found | null {
  const definition = node.type === 'decorated_definition' ? node.childForField('definition') : node;
  if (definition?.type === 'class_definition') return { node, definition, isClass: true };
  return definition?.type === 'function_definition' ? { node, definition, isClass: false } : null;
}

/** The outermost definitions inside of a statement. */
function definitionsWithin(statement: SyntaxNode): readonly Found[] {
  return statement.namedChildren.flatMap((child) => {
    const found = definitionOf(child);
    if (found) return [found];
    return blocks.test(child.type) || holders.test(child.type) ? definitionsWithin(child) : [];
  });
}

function firstLineOf(node: SyntaxNode): number {
  return node.startPosition.row + 1;
}

/** A node that ends at the start of a line does not reach into it. */
function lastLineOf(node: SyntaxNode): number {
  const { row, column } = node.endPosition;
  return column === 0 && row > node.startPosition.row ? row : row + 1;
}

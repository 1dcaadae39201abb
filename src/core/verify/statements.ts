import type { SyntaxNode } from '../ports/python-parser';
import { walk } from './syntax-walk';

/** A statement without the block below it: what one logical line of code says. */
export interface Statement {
  readonly node: SyntaxNode;
  /** Its parts, without blocks, clauses and comments. */
  readonly parts: readonly SyntaxNode[];
  /** Rows from 0, inclusive. */
  readonly firstRow: number;
  readonly lastRow: number;
}

const compound =
  /^(?:if_statement|for_statement|while_statement|with_statement|try_statement|function_definition|class_definition|elif_clause|else_clause|except_clause|except_group_clause|finally_clause|match_statement|case_clause)$/;
const below =
  /^(?:block|comment|elif_clause|else_clause|except_clause|except_group_clause|finally_clause|case_clause)$/;

/** All statements of a tree in the order of the text, those with a syntax error left out. */
export function statementsOf(tree: SyntaxNode): Statement[] {
  const found: Statement[] = [];
  walk(tree, (node) => {
    if (node.type === 'module' || node.type === 'block' || node.type === 'decorated_definition') return true;
    if (node.type === 'comment' || !node.isNamed || node.type === 'ERROR') return false;
    if (compound.test(node.type)) {
      const parts = node.children.filter((child) => !below.test(child.type));
      if (!parts.some((part) => part.hasError)) found.push(toStatement(node, parts));
      return true;
    }
    const parent = node.parent?.type;
    if (parent !== 'module' && parent !== 'block' && parent !== 'decorated_definition') return false;
    if (!node.hasError) found.push(toStatement(node, [node]));
    return false;
  });
  return found;
}

function toStatement(node: SyntaxNode, parts: readonly SyntaxNode[]): Statement {
  return {
    node,
    parts,
    firstRow: node.startPosition.row,
    lastRow: parts.reduce((last, part) => Math.max(last, part.endPosition.row), node.startPosition.row),
  };
}

import type { SyntaxNode } from '../ports/python-parser';
import type { NameTable } from './free-names';

/** Statements that only define: reaching them reads nothing of what is inside. */
const defining: ReadonlySet<string> = new Set([
  'function_definition',
  'class_definition',
  'decorated_definition',
  'import_statement',
  'import_from_statement',
  'future_import_statement',
  'comment',
]);

function rowOf(statements: readonly SyntaxNode[], index: number): number | null {
  const statement = statements.find(({ endIndex }) => endIndex > index);
  return statement ? statement.startPosition.row : null;
}

/**
 * The row in front of which a definition of `name` belongs: that of the first statement of the module that reads it when
 * it is reached. What functions read is needed once something else than a definition comes. Null: behind all.
 */
export function rowForDefinition(root: SyntaxNode, names: NameTable, name: string): number | null {
  const statements = root.namedChildren;
  const free = names.free.get(name) ?? [];
  const uses = free.length > 0 ? free : names.readsOf(name);
  const rows = uses.map(({ node, deferred }) => {
    const own = rowOf(statements, node.startIndex);
    if (!deferred || own === null) return own;
    const later = statements.find(({ startPosition, type }) => startPosition.row >= own && !defining.has(type));
    return later ? later.startPosition.row : null;
  });
  return rows.reduce<number | null>(
    (least, row) => (least === null || (row !== null && row < least) ? row : least),
    null,
  );
}

import type { SyntaxNode } from '../../ports/python-parser';

/** One name that a file binds by importing it. `level`: leading dots; `name` null: the module itself is bound; `*`: all of it. */
export interface ImportStatement {
  readonly module: string;
  readonly level: number;
  readonly name: string | null;
  readonly as: string;
}

/** Imports anywhere outside of functions, also in `if` and `try`. */
export function readImports(root: SyntaxNode): readonly ImportStatement[] {
  return root.namedChildren.flatMap((node) => readStatement(node));
}

function readStatement(node: SyntaxNode): readonly ImportStatement[] {
  if (node.type === 'import_statement') return node.namedChildren.flatMap((item) => plainImport(item));
  if (node.type === 'import_from_statement') return fromImport(node);
  if (/^(?:if_statement|try_statement|block|else_clause|elif_clause|except_clause|with_statement)$/.test(node.type)) {
    return node.namedChildren.flatMap((item) => readStatement(item));
  }
  return [];
}

function plainImport(item: SyntaxNode): readonly ImportStatement[] {
  if (item.type === 'dotted_name') {
    return [{ module: item.text, level: 0, name: null, as: item.text.split('.')[0] ?? item.text }];
  }
  const module = item.childForField('name')?.text;
  const as = item.childForField('alias')?.text;
  return module === undefined || as === undefined ? [] : [{ module, level: 0, name: null, as }];
}

function fromImport(node: SyntaxNode): readonly ImportStatement[] {
  const from = node.childForField('module_name');
  if (!from) return [];
  const level = /^\.*/.exec(from.text.replace(/\s/g, ''))?.[0].length ?? 0;
  const module = from.text.replace(/\s/g, '').slice(level);
  return node.namedChildren.flatMap((item): readonly ImportStatement[] => {
    if (item.startIndex === from.startIndex) return [];
    if (item.type === 'wildcard_import') return [{ module, level, name: '*', as: '*' }];
    if (item.type === 'dotted_name') return [{ module, level, name: item.text, as: item.text }];
    const name = item.childForField('name')?.text;
    const as = item.childForField('alias')?.text;
    return name === undefined || as === undefined ? [] : [{ module, level, name, as }];
  });
}

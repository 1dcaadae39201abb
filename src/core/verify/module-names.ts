import type { SyntaxNode } from '../ports/python-parser';
import { scopeNames } from './scope-names';
import { walk } from './syntax-walk';

/** What the names of a script lead to, as far as imports and plain aliases tell. */
export interface ModuleNames {
  /** Names that an import binds, and variables that are given one of them or a part of it: the roots that a patch goes through. */
  readonly bound: ReadonlySet<string>;
  /** Names that `import` binds to a whole module. */
  readonly modules: ReadonlySet<string>;
  /** Names that `except … as` binds. */
  readonly caught: ReadonlySet<string>;
  /** Full dotted name of a name or an attribute whose root an import binds: `np.zeros` gives `numpy.zeros`. Null: it has none. */
  fullName(node: SyntaxNode | null): string | null;
  /** Full names of what an import statement imports; `os.*` for all names of a module. */
  importedBy(statement: SyntaxNode): readonly string[];
}

export function moduleNames(tree: SyntaxNode): ModuleNames {
  const full = new Map(scopeNames(tree).imports);
  const modules = new Set<string>();
  const caught = new Set<string>();

  function fullName(node: SyntaxNode | null): string | null {
    const text = node?.text.replace(/\s/g, '') ?? '';
    if (!/^[^\W\d]\w*(?:\.[^\W\d]\w*)*$/u.test(text)) return null;
    const [root = '', ...rest] = text.split('.');
    const start = full.get(root);
    return start === undefined ? null : [start, ...rest].join('.');
  }

  walk(tree, (node) => {
    if (node.type === 'import_statement') {
      for (const part of node.namedChildren) {
        const alias = part.childForField('alias')?.text;
        modules.add(alias ?? part.text.split('.')[0] ?? '');
      }
    }
    if (node.type === 'assignment') {
      const left = node.childForField('left');
      const target = fullName(node.childForField('right'));
      // In the order of the text; a name that once stood for a library stays suspect.
      if (left?.type === 'identifier' && target !== null && !full.has(left.text)) full.set(left.text, target);
    }
    if (node.type === 'as_pattern_target' && node.parent?.parent?.type === 'except_clause') caught.add(node.text);
    return true;
  });

  return {
    bound: new Set(full.keys()),
    modules,
    caught,
    fullName,
    importedBy: (statement) => {
      const from = statement.childForField('module_name')?.text;
      const parts = from === undefined ? statement.namedChildren : statement.namedChildren.slice(1);
      return parts.map((part) => {
        const name = part.childForField('name')?.text ?? part.text;
        return from === undefined ? name : `${from}.${name}`;
      });
    },
  };
}

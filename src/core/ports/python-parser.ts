/** A node of a concrete syntax tree, in tree-sitter's terms for Python. Rows and columns count from 0; columns are UTF-16 units. */
export interface SyntaxNode {
  readonly type: string;
  readonly text: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly startPosition: { readonly row: number; readonly column: number };
  readonly endPosition: { readonly row: number; readonly column: number };
  readonly isNamed: boolean;
  readonly hasError: boolean;
  readonly isMissing: boolean;
  readonly parent: SyntaxNode | null;
  readonly children: readonly SyntaxNode[];
  readonly namedChildren: readonly SyntaxNode[];
  childForField(name: string): SyntaxNode | null;
}

/** Parses Python of any version. Error-tolerant: broken code gives a tree with error nodes. Never throws. */
export interface PythonParser {
  parse(source: string): SyntaxNode;
}

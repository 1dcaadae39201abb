import type { SyntaxNode } from '../../core/ports/python-parser';

/** The tree of a source that the engine could not take: a module without statements, marked as erroneous. */
export function emptyModule(source: string): SyntaxNode {
  const start = { row: 0, column: 0 };
  return {
    type: 'module',
    text: source,
    startIndex: 0,
    endIndex: source.length,
    startPosition: start,
    endPosition: start,
    isNamed: true,
    hasError: true,
    isMissing: false,
    parent: null,
    children: [],
    namedChildren: [],
    childForField: () => null,
  };
}

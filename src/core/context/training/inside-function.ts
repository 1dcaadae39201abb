import type { SyntaxNode } from '../../ports/python-parser';

/** The nodes of a path that stand inside its innermost function, that itself left out; all of them where there is none. */
export function insideFunction(path: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const own = path.map(({ type }) => type).lastIndexOf('function_definition');
  return path.slice(own + 1);
}

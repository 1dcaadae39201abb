import type { Node } from 'web-tree-sitter';
import type { SyntaxNode } from '../../core/ports/python-parser';

/** Shows a node of the engine as a SyntaxNode. What crosses into the engine is read when it is asked for, once. */
export function wrapNode(node: Node, parent: SyntaxNode | null): SyntaxNode {
  let children: readonly SyntaxNode[] | undefined;
  let named: readonly SyntaxNode[] | undefined;
  let text: string | undefined;
  const fields = new Map<string, SyntaxNode | null>();
  const wrapped: SyntaxNode = {
    type: node.type,
    startIndex: node.startIndex,
    endIndex: node.endIndex,
    startPosition: node.startPosition,
    endPosition: node.endPosition,
    isNamed: node.isNamed,
    hasError: node.hasError,
    isMissing: node.isMissing,
    parent,
    get text() {
      text ??= node.text;
      return text;
    },
    get children() {
      children ??= node.children.map((child) => wrapNode(child, wrapped));
      return children;
    },
    get namedChildren() {
      named ??= wrapped.children.filter((child) => child.isNamed);
      return named;
    },
    childForField: (name) => {
      const known = fields.get(name);
      if (known !== undefined) return known;
      const found = node.childForFieldName(name);
      const own = found
        ? (wrapped.children.find(
            (child) =>
              child.startIndex === found.startIndex && child.endIndex === found.endIndex && child.type === found.type,
          ) ?? wrapNode(found, wrapped))
        : null;
      fields.set(name, own);
      return own;
    },
  };
  return wrapped;
}

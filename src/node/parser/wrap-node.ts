import type { Node } from 'web-tree-sitter';
import type { SyntaxNode } from '../../core/ports/python-parser';

/** Shows a node of the engine as a SyntaxNode. Children are read when they are asked for, once. */
export function wrapNode(node: Node, parent: SyntaxNode | null): SyntaxNode {
  let children: readonly SyntaxNode[] | undefined;
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
      return node.text;
    },
    get children() {
      children ??= node.children.map((child) => wrapNode(child, wrapped));
      return children;
    },
    get namedChildren() {
      return wrapped.children.filter((child) => child.isNamed);
    },
    childForField: (name) => {
      const found = node.childForFieldName(name);
      if (!found) return null;
      return (
        wrapped.children.find(
          (child) =>
            child.startIndex === found.startIndex && child.endIndex === found.endIndex && child.type === found.type,
        ) ?? wrapNode(found, wrapped)
      );
    },
  };
  return wrapped;
}

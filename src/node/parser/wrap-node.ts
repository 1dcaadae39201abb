import type { Node } from 'web-tree-sitter';
import type { SyntaxNode } from '../../core/ports/python-parser';

/** Shows a node of the engine as a SyntaxNode. What crosses into the engine is read when it is asked for, once. */
export function wrapNode(node: Node, parent: SyntaxNode | null): SyntaxNode {
  return new WrappedNode(node, parent);
}

/** A class, since a large tree has a hundred thousand nodes, and each would have closures of its own. */
class WrappedNode implements SyntaxNode {
  readonly startIndex: number;
  readonly startPosition: SyntaxNode['startPosition'];
  readonly parent: SyntaxNode | null;
  readonly #node: Node;
  #type: string | undefined;
  #text: string | undefined;
  #endIndex: number | undefined;
  #endPosition: SyntaxNode['endPosition'] | undefined;
  #isNamed: boolean | undefined;
  #hasError: boolean | undefined;
  #isMissing: boolean | undefined;
  #children: readonly SyntaxNode[] | undefined;
  #namedChildren: readonly SyntaxNode[] | undefined;
  #fields: Map<string, SyntaxNode | null> | undefined;

  constructor(node: Node, parent: SyntaxNode | null) {
    this.#node = node;
    this.parent = parent;
    // The engine hands these over with the node itself.
    this.startIndex = node.startIndex;
    this.startPosition = node.startPosition;
  }

  get type(): string {
    return (this.#type ??= this.#node.type);
  }

  get text(): string {
    return (this.#text ??= this.#node.text);
  }

  get endIndex(): number {
    return (this.#endIndex ??= this.#node.endIndex);
  }

  get endPosition(): SyntaxNode['endPosition'] {
    return (this.#endPosition ??= this.#node.endPosition);
  }

  get isNamed(): boolean {
    return (this.#isNamed ??= this.#node.isNamed);
  }

  get hasError(): boolean {
    return (this.#hasError ??= this.#node.hasError);
  }

  get isMissing(): boolean {
    return (this.#isMissing ??= this.#node.isMissing);
  }

  get children(): readonly SyntaxNode[] {
    return (this.#children ??= this.#node.children.map((child) => wrapNode(child, this)));
  }

  get namedChildren(): readonly SyntaxNode[] {
    return (this.#namedChildren ??= this.children.filter((child) => child.isNamed));
  }

  childForField(name: string): SyntaxNode | null {
    const fields = (this.#fields ??= new Map<string, SyntaxNode | null>());
    const known = fields.get(name);
    if (known !== undefined) return known;
    const found = this.#node.childForFieldName(name);
    const own = found
      ? (this.children.find(
          (child) =>
            child.startIndex === found.startIndex && child.endIndex === found.endIndex && child.type === found.type,
        ) ?? wrapNode(found, this))
      : null;
    fields.set(name, own);
    return own;
  }
}

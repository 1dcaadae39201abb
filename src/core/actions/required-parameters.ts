import type { SyntaxNode } from '../ports/python-parser';

/** Parameters that a call of a function must give: without a default, not starred. */
export function requiredParameters(definition: SyntaxNode): readonly string[] {
  return (definition.childForField('parameters')?.namedChildren ?? []).flatMap((node) => {
    if (node.type === 'identifier') return [node.text];
    return node.type === 'typed_parameter' ? (/^[A-Za-z_]\w*/.exec(node.text)?.[0] ?? []) : [];
  });
}

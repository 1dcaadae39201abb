import type { SyntaxNode } from '../../ports/python-parser';

/** Positional arguments and keywords of a call, as text. */
export interface CallArguments {
  readonly positional: readonly SyntaxNode[];
  readonly keywords: ReadonlyMap<string, SyntaxNode>;
}

export function argumentsOf(call: SyntaxNode): CallArguments {
  const positional: SyntaxNode[] = [];
  const keywords = new Map<string, SyntaxNode>();
  for (const node of call.childForField('arguments')?.namedChildren ?? []) {
    if (node.type === 'keyword_argument') {
      const value = node.childForField('value');
      if (value) keywords.set(node.childForField('name')?.text ?? '', value);
    } else if (node.type !== 'comment') positional.push(node);
  }
  return { positional, keywords };
}

/** The last part of what a call calls: `Dense` of `tf.keras.layers.Dense(…)`. */
export function lastNameOf(call: SyntaxNode): string {
  return call.childForField('function')?.text.replace(/\s/g, '').split('.').at(-1) ?? '';
}

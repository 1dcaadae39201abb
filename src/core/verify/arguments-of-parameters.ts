import type { SyntaxNode } from '../ports/python-parser';
import { calledName, walk } from './syntax-walk';

/**
 * What each parameter of a function stands for where the same text calls it by name: the expressions that are handed over, and its default.
 * A function's body with these in place of its parameters is that function, written out where it is called.
 */
export function argumentsOfParameters(trees: readonly SyntaxNode[]): ReadonlyMap<string, readonly SyntaxNode[]> {
  const functions = new Map<string, SyntaxNode[]>();
  const calls: { readonly name: string; readonly given: readonly SyntaxNode[] }[] = [];
  for (const tree of trees) {
    walk(tree, (node) => {
      const name = node.type === 'function_definition' ? node.childForField('name')?.text : undefined;
      if (name !== undefined) functions.set(name, [...(functions.get(name) ?? []), node]);
      const called = node.type === 'call' ? calledName(node) : null;
      const given = node.childForField('arguments')?.namedChildren.filter(({ type }) => type !== 'comment') ?? [];
      if (called !== null) calls.push({ name: called, given });
      return true;
    });
  }
  const found = new Map<string, readonly SyntaxNode[]>();
  const add = (parameter: string, value: SyntaxNode | null | undefined): void => {
    if (value) found.set(parameter, [...(found.get(parameter) ?? []), value]);
  };
  for (const [name, [definition, ...others]] of functions) {
    // Two functions of one name are told apart by nothing here.
    if (!definition || others.length > 0) continue;
    const parameters = parametersOf(definition);
    for (const { name: parameter, value } of parameters) add(parameter, value);
    for (const { given } of calls.filter((call) => call.name === name)) {
      const positional = given.filter(({ type }) => type !== 'keyword_argument');
      if (positional.some(({ type }) => /splat/.test(type))) continue;
      positional.forEach((value, index) => {
        const parameter = parameters[index];
        if (parameter) add(parameter.name, value);
      });
      for (const keyword of given.filter(({ type }) => type === 'keyword_argument'))
        add(keyword.childForField('name')?.text ?? '', keyword.childForField('value'));
    }
  }
  return found;
}

function parametersOf(definition: SyntaxNode): readonly { readonly name: string; readonly value: SyntaxNode | null }[] {
  const all = (definition.childForField('parameters')?.namedChildren ?? []).map((parameter) => ({
    name:
      parameter.type === 'identifier'
        ? parameter.text
        : (parameter.childForField('name')?.text ?? parameter.namedChildren[0]?.text ?? ''),
    value: parameter.childForField('value'),
  }));
  return all[0]?.name === 'self' || all[0]?.name === 'cls' ? all.slice(1) : all;
}

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.join(import.meta.dirname, '..', '..', '..');

/** A call, `new` included, of a program's source: what is called, as written, and what with. */
export interface Call {
  readonly file: string;
  readonly callee: string;
  readonly arguments: readonly ts.Expression[];
  readonly node: ts.Node;
}

/** The syntax trees of all modules of a folder below `src`. */
export function sourcesOf(folder: string): readonly ts.SourceFile[] {
  const at = path.join(root, 'src', folder);
  return readdirSync(at, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ts.createSourceFile(name, readFileSync(path.join(at, name), 'utf8'), ts.ScriptTarget.Latest, true));
}

/** Every node of the trees, in the order of the text. */
export function nodesOf(trees: readonly ts.Node[]): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    found.push(node);
    ts.forEachChild(node, visit);
  };
  trees.forEach(visit);
  return found;
}

export function callsOf(trees: readonly ts.Node[]): readonly Call[] {
  return nodesOf(trees).flatMap((node) =>
    ts.isCallExpression(node) || ts.isNewExpression(node)
      ? [
          {
            file: node.getSourceFile().fileName,
            callee: node.expression.getText(),
            arguments: node.arguments ?? [],
            node,
          },
        ]
      : [],
  );
}

/** The properties of an object literal that are written in full; a shorthand has its own name as its value. */
export function propertiesOf(literal: ts.Node | undefined): Readonly<Record<string, string>> {
  if (!literal || !ts.isObjectLiteralExpression(literal)) throw new Error('Not an object literal.');
  return Object.fromEntries(
    literal.properties.map((property) => {
      if (ts.isPropertyAssignment(property)) return [property.name.getText(), property.initializer.getText()];
      if (ts.isShorthandPropertyAssignment(property)) return [property.name.getText(), property.name.getText()];
      return [property.getText(), property.getText()];
    }),
  );
}

/** The property of an object literal, by name. */
export function propertyOf(literal: ts.Node | undefined, name: string): ts.Expression | undefined {
  if (!literal || !ts.isObjectLiteralExpression(literal)) return undefined;
  return literal.properties.filter(ts.isPropertyAssignment).find((one) => one.name.getText() === name)?.initializer;
}

/** The nearest function around a node that has a name, its own or that of the constant it is given to. */
export function functionAround(node: ts.Node): string | null {
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent) {
    if (ts.isFunctionDeclaration(at) && at.name) return at.name.text;
    if ((ts.isArrowFunction(at) || ts.isFunctionExpression(at)) && ts.isVariableDeclaration(at.parent)) {
      return at.parent.name.getText();
    }
  }
  return null;
}

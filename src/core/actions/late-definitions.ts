import { message } from '../../protocol/catalogue/catalogue';
import { linesOfScript } from '../generate/script-lines';
import type { SyntaxNode } from '../ports/python-parser';
import type { Action, ActionState, Proposal } from './action';
import { readNames } from './free-names';

function boundBy(statement: SyntaxNode): readonly string[] {
  const definition =
    statement.type === 'decorated_definition' ? (statement.childForField('definition') ?? statement) : statement;
  if (definition.type === 'function_definition' || definition.type === 'class_definition') {
    return [definition.childForField('name')?.text ?? ''];
  }
  if (!/^import_(?:from_)?statement$/.test(statement.type)) return [];
  return [...statement.text.matchAll(/(?:\bas\s+(\w+)|(?:import|,|\()\s*(\w+)(?!\s*\.|\s+as\b))/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
}

const defining = /^(?:function_definition|class_definition|decorated_definition|import_statement|import_from_statement|future_import_statement|comment)$/; // prettier-ignore

/** Puts an import, a function or a class that comes after its first use in front of it: snippets are posted in any order. */
function proposeOrder(state: ActionState, name: string): readonly Proposal[] {
  const root = state.parser.parse(state.script.text);
  const names = readNames(root);
  const use = names.early.get(name)?.[0]?.node;
  const statements = root.namedChildren;
  // What a function reads is missing once something else than a definition comes.
  const first = statements.find((node) =>
    use === undefined ? !defining.test(node.type) : node.endIndex > use.startIndex,
  );
  const late = statements.find((node) => first && node.startIndex > first.startIndex && boundBy(node).includes(name));
  if (!late || !first || !names.bound.has(name) || first.startPosition.row >= late.startPosition.row) return [];
  const lines = linesOfScript(state.script);
  const [from, to] = [late.startPosition.row, late.endPosition.row + 1];
  const at = first.startPosition.row;
  return [
    {
      action: 'compiler-error-resolution',
      reason: message('attempt.movedDefinition', { name }),
      touches: [{ fault: 'name', name }],
      change: {
        kind: 'script',
        lines: [...lines.slice(0, at), ...lines.slice(from, to), ...lines.slice(at, from), ...lines.slice(to)],
      },
    },
  ];
}

/** Orders what a report shows in another order than Python reads it. */
export const lateDefinitions: Action = {
  action: 'compiler-error-resolution',
  propose: (state) => (state.diagnosis.kind === 'missingName' ? proposeOrder(state, state.diagnosis.name) : []),
};

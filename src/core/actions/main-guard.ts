import { message } from '../../protocol/catalogue/catalogue';
import { linesOfScript, ours } from '../generate/script-lines';
import type { Action, ActionState, Proposal } from './action';

/** Statements that every process may run: what they define, workers need too. */
const harmless = /^(?:import_statement|import_from_statement|future_import_statement|function_definition|class_definition|decorated_definition|comment)$/; // prettier-ignore

function proposeGuard(state: ActionState): readonly Proposal[] {
  const root = state.parser.parse(state.script.text);
  if (/__name__\s*==/.test(root.text)) return [];
  const first = root.namedChildren.find(({ type }) => !harmless.test(type));
  if (!first) return [];
  const lines = linesOfScript(state.script);
  const at = first.startPosition.row;
  const guarded = lines
    .slice(at)
    .map((line) => (line.text.trim() === '' ? line : { ...line, text: `    ${line.text}` }));
  return [
    {
      action: 'compiler-error-resolution',
      reason: message('attempt.mainGuard'),
      touches: [{ fault: 'mainGuard', name: null }],
      change: {
        kind: 'script',
        lines: [...lines.slice(0, at), { text: "if __name__ == '__main__':", provenance: ours }, ...guarded],
      },
    },
  ];
}

/** Lets the main process alone run what starts others. */
export const mainGuard: Action = {
  action: 'compiler-error-resolution',
  propose: (state) => (state.diagnosis.kind === 'noMainGuard' ? proposeGuard(state) : []),
};

import { message } from '../../protocol/catalogue/catalogue';
import { applyEdits } from '../control/text-edits';
import { carryProvenance } from '../generate/carry-provenance';
import { insertionIndex } from '../generate/insertion-index';
import { linesOfScript, ours } from '../generate/script-lines';
import type { Action, ActionState, Proposal } from './action';
import { fetchedAt } from './stand-ins/download-text';

function proposeWithout(state: ActionState, line: number | null): readonly Proposal[] {
  const root = state.parser.parse(state.script.text);
  const fetched = fetchedAt(root, line);
  if (!fetched) return [];
  const { node, text } = fetched.replace;
  const edited = applyEdits(state.script.text, [{ start: node.startIndex, end: node.endIndex, text }]);
  const lines = linesOfScript({ text: edited, digest: '', provenance: [...carryProvenance(state.script, edited)] });
  const present = new Set(lines.map((item) => item.text.trim()));
  const added = fetched.lines.filter((item) => !/^import /.test(item) || !present.has(item));
  const at = insertionIndex(lines.map((item) => item.text));
  return [
    {
      action: fetched.action,
      reason: message('attempt.notFetched', { what: fetched.what }),
      touches: [{ fault: 'network', name: null }],
      change: {
        kind: 'script',
        lines: [...lines.slice(0, at), ...added.map((item) => ({ text: item, provenance: ours })), ...lines.slice(at)],
      },
    },
  ];
}

/** Puts data, weights and networks of ours in place of what a script would fetch: runs have no network. */
export const offline: Action = {
  action: 'dataset-procurement',
  propose: (state) => (state.diagnosis.kind === 'noNetwork' ? proposeWithout(state, state.diagnosis.line) : []),
};

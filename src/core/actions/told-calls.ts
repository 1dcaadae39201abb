import { message } from '../../protocol/catalogue/catalogue';
import { failingStatements, reported } from '../generate/skeleton';
import { linesOfScript, ours } from '../generate/script-lines';
import type { Action, ActionState, Proposal } from './action';

function plain(text: string): string {
  return text.replace(/\s+/g, '').replace(/['"]/g, "'");
}

/** The statement that the report says fails and that its code does not hold. */
function lackingStatement({ readOut, source, parser, script }: ActionState): string | null {
  const own = plain(script.text);
  return failingStatements({ readOut, source, parser }).find((text) => !own.includes(plain(text))) ?? null;
}

/** Calls what the report says fails, where its code only prepares it: "and then `trainer.fit(model, loader)` gives …". */
export const toldCalls: Action = {
  action: 'neural-network-construction',
  propose: (state): readonly Proposal[] => {
    if (state.diagnosis.kind !== 'nothing' || state.symptom.kind !== 'exception') return [];
    const statement = lackingStatement(state);
    if (statement === null) return [];
    const added = [{ text: '', provenance: ours }, reported(statement, state.source)];
    return [
      {
        action: 'input-data-generation',
        reason: message('attempt.toldCall', { call: statement.slice(0, 120) }),
        touches: [],
        change: { kind: 'script', lines: [...linesOfScript(state.script), ...added] },
      },
    ];
  },
};

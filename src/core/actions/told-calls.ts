import { message } from '../../protocol/catalogue/catalogue';
import { failingStatements, reported } from '../generate/skeleton';
import { linesOfScript, ours } from '../generate/script-lines';
import { standardModules } from '../plan/standard-modules';
import { dangerousCalls } from '../validate/dangerous-calls';
import type { Action, ActionState, Proposal } from './action';

function plain(text: string): string {
  return text.replace(/\s+/g, '').replace(/['"]/g, "'");
}

/** Whether a statement only computes: what a report says in words never starts programs, reaches a network or runs text. */
function isHarmless(statement: string, { parser }: ActionState): boolean {
  const roots = [...statement.matchAll(/(?<![\w.'"])([A-Za-z_]\w*)\s*[.(]/g)].map((match) => match[1] ?? '');
  if (roots.some((root) => standardModules.has(root) || /^(?:open|input|exec|eval|compile|__\w+__)$/.test(root)))
    return false;
  const imports = [...new Set(roots)].map((root) => `import ${root}`);
  return dangerousCalls(parser.parse([...imports, statement].join('\n'))).length === 0;
}

/** The statement that the report says fails and that its code does not hold. */
function lackingStatement(state: ActionState): string | null {
  const { readOut, source, parser, script } = state;
  const own = plain(script.text);
  const told = failingStatements({ readOut, source, parser });
  return told.find((text) => !own.includes(plain(text)) && isHarmless(text, state)) ?? null;
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

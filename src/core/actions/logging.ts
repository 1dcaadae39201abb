import { message } from '../../protocol/catalogue/catalogue';
import { readCode, type CodeFacts } from '../control/code-facts';
import { applyEdits, type TextEdit } from '../control/text-edits';
import { carryProvenance } from '../generate/carry-provenance';
import { linesOfScript, toScript, type ScriptLine } from '../generate/script-lines';
import { isJudged } from '../verify/shown';
import type { Action, ActionState, EditStep, Proposal } from './action';
import { learnableData } from './logging/learnable-data';
import { observeCalls } from './logging/observe-calls';
import type { Observer } from './logging/observation';
import { observeKeras } from './logging/observe-keras';
import { observePrinted } from './logging/observe-printed';
import {
  observeEstimators,
  observeForms,
  observeLoaded,
  observeMemory,
  observeTimes,
  observeValue,
} from './logging/observe-results';
import { observeTorch } from './logging/observe-torch';

/** The surer before the vaguer: of several that have something to say, the first is tried first. */
const observers: readonly Observer[] = [
  observeForms,
  observeTimes,
  observeMemory,
  observeLoaded,
  observeCalls,
  observePrinted,
  observeTorch,
  observeKeras,
  observeEstimators,
];

function edited(lines: readonly ScriptLine[], edits: readonly TextEdit[]): readonly ScriptLine[] {
  const text = `${lines.map((line) => line.text).join('\n')}\n`;
  const script = toScript(lines, () => '');
  const next = applyEdits(text, edits);
  const provenance = carryProvenance(script, next);
  return linesOfScript({ text: next, digest: '', provenance: [...provenance] });
}

/** Whether a line already tells a value: one that hands it over, or one of ours that prints it. */
function isLogged({ text, provenance }: ScriptLine): boolean {
  return /\breprise_observe\s*\(/.test(text) || (provenance.origin === 'ours' && /^\s*print\("/.test(text));
}

function propose(state: ActionState): readonly Proposal[] {
  const { script, symptom, parser } = state;
  const own = linesOfScript(script);
  if (isJudged(symptom) || own.some(isLogged)) return [];
  const data = learnableData(readCode(script.text, parser), script, symptom);
  const lines = data === null ? own : edited(own, data.edits);
  const facts: CodeFacts = readCode(`${lines.map((line) => line.text).join('\n')}\n`, parser);
  const before: readonly EditStep[] =
    data === null
      ? []
      : [
          {
            action: 'input-data-generation',
            reason: message('attempt.learnableData', { inputs: data.inputs, targets: data.targets }),
            lines,
          },
        ];
  const special = observers.flatMap((observe) => observe(facts, symptom));
  return (special.length > 0 ? special : observeValue(facts, symptom)).flatMap(({ edits, what }): Proposal[] => {
    const made = edits.filter((edit) => edit !== null);
    if (made.length < edits.length) return [];
    return [
      {
        action: 'logging',
        reason: message('attempt.logged', { what }),
        touches: [],
        change: { kind: 'script', lines: edited(lines, made) },
        before,
      },
    ];
  });
}

/** Puts in the lines that let a run tell what a silent symptom speaks of. What the script itself does stays as it is. */
export const logging: Action = {
  action: 'logging',
  propose: (state) => (state.diagnosis.kind === 'nothing' ? propose(state) : []),
};

import type { Execution } from '../../protocol/execution';
import type { Symptom } from '../../protocol/symptom';
import type { Verdict } from '../../protocol/verdict';
import { FEWEST_REPEATS } from './repeat';
import { isJudged } from './shown';
import { controlsWanted } from './silent/control-of-value';
import { isStatistical, runsWanted } from './silent/repeat-of-value';
import { isFinished } from './verdict-parts';

/** An execution that the verdict still wants. */
type NeededExecution = Pick<Execution, 'purpose' | 'mode' | 'cold' | 'seed'>;

interface NeedsInput {
  readonly symptom: Symptom;
  readonly verdict: Verdict;
  readonly executions: readonly Execution[];
  /** Executions that the user wants; null: what the symptom takes. */
  readonly repeats: number | null;
  /** The script has a way to run with the trigger removed. */
  readonly control?: boolean;
}

/**
 * What must still run, in its order: first one recorded run; then, once that shows the symptom and nothing is refused, a cold
 * one without the runner, the control, and more recorded ones up to the wanted number, each with a seed of its own where chance
 * plays a part. Empty: the verdict is final.
 */
export function needsExecutions(input: NeedsInput): readonly NeededExecution[] {
  const { symptom, verdict } = input;
  const finished = input.executions.filter(isFinished);
  const runs = finished.filter(({ purpose }) => purpose !== 'control');
  const recorded = runs.filter(({ mode }) => mode === 'recorded').length;
  if (recorded === 0) return [{ purpose: 'search', mode: 'recorded', cold: false, seed: null }];
  if (symptom.kind === 'nonDeterminism' && recorded === 1) {
    return verdict.missing.length > 0 ? [] : [{ purpose: 'repeat', mode: 'recorded', cold: false, seed: 0 }];
  }
  const refused = verdict.rules.some((rule) => rule.result === 'failed');
  const matched = verdict.rules.some((rule) => rule.rule === 'match' && rule.result === 'passed');
  if (refused || !matched) return [];
  const needed: NeededExecution[] = [];
  if (!runs.some(({ mode, cold }) => mode === 'plain' && cold)) {
    needed.push({ purpose: 'confirm', mode: 'plain', cold: true, seed: null });
  }
  const controls = finished.length - runs.length;
  const wantedControls = input.control ? (isJudged(symptom) ? 1 : controlsWanted(symptom)) : 0;
  for (let count = controls; count < wantedControls; count++) {
    needed.push({ purpose: 'control', mode: 'recorded', cold: true, seed: 0 });
  }
  // Without a control a silent symptom stays open, whatever more runs say.
  if (!isJudged(symptom) && wantedControls === 0) return needed;
  const wanted = isJudged(symptom)
    ? Math.max(FEWEST_REPEATS, input.repeats ?? FEWEST_REPEATS)
    : runsWanted(symptom, input.repeats);
  const plain = needed.filter(({ mode }) => mode === 'plain').length;
  for (let count = runs.length + plain, next = recorded; count < wanted; count++, next++) {
    const seed = isJudged(symptom) || !isStatistical(symptom) ? null : symptom.kind === 'nonDeterminism' ? 0 : next;
    needed.push({ purpose: 'repeat', mode: 'recorded', cold: false, seed });
  }
  return needed;
}

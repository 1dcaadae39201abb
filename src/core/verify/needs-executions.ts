import type { Execution } from '../../protocol/execution';
import type { Symptom } from '../../protocol/symptom';
import type { Verdict } from '../../protocol/verdict';
import { FEWEST_REPEATS } from './repeat';
import { isJudged } from './shown';

/** An execution that the verdict still wants. */
type NeededExecution = Pick<Execution, 'purpose' | 'mode' | 'cold' | 'seed'>;

interface NeedsInput {
  readonly symptom: Symptom;
  readonly verdict: Verdict;
  readonly executions: readonly Execution[];
  /** Executions that the user wants; null: what the symptom takes. */
  readonly repeats: number | null;
}

/**
 * What must still run, in its order: first one recorded run; then, once that shows the symptom and nothing is refused, a cold
 * one without the runner, and more recorded ones up to the wanted number. Empty: the verdict is final.
 */
export function needsExecutions({ symptom, verdict, executions, repeats }: NeedsInput): readonly NeededExecution[] {
  if (!isJudged(symptom)) return [];
  const told = executions.filter(({ result, purpose }) => {
    const end = result?.end.kind;
    return purpose !== 'control' && end !== undefined && end !== 'stopped' && end !== 'lost';
  });
  const recorded = told.filter(({ mode }) => mode === 'recorded').length;
  if (recorded === 0) return [{ purpose: 'search', mode: 'recorded', cold: false, seed: null }];
  const refused = verdict.rules.some((rule) => rule.result === 'failed');
  const matched = verdict.rules.some((rule) => rule.rule === 'match' && rule.result === 'passed');
  if (refused || !matched) return [];
  const wanted = Math.max(FEWEST_REPEATS, repeats ?? FEWEST_REPEATS);
  const needed: NeededExecution[] = [];
  if (!told.some(({ mode, cold }) => mode === 'plain' && cold)) {
    needed.push({ purpose: 'confirm', mode: 'plain', cold: true, seed: null });
  }
  for (let count = told.length + needed.length; count < wanted; count++) {
    needed.push({ purpose: 'repeat', mode: 'recorded', cold: false, seed: null });
  }
  return needed;
}

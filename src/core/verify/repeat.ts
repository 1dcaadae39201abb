import type { Repeat } from '../../protocol/verdict';
import { inOutput, said } from './evidence';
import { failed, passed, type Answer, type FinishedExecution } from './judge-input';

/** Crashes show in two of two executions, one of them cold and without the runner. */
export const FEWEST_REPEATS = 2;

interface Repeated {
  readonly answer: Answer;
  readonly repeats: readonly Repeat[];
}

/** Counts in how many executions the symptom showed. `wanted`: how many it takes. */
export function judgeRepeat(
  seen: readonly { readonly execution: FinishedExecution; readonly shown: boolean }[],
  wanted = FEWEST_REPEATS,
): Repeated {
  const repeats = seen.map(({ execution, shown }): Repeat => {
    return { executionId: execution.id, cold: execution.cold, seed: execution.seed, shown };
  });
  const shown = repeats.filter((repeat) => repeat.shown).length;
  const rate = said('verdict.repeatRate', { shown, total: repeats.length });
  const odd = seen.find((item) => !item.shown);
  if (odd) {
    const text = odd.execution.result.stderr.tail.trim().split('\n').at(-1) ?? '';
    return { answer: failed(rate, inOutput(odd.execution.id, text, 'verdict.repeatOdd')), repeats };
  }
  const confirmed = seen.some(({ execution }) => execution.cold && execution.mode === 'plain');
  if (repeats.length < wanted || !confirmed) {
    return { answer: { result: 'notReached', evidence: [rate, said('verdict.repeatMissing')] }, repeats };
  }
  return { answer: passed(rate), repeats };
}

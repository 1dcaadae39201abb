import type { Execution } from '../../protocol/execution';
import type { RuleName, RuleResult, Verdict } from '../../protocol/verdict';
import type { Answer, FinishedExecution } from './judge-input';

export const ruleNames: readonly RuleName[] = ['match', 'environment', 'repeat', 'agreement', 'genuine', 'control'];
const notReached: Answer = { result: 'notReached', evidence: [] };

/** A verdict before anything is known. */
export function emptyVerdict(symptomId: string): Verdict {
  return {
    outcome: 'inconclusive',
    symptomId,
    rules: toRules(allNotReached()),
    repeats: [],
    byAnalogy: false,
    nearMiss: null,
    missing: [],
    observed: null,
  };
}

export function allNotReached(): Record<RuleName, Answer> {
  return {
    match: notReached,
    environment: notReached,
    repeat: notReached,
    agreement: notReached,
    genuine: notReached,
    control: notReached,
  };
}

export function toRules(answers: Readonly<Record<RuleName, Answer>>): RuleResult[] {
  return ruleNames.map((rule) => ({ rule, result: answers[rule].result, evidence: [...answers[rule].evidence] }));
}

/** Whether an execution came to an end of its own. */
export function isFinished(execution: Execution): execution is FinishedExecution {
  const end = execution.result?.end.kind;
  return end !== undefined && end !== 'stopped' && end !== 'lost';
}

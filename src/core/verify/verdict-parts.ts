import type { Execution } from '../../protocol/execution';
import type { RuleName, RuleResult, Verdict } from '../../protocol/verdict';
import type { Answer, FinishedExecution } from './judge-input';

const ruleNames: readonly RuleName[] = ['match', 'wording', 'environment', 'repeat', 'agreement', 'genuine', 'control'];
/** Answers of the rules; `wording` is left out where a symptom has no words. */
export type Answers = Readonly<Record<Exclude<RuleName, 'wording'>, Answer> & { readonly wording?: Answer }>;
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

export function allNotReached(): Answers {
  return {
    match: notReached,
    environment: notReached,
    repeat: notReached,
    agreement: notReached,
    genuine: notReached,
    control: notReached,
  };
}

export function toRules(answers: Answers): RuleResult[] {
  return ruleNames.flatMap((rule) => {
    const answer = answers[rule];
    return answer ? [{ rule, result: answer.result, evidence: [...answer.evidence] }] : [];
  });
}

/** The first rule that failed. */
export function brokenRule(answers: Answers): Answer | null {
  return ruleNames.map((rule) => answers[rule]).find((answer) => answer?.result === 'failed') ?? null;
}

export function isOpen(answers: Answers): boolean {
  return ruleNames.some((rule) => answers[rule]?.result === 'notReached');
}

/** Whether an execution came to an end of its own. */
export function isFinished(execution: Execution): execution is FinishedExecution {
  const end = execution.result?.end.kind;
  return end !== undefined && end !== 'stopped' && end !== 'lost';
}

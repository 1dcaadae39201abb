import type { Symptom } from '../../protocol/symptom';
import type { RuleResult, Verdict } from '../../protocol/verdict';
import { describeSymptom } from '../plan/describe-symptom';
import { inReport } from './evidence';

/** A symptom that is less sure says hardly more than that something fails. */
const SURE = 0.5;
const MOST = 3;

/**
 * Tells in the rule of the match which of the report's other symptoms the same runs show. The verdict stays one on the first:
 * where that does not show, what shows instead is said in its near miss.
 */
export function tellOthers(
  verdict: Verdict,
  first: Symptom,
  others: readonly Symptom[],
  judgeOne: (symptom: Symptom) => Verdict,
): Verdict {
  const result = resultOf(verdict);
  if (result !== 'passed' && result !== 'failed') return verdict;
  const known = new Set([describeSymptom(first)]);
  const shown = others.filter((other) => {
    const words = describeSymptom(other);
    if (other.confidence < SURE || known.has(words)) return false;
    known.add(words);
    return resultOf(judgeOne(other)) === 'passed';
  });
  const evidence = shown.slice(0, MOST).map((other) =>
    inReport(other.span, result === 'passed' ? 'verdict.alsoShown' : 'verdict.otherShown', {
      symptom: describeSymptom(other),
    }),
  );
  if (evidence.length === 0) return verdict;
  const told = evidence.map(({ text }) => text).join(' ');
  return {
    ...verdict,
    rules: verdict.rules.map((rule) => (rule.rule === 'match' ? withEvidence(rule, evidence) : rule)),
    nearMiss: result === 'failed' ? [verdict.nearMiss, told].filter(Boolean).join(' ') : verdict.nearMiss,
  };
}

function withEvidence(rule: RuleResult, evidence: RuleResult['evidence']): RuleResult {
  return { ...rule, evidence: [...rule.evidence, ...evidence] };
}

function resultOf(verdict: Verdict): RuleResult['result'] | null {
  return verdict.rules.find(({ rule }) => rule === 'match')?.result ?? null;
}

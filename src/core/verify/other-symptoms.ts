import { message } from '../../protocol/catalogue/catalogue';
import type { Symptom } from '../../protocol/symptom';
import type { OtherSymptom, RuleResult, Verdict } from '../../protocol/verdict';
import { describeSymptom } from '../plan/describe-symptom';

/** A symptom that is less sure says hardly more than that something fails. */
const SURE = 0.4;
const MOST = 6;

/**
 * Judges the report's other symptoms by the same runs and tells each in `others`. The verdict stays one on the first: where that
 * does not show, what shows instead is said in its near miss.
 */
export function tellOthers(
  verdict: Verdict,
  first: Symptom,
  others: readonly Symptom[],
  judgeOne: (symptom: Symptom) => Verdict,
): Verdict {
  const result = resultOf(verdict, 'match');
  if (result !== 'passed' && result !== 'failed') return verdict;
  const known = new Set([describeSymptom(first)]);
  const apart = others.filter((other) => {
    const words = describeSymptom(other);
    if (other.confidence < SURE || known.has(words)) return false;
    known.add(words);
    return true;
  });
  const judged = apart.slice(0, MOST).map((other): OtherSymptom => ({
    symptomId: other.id,
    symptom: describeSymptom(other),
    result: inOneWord(judgeOne(other)),
    span: other.span,
  }));
  if (judged.length === 0) return verdict;
  const told = judged
    .filter((other) => other.result === 'shown')
    .map(({ symptom }) => message('verdict.otherShown', { symptom }));
  return {
    ...verdict,
    nearMiss: result === 'failed' && told.length > 0 ? [verdict.nearMiss, ...told].join(' ').trim() : verdict.nearMiss,
    others: judged,
  };
}

function inOneWord(verdict: Verdict): OtherSymptom['result'] {
  if (resultOf(verdict, 'genuine') === 'failed') return 'planted';
  if (resultOf(verdict, 'match') === 'passed') return 'shown';
  // A run that gave no such value, or lacked something, tells nothing of it.
  return verdict.observed === null || verdict.outcome === 'inconclusive' ? 'open' : 'notShown';
}

function resultOf(verdict: Verdict, name: RuleResult['rule']): RuleResult['result'] | null {
  return verdict.rules.find(({ rule }) => rule === name)?.result ?? null;
}

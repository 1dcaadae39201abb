import { inOutput, said } from './evidence';
import { failed, passed, type Answer, type FinishedExecution } from './judge-input';
import { exitCodeOf, headline, printedBy } from './observe';
import { shownByPlain, type JudgedSymptom, type Shown } from './shown';

/** The record alone is never enough: a run with no runner in the process must print the same and end the same. */
export function judgeAgreement(
  symptom: JudgedSymptom,
  recorded: FinishedExecution,
  shown: Shown,
  plain: FinishedExecution | null,
): Answer {
  if (!plain) return { result: 'notReached', evidence: [said('verdict.agreementMissing')] };
  const printed = printedBy(plain).at(-1);
  if (!shownByPlain(symptom, plain, shown)) {
    const observed = printed ? headline(printed) : '';
    return failed(
      inOutput(plain.id, observed, 'verdict.agreementOther', { recorded: shown.observed ?? '', printed: observed }),
    );
  }
  const code = exitCodeOf(recorded);
  const { end } = plain.result;
  if (shown.exception && code !== null && (end.kind !== 'exited' || end.code !== code)) {
    const plainCode = end.kind === 'exited' ? String(end.code) : end.kind;
    return failed(said('verdict.agreementExit', { recorded: String(code), plain: plainCode }));
  }
  const text = printed ? headline(printed) : (shown.observed ?? '');
  return passed(inOutput(plain.id, text, 'verdict.agreementSame'));
}

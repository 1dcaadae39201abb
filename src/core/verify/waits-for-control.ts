import type { RuleName, RuleResult, Verdict } from '../../protocol/verdict';

/** Whether the verdict waits for a control only: the symptom shows, and nothing that was looked at speaks against it. */
export function waitsForControl(verdict: Verdict): boolean {
  const result = (name: RuleName): RuleResult['result'] | undefined =>
    verdict.rules.find(({ rule }) => rule === name)?.result;
  return result('match') === 'passed' && !verdict.rules.some((rule) => rule.result === 'failed');
}

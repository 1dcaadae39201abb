import { message } from '../../protocol/catalogue/catalogue';
import type { Execution } from '../../protocol/execution';
import type { RuleName, RuleResult, Verdict } from '../../protocol/verdict';
import { judgeAgreement } from './agreement';
import { judgeControl } from './control';
import { judgeEnvironment } from './environment';
import { inOutput, inReport, said } from './evidence';
import { judgeGenuine, type Genuineness } from './genuine';
import { judgeEnd, judgeWarning } from './genuine-otherwise';
import { failed, passed, type Answer, type FinishedExecution, type JudgeInput, type TracedScript } from './judge-input';
import { judgeRepeat } from './repeat';
import { isJudged, shownByPlain, shownByRecorded, type JudgedSymptom, type Shown } from './shown';
import { traceScript } from './trace-script';
import { whatIsMissing } from './what-is-missing';

export type { InstalledFileState, JudgeInput } from './judge-input';

const ruleNames: readonly RuleName[] = ['match', 'environment', 'repeat', 'agreement', 'genuine', 'control'];
const notReached: Answer = { result: 'notReached', evidence: [] };

/**
 * Judges a symptom against the executions of a script. Pure; every rule is code, and each answer carries its evidence.
 * `reproduced` needs all of them; where an execution is still wanted the outcome is `inconclusive` and `needsExecutions` names it.
 */
export function judge(input: JudgeInput): Verdict {
  const { symptom } = input;
  if (!isJudged(symptom)) return notJudged(symptom.id, symptom.kind);
  const finished = input.executions.filter(isFinished);
  const runs = finished.filter((execution) => execution.purpose !== 'control');
  const script = traceScript(input);
  const seen = runs
    .filter((execution) => execution.mode === 'recorded')
    .map((execution) => ({ execution, shown: shownByRecorded(symptom, execution, script) }));
  const first = seen.find(({ shown }) => shown.shown) ?? seen[0];
  if (!first) return nothingRan(symptom.id);
  if (!first.shown.shown) return notShown(input, symptom, first);
  return judgeShown(input, symptom, script, first, runs, finished);
}

interface Seen {
  readonly execution: FinishedExecution;
  readonly shown: Shown;
}

function judgeShown(
  input: JudgeInput,
  symptom: JudgedSymptom,
  script: TracedScript,
  first: Seen,
  runs: readonly FinishedExecution[],
  finished: readonly FinishedExecution[],
): Verdict {
  const plain = runs.find((execution) => execution.mode === 'plain' && execution.cold) ?? null;
  const repeated = judgeRepeat(
    runs.map((execution) => ({
      execution,
      shown:
        execution.mode === 'recorded'
          ? shownByRecorded(symptom, execution, script).shown
          : shownByPlain(symptom, execution, first.shown),
    })),
  );
  const genuineness = genuinenessOf(input, symptom, first.shown, script);
  const controls = finished.filter((execution) => execution.purpose === 'control');
  const answers: Readonly<Record<RuleName, Answer>> = {
    match: matched(symptom, first),
    environment: judgeEnvironment(input.environment, input.readOut),
    repeat: repeated.answer,
    agreement: judgeAgreement(symptom, first.execution, first.shown, plain),
    genuine: genuineness.answer,
    control: judgeControl(symptom, controls, first.shown, script),
  };
  const broken = ruleNames.find((rule) => answers[rule].result === 'failed');
  const open = ruleNames.some((rule) => answers[rule].result === 'notReached');
  return {
    outcome: broken ? 'notReproduced' : open ? 'inconclusive' : 'reproduced',
    symptomId: symptom.id,
    rules: toRules(answers),
    repeats: [...repeated.repeats],
    byAnalogy: genuineness.byAnalogy,
    nearMiss: broken ? (answers[broken].evidence.at(-1)?.text ?? null) : null,
    missing: [],
    observed: first.shown.observed,
  };
}

function genuinenessOf(input: JudgeInput, symptom: JudgedSymptom, shown: Shown, script: TracedScript): Genuineness {
  if (shown.exception) return judgeGenuine(input, symptom, shown.exception, script);
  if (symptom.kind === 'warning') return judgeWarning(input, symptom, shown.warning, script);
  return judgeEnd(input, symptom, script);
}

function matched(symptom: JudgedSymptom, { execution, shown }: Seen): Answer {
  const observed = shown.observed ?? '';
  return passed(
    inOutput(execution.id, observed, 'verdict.matched', { observed }),
    inReport(symptom.span, 'verdict.reportedHere'),
    ...(shown.reworded === undefined ? [] : [{ text: shown.reworded, reference: null }]),
  );
}

/** The run says something else. Where it says that something is missing, nothing is known of the symptom. */
function notShown(input: JudgeInput, symptom: JudgedSymptom, { execution, shown }: Seen): Verdict {
  const missing = whatIsMissing(execution);
  const observed = shown.observed ?? '';
  const evidence = inOutput(execution.id, observed, 'verdict.notMatched', { observed });
  const differs = shown.nearMiss === null ? [] : [{ text: shown.nearMiss, reference: null }];
  return {
    outcome: missing ? 'inconclusive' : 'notReproduced',
    symptomId: symptom.id,
    rules: toRules({
      ...allNotReached(),
      match: failed(evidence, ...differs),
      environment: judgeEnvironment(input.environment, input.readOut),
    }),
    repeats: [{ executionId: execution.id, cold: execution.cold, seed: execution.seed, shown: false }],
    byAnalogy: false,
    nearMiss: shown.nearMiss,
    missing: missing ? [missing] : [],
    observed: shown.observed,
  };
}

function notJudged(symptomId: string, kind: string): Verdict {
  const text = message('verdict.kindNotJudged', { kind });
  return {
    ...emptyVerdict(symptomId),
    missing: [{ kind: 'symptom', name: kind, message: text }],
  };
}

function nothingRan(symptomId: string): Verdict {
  const verdict = emptyVerdict(symptomId);
  return {
    ...verdict,
    rules: toRules({ ...allNotReached(), match: { result: 'notReached', evidence: [said('verdict.nothingRan')] } }),
  };
}

function emptyVerdict(symptomId: string): Verdict {
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

function allNotReached(): Record<RuleName, Answer> {
  return {
    match: notReached,
    environment: notReached,
    repeat: notReached,
    agreement: notReached,
    genuine: notReached,
    control: notReached,
  };
}

function toRules(answers: Readonly<Record<RuleName, Answer>>): RuleResult[] {
  return ruleNames.map((rule) => ({ rule, result: answers[rule].result, evidence: [...answers[rule].evidence] }));
}

function isFinished(execution: Execution): execution is FinishedExecution {
  const end = execution.result?.end.kind;
  return end !== undefined && end !== 'stopped' && end !== 'lost';
}

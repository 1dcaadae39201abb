import { message } from '../../../protocol/catalogue/catalogue';
import type { Verdict } from '../../../protocol/verdict';
import { judgeEnvironment } from '../environment';
import { inOutput, inReport, said } from '../evidence';
import { failed, passed, type Answer, type FinishedExecution, type JudgeInput } from '../judge-input';
import { traceScript } from '../trace-script';
import { allNotReached, brokenRule, emptyVerdict, isFinished, isOpen, toRules, type Answers } from '../verdict-parts';
import { whatIsMissing } from '../what-is-missing';
import { checkRuns } from './check-runs';
import { controlOfValue, type ValueMaker } from './control-of-value';
import type { Finding, SilentSymptom } from './finding';
import { judgeValue } from './genuine-value';
import { mentionsOf } from './mentions-of';
import { saysOfCalls } from './related-names';
import { repeatOfValue } from './repeat-of-value';
import { callingLines } from './value-slice';
import { seedsItself } from './seeds-itself';

/** A run with what it shows. */
export interface Seen {
  readonly execution: FinishedExecution;
  readonly finding: Finding;
}

/** Judges a symptom of runs that end well. The rules are those of every symptom; the control is not waived. */
export function judgeSilent(input: JudgeInput, symptom: SilentSymptom): Verdict {
  const finished = input.executions.filter(isFinished);
  const runs = finished.filter(({ purpose }) => purpose !== 'control');
  const findings = checkRuns(symptom, runs, mentionsOf(input.readOut));
  const seen = runs.flatMap((execution, index): Seen[] => {
    const finding = findings[index];
    return finding ? [{ execution, finding }] : [];
  });
  const recorded = seen.filter(({ execution }) => execution.mode === 'recorded');
  const [first] = recorded;
  if (!first) return nothingRan(symptom.id);
  if (symptom.kind === 'nonDeterminism' && recorded.length < 2) return waiting(input, symptom.id, first);
  const shown = recorded.find(({ finding }) => finding.shown);
  if (!shown) return notShown(input, symptom.id, first);
  if (symptom.kind === 'nonDeterminism' && !saysOfCalls(symptom.what) && !seedsItself(input)) {
    const nearMiss = message('silent.unseeded');
    const unseeded: Finding = { ...shown.finding, shown: false, nearMiss };
    return notShown(input, symptom.id, { execution: shown.execution, finding: unseeded });
  }
  return judgeShown(input, symptom, { shown, seen, controls: finished.filter(({ purpose }) => purpose === 'control') });
}

function judgeShown(
  input: JudgeInput,
  symptom: SilentSymptom,
  runs: { readonly shown: Seen; readonly seen: readonly Seen[]; readonly controls: readonly FinishedExecution[] },
): Verdict {
  const { shown, seen } = runs;
  const observed = shown.finding.observed ?? '';
  const repeated = repeatOfValue(symptom, seen, input.repeats ?? null);
  const genuine = judgeValue(input, shown.finding, traceScript(input));
  const answers: Answers = {
    match: passed(
      inOutput(shown.execution.id, shown.finding.basis[0]?.line ?? '', 'silent.shown', { observed }),
      inReport(symptom.span, 'verdict.reportedHere'),
    ),
    environment: judgeEnvironment(input.environment, input.readOut),
    repeat: repeated.answer,
    agreement: agreementOf(shown, seen),
    genuine: genuine.answer,
    control: controlOfValue(
      symptom,
      shown.finding,
      runs.controls,
      mentionsOf(input.readOut),
      input.control ?? null,
      makerOf(input, shown.finding),
    ),
  };
  const broken = brokenRule(answers);
  const open = isOpen(answers);
  const lacksControl = runs.controls.length === 0 && !broken;
  return {
    outcome: broken ? 'notReproduced' : open ? 'inconclusive' : 'reproduced',
    symptomId: symptom.id,
    rules: toRules(answers),
    repeats: [...repeated.repeats],
    byAnalogy: genuine.byAnalogy,
    nearMiss: broken ? (broken.evidence.at(-1)?.text ?? null) : null,
    missing: lacksControl ? [{ kind: 'control', name: 'control', message: controlMissing(input) }] : [],
    observed: shown.finding.observed,
  };
}

function makerOf(input: JudgeInput, { basis }: Finding): ValueMaker {
  const tree = input.parser.parse(input.script.text);
  const lines = callingLines(tree, traceScript(input), basis);
  return { tree, digest: input.script.digest, name: basis[0]?.name ?? '', lines };
}

/** A run with no recorder in the process must show it by what it prints. */
function agreementOf(shown: Seen, seen: readonly Seen[]): Answer {
  const plain = seen.find(({ execution }) => execution.mode === 'plain' && execution.cold);
  if (!plain) return { result: 'notReached', evidence: [said('verdict.agreementMissing')] };
  const { finding, execution } = plain;
  if (finding.shown) {
    return passed(
      inOutput(execution.id, finding.basis[0]?.line ?? '', 'silent.agrees', { observed: finding.observed ?? '' }),
    );
  }
  const printed = finding.observed ?? '';
  const evidence = inOutput(execution.id, printed, 'silent.agreementOther', {
    recorded: shown.finding.observed ?? '',
    printed: finding.nearMiss ?? printed,
  });
  // A value that only the recorder sees is not denied by a run that does not print it.
  const unseen = finding.observed === null && shown.finding.basis.every(({ source }) => source === 'hook');
  return unseen ? { result: 'notReached', evidence: [said('silent.notPrinted')] } : failed(evidence);
}

function notShown(input: JudgeInput, symptomId: string, { execution, finding }: Seen): Verdict {
  const missing =
    execution.result.end.kind === 'exited' && execution.result.end.code === 0 ? null : whatIsMissing(execution);
  const observed = finding.observed ?? message('silent.nothing');
  const differs = finding.nearMiss === null ? [] : [{ text: finding.nearMiss, reference: null }];
  return {
    ...emptyVerdict(symptomId),
    outcome: missing ? 'inconclusive' : 'notReproduced',
    rules: toRules({
      ...allNotReached(),
      match: failed(
        inOutput(execution.id, finding.basis[0]?.line ?? '', 'verdict.notMatched', { observed }),
        ...differs,
      ),
      environment: judgeEnvironment(input.environment, input.readOut),
    }),
    repeats: [{ executionId: execution.id, cold: execution.cold, seed: execution.seed, shown: false }],
    nearMiss: finding.nearMiss,
    missing: missing ? [missing] : [],
    observed: finding.observed,
  };
}

function nothingRan(symptomId: string): Verdict {
  const match: Answer = { result: 'notReached', evidence: [said('verdict.nothingRan')] };
  return { ...emptyVerdict(symptomId), rules: toRules({ ...allNotReached(), match }) };
}

/** One run says nothing of a difference between runs. */
function waiting(input: JudgeInput, symptomId: string, { execution }: Seen): Verdict {
  const failure =
    execution.result.end.kind === 'exited' && execution.result.end.code === 0 ? null : whatIsMissing(execution);
  const match: Answer = { result: 'notReached', evidence: [said('silent.oneRun')] };
  const environment = judgeEnvironment(input.environment, input.readOut);
  return {
    ...emptyVerdict(symptomId),
    rules: toRules({ ...allNotReached(), match, environment }),
    missing: failure ? [failure] : [],
  };
}

function controlMissing({ control }: JudgeInput): string {
  return control?.kind === 'none' ? control.reason : message('silent.controlMissing');
}

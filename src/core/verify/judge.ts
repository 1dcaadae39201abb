import type { Verdict } from '../../protocol/verdict';
import { judgeAgreement } from './agreement';
import { judgeControl, type FailingPlace } from './control';
import { judgeEnvironment } from './environment';
import { inOutput, inReport, said } from './evidence';
import { judgeGenuine, type Genuineness } from './genuine';
import { judgeEnd, judgeWarning } from './genuine-otherwise';
import { failed, passed, type Answer, type FinishedExecution, type JudgeInput, type TracedScript } from './judge-input';
import { chainOf } from './observe';
import { tellOthers } from './other-symptoms';
import { judgeRepeat } from './repeat';
import { isJudged, shownByPlain, shownByRecorded, type JudgedSymptom, type Shown } from './shown';
import { traceScript } from './trace-script';
import { judgeSilent } from './silent/judge-silent';
import { allNotReached, brokenRule, emptyVerdict, isFinished, isOpen, toRules, type Answers } from './verdict-parts';
import { judgeWording } from './wording';
import { whatIsMissing } from './what-is-missing';

export type { InstalledFileState, JudgeInput } from './judge-input';

/**
 * Judges a symptom against the executions of a script. Pure; every rule is code, and each answer carries its evidence.
 * `reproduced` needs all of them; where an execution is still wanted the outcome is `inconclusive` and `needsExecutions` names it.
 */
export function judge(input: JudgeInput): Verdict {
  const { symptom, others = [] } = input;
  return tellOthers(judgeOne(input), symptom, others, (other) => judgeOne({ ...input, symptom: other }));
}

function judgeOne(input: JudgeInput): Verdict {
  const { symptom } = input;
  if (!isJudged(symptom)) return judgeSilent(input, symptom);
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
  const genuineness = genuinenessOf(input, symptom, first, script);
  const controls = finished.filter((execution) => execution.purpose === 'control');
  const { environment, readOut } = input;
  const wording = judgeWording({ symptom, shown: first.shown, environment, readOut });
  const answers: Answers = {
    match: matched(symptom, first),
    ...(wording ? { wording } : {}),
    environment: judgeEnvironment(input.environment, input.readOut),
    repeat: repeated.answer,
    agreement: judgeAgreement(symptom, first.execution, first.shown, plain),
    genuine: genuineness.answer,
    control: judgeControl(
      symptom,
      controls,
      first.shown,
      script,
      input.control ?? null,
      failingPlace(input, first.shown),
    ),
  };
  const broken = brokenRule(answers);
  const open = isOpen(answers);
  return {
    outcome: broken ? 'notReproduced' : open ? 'inconclusive' : 'reproduced',
    symptomId: symptom.id,
    rules: toRules(answers),
    repeats: [...repeated.repeats],
    byAnalogy: genuineness.byAnalogy,
    nearMiss: broken ? (broken.evidence.at(-1)?.text ?? null) : null,
    missing: [],
    observed: first.shown.observed,
  };
}

/** The lines of the script that the failure, or the warning, came through. Null: none. */
function failingPlace(input: JudgeInput, { exception, warning }: Shown): FailingPlace | null {
  const frames = exception?.frames ?? (warning?.frame ? [warning.frame] : []);
  const lines = frames.flatMap(({ place, line }) => (place === 'script' && line !== null ? [line] : []));
  return lines.length === 0
    ? null
    : { tree: input.parser.parse(input.script.text), digest: input.script.digest, lines };
}

function genuinenessOf(input: JudgeInput, symptom: JudgedSymptom, first: Seen, script: TracedScript): Genuineness {
  const { shown, execution } = first;
  if (shown.exception) return judgeGenuine(input, symptom, shown.exception, script, chainOf(execution));
  if (symptom.kind === 'warning') return judgeWarning(input, symptom, shown.warning, script);
  return judgeEnd(input, symptom, execution, script);
}

function matched(symptom: JudgedSymptom, { execution, shown }: Seen): Answer {
  const observed = shown.observed ?? '';
  return passed(
    inOutput(execution.id, observed, 'verdict.matched'),
    inReport(symptom.span, 'verdict.reportedHere'),
    ...(shown.reworded ? [{ text: shown.reworded.sentence, reference: null }] : []),
  );
}

/** The run says something else. Where it says that something is missing, nothing is known of the symptom. */
function notShown(input: JudgeInput, symptom: JudgedSymptom, { execution, shown }: Seen): Verdict {
  const missing = whatIsMissing(execution);
  const observed = shown.observed ?? '';
  const { nearMiss } = shown;
  const evidence = inOutput(execution.id, observed, 'verdict.notMatched', { observed });
  // What is near often tells what was observed, and once is enough.
  const told = nearMiss?.includes(observed) ? [{ ...evidence, text: nearMiss }] : null;
  const differs = nearMiss === null ? [] : [{ text: nearMiss, reference: null }];
  return {
    outcome: missing ? 'inconclusive' : 'notReproduced',
    symptomId: symptom.id,
    rules: toRules({
      ...allNotReached(),
      match: failed(...(told ?? [evidence, ...differs])),
      environment: judgeEnvironment(input.environment, input.readOut),
    }),
    repeats: [{ executionId: execution.id, cold: execution.cold, seed: execution.seed, shown: false }],
    byAnalogy: false,
    nearMiss,
    missing: missing ? [missing] : [],
    observed: shown.observed,
  };
}

function nothingRan(symptomId: string): Verdict {
  const verdict = emptyVerdict(symptomId);
  return {
    ...verdict,
    rules: toRules({ ...allNotReached(), match: { result: 'notReached', evidence: [said('verdict.nothingRan')] } }),
  };
}

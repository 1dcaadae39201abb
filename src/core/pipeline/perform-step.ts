import { message } from '../../protocol/catalogue/catalogue';
import { assertNever } from '../../protocol/primitives';
import { missingApproval, missingSymptom } from './steps/missing';
import { understandOrEnd } from './model/understand';
import type { ConclusionCause, Step } from './next-step';
import { emptyResult } from './run-request';
import { askForScript, dropAttempt } from './steps/ask-for-script';
import { acceptPlan, askForPlan } from './steps/ask-for-plan';
import { bisect } from './steps/bisect';
import { conclude } from './steps/conclude';
import { concludeJudged } from './steps/conclude-judged';
import { gatherTheContext } from './steps/gather-the-context';
import { judgeAttempt } from './steps/judge-attempt';
import { openTheProject } from './steps/open-the-project';
import { takeNearest } from './steps/other-environment';
import { minimise } from './steps/minimise';
import { prepareEnvironment, resolveEnvironment } from './steps/prepare-environment';
import { proposePlan } from './steps/propose-plan';
import { readTheReport } from './steps/read-the-report';
import { refine } from './steps/refine';
import { runExecution } from './steps/run-execution';
import { startFirstAttempt } from './steps/start-first-attempt';
import { writeReproducer } from './steps/write-reproducer';
import type { Work } from './work';

function concludeBecause(work: Work, because: ConclusionCause): Promise<void> {
  switch (because.kind) {
    case 'noSymptom':
      return conclude(work, missingSymptom());
    case 'refused':
      return conclude(work, missingApproval(because.approval));
    case 'judged':
      return concludeJudged(work);
    default:
      return assertNever(because);
  }
}

function mayCrashLate(work: Work): boolean {
  return work.session.state().symptoms[0]?.kind === 'signal';
}

/** Performs one step. Steps that only wait are the caller's. */
export function performStep(work: Work, step: Exclude<Step, { kind: 'rest' | 'awaitPerson' }>): Promise<void> {
  switch (step.kind) {
    case 'closeLostExecution': {
      const result = emptyResult({ kind: 'lost' }, null);
      return work.session.emit({ type: 'execution/finished', executionId: step.executionId, result });
    }
    case 'readReport':
      return readTheReport(work);
    case 'openProject':
      return openTheProject(work);
    case 'gatherContext':
      return gatherTheContext(work);
    case 'understand':
      return understandOrEnd(work);
    case 'proposePlan':
      return proposePlan(work);
    case 'startFirstAttempt':
      return startFirstAttempt(work);
    case 'askForPlan':
      return askForPlan(work);
    case 'acceptPlan':
      return acceptPlan(work, step.by);
    case 'askForScript':
      return askForScript(work, step.attemptId);
    case 'dropAttempt':
      return dropAttempt(work, step.attemptId);
    case 'resolveEnvironment':
      return resolveEnvironment(work);
    case 'prepareEnvironment':
      return prepareEnvironment(work);
    case 'takeNearest':
      return takeNearest(work, message('environment.notice.heavyRefused'));
    case 'search':
      // A fork skips the end of an interpreter, where some programs crash.
      return runExecution(work, step.attemptId, {
        purpose: 'search',
        mode: 'recorded',
        cold: mayCrashLate(work),
        seed: 0,
      });
    case 'judge':
      return judgeAttempt(work, step.attemptId);
    case 'refine':
      return refine(work);
    case 'minimise':
      return minimise(work, step.job);
    case 'bisect':
      return bisect(work, step.job);
    case 'writeReproducer':
      return writeReproducer(work, step.attemptId);
    case 'conclude':
      return concludeBecause(work, step.because);
    default:
      return assertNever(step);
  }
}

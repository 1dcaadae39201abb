import { message } from '../../../protocol/catalogue/catalogue';
import type { Execution } from '../../../protocol/execution';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import type { Missing } from '../../../protocol/verdict';
import { lastMatch } from '../../execute/last-match';
import { describeSymptom } from '../../plan/describe-symptom';
import { bestAttempt, lastJudged } from '../next-step';
import { required, type Work } from '../work';
import { conclude, type Ending } from './conclude';

/** What kept an execution from saying anything on the symptom, or null. */
function missingByEnd(execution: Execution | undefined): Missing | null {
  const end = execution?.result?.end;
  switch (end?.kind) {
    case 'couldNotStart':
      return { kind: 'other', name: 'start', message: message('attempt.couldNotStart', { reason: end.reason }) };
    case 'timeLimit':
      return {
        kind: 'time',
        name: 'time',
        message: message('attempt.timeLimit', { seconds: end.seconds }),
      };
    case 'idleLimit':
    case 'memoryLimit':
    case 'outputLimit':
    case 'processLimit':
    case 'diskLimit':
      return { kind: 'other', name: end.kind, message: message(`attempt.${end.kind}`) };
    default:
      return null;
  }
}

function endingOf(state: ReproductionState, extra: readonly Missing[], stopped: string | null): Ending {
  const best = bestAttempt(state);
  const verdict = best?.verdict ?? null;
  const symptom = describeSymptom(required(state.symptoms[0], 'symptoms'));
  if (best && verdict?.outcome === 'reproduced') {
    const last = lastJudged(state);
    const note = last && last.id !== best.id ? ` ${message('attempt.lastDidNotShow', { number: last.number })}` : '';
    return {
      outcome: 'reproduced',
      message: message('attempt.reproduced', { number: best.number, symptom }) + note,
      attemptId: best.id,
      verdict,
      missing: [],
    };
  }
  const end = missingByEnd(lastMatch(state.executions, ({ attemptId }) => attemptId === best?.id));
  const told = verdict?.missing ?? [];
  const missing = [...extra, ...told, ...(end && told.length === 0 ? [end] : [])];
  const attemptId = best?.id ?? null;
  const first = missing[0];
  if (first || verdict?.outcome === 'inconclusive' || !verdict) {
    const text = first?.message ?? message('attempt.inconclusive', { symptom });
    return { outcome: 'inconclusive', message: text, attemptId, verdict, missing };
  }
  const observed = verdict.observed === null ? null : message('verdict.notMatched', { observed: verdict.observed });
  const near = verdict.nearMiss ?? observed ?? message('attempt.nothingObserved');
  return {
    outcome: 'notReproduced',
    message: [message('attempt.notReproduced', { symptom, near, count: state.attempts.length }), stopped]
      .filter((part) => part !== null)
      .join(' '),
    attemptId,
    verdict,
    missing: [],
  };
}

/** Concludes by the best verdict, with what is missing for a better one. `stopped`: why the search ended, in a sentence. */
export async function concludeJudged(
  work: Work,
  extra: readonly Missing[] = [],
  stopped: string | null = null,
): Promise<void> {
  await conclude(work, endingOf(work.session.state(), extra, stopped));
}

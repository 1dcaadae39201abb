import type { Attempt } from '../../protocol/attempt';
import type { Execution } from '../../protocol/execution';
import type { ReproductionState } from '../../protocol/reproduction/state';
import { isBeside } from '../refine/choose-turn';
import { currentRound } from '../execute/current-round';
import { redact } from '../export/redact';
import { withoutUnseen } from './boundary';
import { shortTraceback } from './short-traceback';
import { diffText } from './line-hunks';
import type { Feedback } from './prompts/script-prompt';

/** Colours and moves of a terminal say nothing to a model. */

const escapes = /\u001b\[[0-9;?]*[ -/]*[@-~]/g;

/** The last of what a run printed, errors last. */
function outputOf(execution: Execution | undefined): string {
  const result = execution?.result;
  if (!result) return 'It has not run.';
  const tail = (text: string, most: number): string => withoutUnseen(text.replace(escapes, '')).slice(-most);
  const errors = shortTraceback(result.stderr.tail.replace(escapes, ''));
  const parts = [tail(result.stdout.tail, 1_200), tail(errors, 3_000)].map((text) => text.trim());
  const printed = parts.filter((text) => text !== '').join('\n');
  const end = result.end.kind === 'exited' ? `exit code ${result.end.code}` : result.end.kind;
  return redact(`${printed === '' ? 'It printed nothing.' : printed}\n(${end})`);
}

function verdictOf({ verdict }: Attempt): string {
  if (!verdict) return '';
  const failed = verdict.rules.find(({ result }) => result === 'failed');
  return [verdict.nearMiss, failed?.evidence.at(-1)?.text, verdict.observed]
    .filter((text, at, all): text is string => typeof text === 'string' && text !== '' && all.indexOf(text) === at)
    .join('\n');
}

/** What the model's attempts and calls came to, a line each. */
function earlierOf(state: ReproductionState, parent: Attempt | null): readonly string[] {
  const lines = state.attempts
    .filter(({ edit, id }) => edit.kind === 'model' && id !== parent?.id)
    .map(({ edit, phase, verdict }) => {
      const came = verdict?.observed ?? (phase.kind === 'finished' ? phase.summary : '');
      return `${edit.reason} → ${came}`.slice(0, 400);
    });
  const told = (state.modelCalls ?? [])
    .filter(({ strategy, outcome }) => !isBeside(strategy) && outcome !== '')
    .map(({ outcome }) => outcome);
  return [...lines, ...told.map((outcome) => outcome.slice(0, 300))];
}

/** What is told of an attempt to the one that goes on from it. `before`: its parent's text, where there is one. */
export function feedbackOn(options: {
  readonly state: ReproductionState;
  readonly attempt: Attempt;
  readonly script: string;
  readonly before: string | null;
}): Feedback {
  const { state, attempt, script, before } = options;
  return {
    script,
    diff: before === null ? '' : diffText(before, script),
    output: outputOf(currentRound(state, attempt.id)[0]),
    verdict: verdictOf(attempt),
    earlier: earlierOf(state, attempt),
  };
}

import type { Evidence } from '../../protocol/verdict';
import type { SyntaxNode } from '../ports/python-parser';
import { inOutput, inScript, said } from './evidence';
import {
  failed,
  passed,
  type Answer,
  type ControlWords,
  type FinishedExecution,
  type TracedScript,
} from './judge-input';
import { cameThrough, reachedBy } from './reached-place';
import { describeEnd, shownByPlain, shownByRecorded, type JudgedSymptom, type Shown } from './shown';

/**
 * A run with the trigger removed must not show the symptom. Where none was made, that is a result of its own, and it passes
 * for the kinds that need no comparison: exception, signal, outOfMemory, hang and warning.
 */
export function judgeControl(
  symptom: JudgedSymptom,
  controls: readonly FinishedExecution[],
  shown: Shown,
  script: TracedScript,
  words: ControlWords | null = null,
  place: FailingPlace | null = null,
): Answer {
  if (controls.length === 0) {
    const why = words?.kind === 'none' ? [{ text: words.reason, reference: null }] : [];
    return { result: 'waived', evidence: [said('verdict.noControl'), ...why] };
  }
  const showing = controls.find((execution) =>
    execution.mode === 'recorded'
      ? shownByRecorded(symptom, execution, script).shown
      : shownByPlain(symptom, execution, shown),
  );
  if (showing) return failed(inOutput(showing.id, shown.observed ?? '', 'verdict.controlShows'));
  // A run that failed for another reason never came to where the symptom would show.
  const broken = controls.find((execution) => !endedWell(execution) && symptom.kind !== 'warning');
  if (broken) {
    return { result: 'notReached', evidence: [said('verdict.controlBroken', { ended: describeEnd(broken) ?? '' })] };
  }
  const past = place && controls.find((execution) => wentPast(execution, place));
  if (place && past) {
    const line = place.lines.at(-1) ?? 0;
    return { result: 'waived', evidence: [inScript(line, 'verdict.controlPast', { line })] };
  }
  const [first] = controls;
  const ended = first ? (describeEnd(first) ?? '') : '';
  return passed(
    ...whatChanged(words),
    first ? inOutput(first.id, ended, 'verdict.controlClean', { ended }) : said('verdict.noControl'),
  );
}

/** Where the judged script failed. */
export interface FailingPlace {
  readonly tree: SyntaxNode;
  readonly digest: string;
  /** Of the script's frames, outermost first, at least one. */
  readonly lines: readonly number[];
}

/** A run of the same script that is known not to have come to where it failed says nothing: it may have ended before, or left it out. */
function wentPast(execution: FinishedExecution, { tree, digest, lines }: FailingPlace): boolean {
  const reached = execution.scriptDigest === digest ? reachedBy(execution) : null;
  return reached !== null && !cameThrough(tree, lines, reached);
}

/** What a control that the product made changes, as evidence. Empty: it is the user's own. */
export function whatChanged(words: ControlWords | null): readonly Evidence[] {
  if (words?.kind !== 'made') return [];
  const { changed, neighbour } = words;
  const told = said('control.changed', { changed });
  return neighbour ? [told, said('control.neighbourClean', neighbour)] : [told];
}

function endedWell({ result }: FinishedExecution): boolean {
  return result.end.kind === 'exited' && result.end.code === 0;
}

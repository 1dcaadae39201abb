import type { Evidence } from '../../../protocol/verdict';
import type { SyntaxNode } from '../../ports/python-parser';
import { whatChanged } from '../control';
import { inOutput, said } from '../evidence';
import { failed, passed, type Answer, type ControlWords, type FinishedExecution } from '../judge-input';
import { cameTo, reachedBy } from '../reached-place';
import { describeEnd } from '../shown';
import { checkRuns } from './check-runs';
import type { Mentions } from './check-silent';
import type { Finding, SilentSymptom } from './finding';
import { valuesOf } from './values';

/** A run with the trigger removed must give the same value otherwise. That it gives none, or fails, proves nothing. */
export function controlOfValue(
  symptom: SilentSymptom,
  shown: Finding,
  controls: readonly FinishedExecution[],
  mentions: Mentions,
  words: ControlWords | null = null,
  maker: ValueMaker | null = null,
): Answer {
  if (controls.length < controlsWanted(symptom)) {
    if (words?.kind === 'none') return { result: 'notReached', evidence: [{ text: words.reason, reference: null }] };
    return {
      result: 'notReached',
      evidence: [said(controls.length === 0 ? 'silent.controlMissing' : 'silent.oneRun')],
    };
  }
  const findings = checkRuns(symptom, controls, mentions);
  for (const [index, execution] of controls.entries()) {
    const { end } = execution.result;
    if (end.kind !== 'exited' || end.code !== 0) {
      return {
        result: 'notReached',
        evidence: [said('verdict.controlBroken', { ended: describeEnd(execution) ?? '' })],
      };
    }
    const finding = findings[index];
    if (finding?.shown) {
      return failed(inOutput(execution.id, finding.basis[0]?.line ?? '', 'verdict.controlShows'));
    }
    if (!givesSameNames(shown, execution)) {
      const name = shown.basis[0]?.name ?? '';
      return { result: 'notReached', evidence: [said('silent.controlLacks', { name })] };
    }
  }
  const left = maker && controls.map((execution) => leftOut(execution, maker)).find((evidence) => evidence !== null);
  if (left) return { result: 'notReached', evidence: [left] };
  const [first] = controls;
  const observed = findings[0]?.observed ?? findings[0]?.nearMiss ?? '';
  return first
    ? passed(
        ...whatChanged(words),
        inOutput(first.id, findings[0]?.basis[0]?.line ?? '', 'verdict.controlClean', { ended: observed }),
      )
    : { result: 'notReached', evidence: [said('silent.controlMissing')] };
}

/** The statements of the judged script that the value is made by. */
export interface ValueMaker {
  readonly tree: SyntaxNode;
  readonly digest: string;
  readonly name: string;
  /** Lines of calls into a library, the project or the report, counted from 1. */
  readonly lines: readonly number[];
}

/** A run of the same script that came to less than half of what makes the value left it out; its value says nothing. Null: it did not. */
function leftOut(execution: FinishedExecution, { tree, digest, name, lines }: ValueMaker): Evidence | null {
  const reached = execution.scriptDigest === digest ? reachedBy(execution) : null;
  if (!reached || lines.length === 0) return null;
  const came = lines.filter((line) => cameTo(tree, line, reached)).length;
  return came * 2 >= lines.length ? null : said('silent.controlPast', { reached: came, total: lines.length, name });
}

/** One run alone cannot differ from others. */
export function controlsWanted(symptom: SilentSymptom): number {
  return symptom.kind === 'nonDeterminism' ? 2 : 1;
}

function givesSameNames(shown: Finding, execution: FinishedExecution): boolean {
  const { series, output } = valuesOf(execution);
  return shown.basis.every(
    ({ name, values }) =>
      series.some((other) => other.name.toLowerCase() === name.toLowerCase()) ||
      (values.length === 0 && output.includes(name)),
  );
}

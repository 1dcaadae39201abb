import type { ModelCall } from '../../../protocol/model';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import type { Symptom } from '../../../protocol/symptom';
import { exceptionOf } from '../../render/words';
import type { Case, CaseResult, Expected } from './expected';

/** Regular expressions of the cases are Python's: the flags stand in front. */
function toPattern(source: string): RegExp {
  const flags = /^\(\?([a-z]+)\)/.exec(source);
  return new RegExp(source.slice(flags?.[0].length ?? 0), `s${flags?.[1]?.includes('i') ? 'i' : ''}`);
}

function lastName(type: string): string {
  return type.split('.').at(-1) ?? type;
}

function showsException(state: ReproductionState, expected: Expected): boolean {
  const wanted = [expected.exception ?? '', ...(expected.exceptionAlternatives ?? [])].map(lastName);
  const pattern = toPattern(expected.message_regex ?? '');
  return state.executions.some((execution) => {
    if (execution.attemptId !== state.conclusion?.attemptId || execution.purpose === 'control') return false;
    const shown = execution.result ? exceptionOf(execution.result.record) : null;
    return shown !== null && wanted.includes(lastName(shown.type)) && pattern.test(shown.message);
  });
}

/** A silent symptom is right by its kind and, where it names a direction, by that. */
function isSameSilent(symptom: Symptom | undefined, expected: Expected): boolean {
  if (symptom?.kind !== expected.symptomKind) return false;
  if (!('op' in symptom)) return true;
  const direction = (op: string): string => op.charAt(0);
  return expected.metric === undefined || direction(symptom.op) === direction(expected.metric.op);
}

/** That a number is low proves little by itself: a run with the trigger removed must not show it. */
function controlFlipped({ conclusion }: ReproductionState): boolean {
  return conclusion?.verdict?.rules.some(({ rule, result }) => rule === 'control' && result === 'passed') === true;
}

function showsExpected(state: ReproductionState, expected: Expected): boolean {
  const symptom = state.symptoms.find(({ id }) => id === state.conclusion?.verdict?.symptomId);
  switch (expected.kind) {
    case 'exception':
      return showsException(state, expected);
    case 'warning':
      return (
        symptom?.kind === 'warning' &&
        toPattern(expected.message_regex ?? '').test(state.conclusion?.verdict?.observed ?? '')
      );
    case 'not-reproducible': {
      const environment = state.conclusion?.verdict?.rules.find(({ rule }) => rule === 'environment');
      return expected.reason === 'changed-upstream' && environment?.result === 'passed';
    }
    case 'silent':
    case 'low-accuracy':
    case 'slow':
      return isSameSilent(symptom, expected) && controlFlipped(state);
  }
}

function rate(state: ReproductionState, expected: Expected): CaseResult['rating'] {
  if (state.conclusion?.outcome === 'reproduced') return showsExpected(state, expected) ? 'right' : 'wrong';
  return expected.kind === 'not-reproducible' && state.conclusion?.outcome === 'notReproduced' ? 'right' : 'open';
}

function actionsTo(state: ReproductionState, attemptId: string | null): readonly string[] {
  const actions: string[] = [];
  for (let id = attemptId; id !== null;) {
    const attempt = state.attempts.find((candidate) => candidate.id === id);
    if (attempt?.edit.kind === 'editAction') actions.unshift(attempt.edit.action);
    id = attempt?.parentId ?? null;
  }
  return actions;
}

function spentOn({ modelCalls = [] }: ReproductionState): NonNullable<CaseResult['model']> {
  const sum = (of: (call: ModelCall) => number): number => modelCalls.reduce((all, call) => all + of(call), 0);
  return {
    calls: modelCalls.length,
    tokens: sum(({ inputTokens, outputTokens }) => inputTokens + outputTokens),
    seconds: Math.round(sum(({ durationMs }) => durationMs) / 100) / 10,
  };
}

/** What a concluded reproduction of a case came to, against what is known of the case. */
export function rateCase({ id, expected }: Omit<Case, 'report'>, state: ReproductionState): CaseResult {
  const { conclusion, environment } = state;
  return {
    id,
    framework: expected.framework,
    bugType: expected.bugType,
    kind: expected.kind,
    quality: expected.reportQuality,
    outcome: conclusion?.outcome ?? 'cancelled',
    rating: rate(state, expected),
    symptomKind: state.symptoms[0]?.kind ?? null,
    expectedSymptom: expected.symptomKind,
    environmentFailed: environment.ready === null && environment.failure !== null,
    observed: conclusion?.verdict?.observed ?? null,
    why: conclusion?.message ?? '',
    actions: [...actionsTo(state, conclusion?.attemptId ?? null)],
    attempts: state.attempts.length,
    executions: state.executions.length,
    seconds: Math.round((conclusion?.elapsedMs ?? 0) / 100) / 10,
    environment: environment.ready?.pythonVersion ?? null,
    ...(state.calls > 0 ? { model: spentOn(state) } : {}),
  };
}

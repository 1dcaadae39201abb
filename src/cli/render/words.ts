import type { EnvironmentResolution, ReadyEnvironment } from '../../protocol/environment';
import type { ExecutionResult, ProcessEnd } from '../../protocol/execution';
import { message } from '../../protocol/catalogue/catalogue';
import { assertNever } from '../../protocol/primitives';
import type { Symptom } from '../../protocol/symptom';
import { oneLine } from './palette';

/** `0.4 s`, `2 min 5 s`. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 9.95) return message('cli.duration.seconds', { seconds: seconds.toFixed(1) });
  const whole = Math.round(seconds);
  if (whole < 60) return message('cli.duration.seconds', { seconds: whole });
  return message('cli.duration.minutes', { minutes: Math.floor(whole / 60), seconds: whole % 60 });
}

/** A symptom in a few words, as the report prints it. */
export function symptomWords(symptom: Symptom): string {
  if (symptom.kind !== 'exception') return message(`app.symptom.${symptom.kind}`);
  const { type, message: template } = symptom;
  return oneLine(template === null ? type : `${type}: ${template.source}`, 160);
}

/** Python, then what the frameworks are: the packages that a reader looks for first. */
export function environmentWords(
  { pythonVersion, packages }: Pick<ReadyEnvironment, 'pythonVersion' | 'packages'>,
  resolution: Pick<EnvironmentResolution, 'rows'> | null,
): string {
  const asked = new Set((resolution?.rows ?? []).flatMap(({ name }) => [name, `${name}-cpu`]));
  const ordered = [...packages].sort((a, b) => Number(asked.has(b.name)) - Number(asked.has(a.name)));
  const shown = ordered.slice(0, 6).map(({ name, version }) => `${name} ${version}`);
  const rest = packages.length - shown.length;
  if (rest > 0) shown.push(message('cli.environment.more', { count: rest }));
  return [`Python ${pythonVersion}`, ...shown].join(' · ');
}

/** Where an environment comes from, as the end of a message's key. */
export function originOf({ kind, reused }: Pick<ReadyEnvironment, 'kind' | 'reused'>): 'made' | 'reused' | 'found' {
  if (kind !== 'reprise') return 'found';
  return reused ? 'reused' : 'made';
}

/** What a run showed: the exception that ended it, else how it ended. What the report says word by word is not said again. */
export function resultWords(
  { record, end }: Pick<ExecutionResult, 'record' | 'end'>,
  symptoms: readonly Symptom[],
): string {
  const thrown = exceptionOf(record);
  const reported = symptoms.some(
    (symptom) =>
      symptom.kind === 'exception' &&
      thrown?.type === symptom.type &&
      oneLine(thrown.message, 10_000) === oneLine(symptom.message?.source ?? '', 10_000),
  );
  if (thrown && reported) return message('cli.end.asReported', { type: thrown.type });
  return thrown ? oneLine(`${thrown.type}: ${thrown.message}`, 160) : endWords(end);
}

/** The exception that ended a recorded run, or null. */
export function exceptionOf(
  record: ExecutionResult['record'],
): { readonly type: string; readonly message: string } | null {
  const line = record?.lines.find((candidate) => candidate.type === 'exception');
  const first = line?.type === 'exception' ? line.chain[0] : undefined;
  return first ? { type: first.type, message: first.message } : null;
}

function endWords(end: ProcessEnd): string {
  switch (end.kind) {
    case 'exited':
      return message('cli.end.exited', { code: end.code });
    case 'signalled':
      return message('cli.end.signalled', { signal: end.signal });
    case 'timeLimit':
      return message('cli.end.timeLimit', { seconds: end.seconds });
    case 'idleLimit':
      return message('cli.end.idleLimit', { seconds: end.seconds });
    case 'memoryLimit':
    case 'outputLimit':
    case 'diskLimit':
    case 'processLimit':
      return message(`cli.end.${end.kind}`);
    case 'stopped':
      return message('cli.end.stopped');
    case 'lost':
      return message('cli.end.lost');
    case 'couldNotStart':
      return message('cli.end.couldNotStart', { reason: oneLine(end.reason, 160) });
    default:
      return assertNever(end);
  }
}

import { message } from '../../protocol/catalogue/catalogue';
import { assertNever } from '../../protocol/primitives';
import type { ExceptionRecord, RecordLineOf } from '../../protocol/record/record';
import type { Symptom } from '../../protocol/symptom';
import type { FamilyMatch } from '../symptom/match-family';
import { maskMessage } from '../symptom/mask-message';
import { matchMessage, shorten } from '../symptom/match-message';
import { nearWording } from '../symptom/near-wording';
import type { FinishedExecution, TracedScript } from './judge-input';
import { isMemoryException } from './memory-exception';
import { matchException } from './match-exception';
import { isPrintedForm } from './match-printed';
import { chainOf, headline, printedBy, warningsOf } from './observe';
import { signalOf } from './signal-of';

/** What one execution shows of a symptom. */
export interface Shown {
  readonly shown: boolean;
  /** The exception that is the symptom, where it is one. */
  readonly exception: ExceptionRecord | null;
  readonly warning: RecordLineOf<'warning'> | null;
  /** What was seen, in one line, as it would be printed. */
  readonly observed: string | null;
  readonly nearMiss: string | null;
  /** Where the exception says the reported fault in the words of another release. */
  readonly reworded?: FamilyMatch;
}

export type JudgedSymptom = Extract<Symptom, { kind: 'exception' | 'signal' | 'outOfMemory' | 'hang' | 'warning' }>;

/** Whether there is a checker for this kind of symptom. */
export function isJudged(symptom: Symptom): symptom is JudgedSymptom {
  return ['exception', 'signal', 'outOfMemory', 'hang', 'warning'].includes(symptom.kind);
}

/** Compares a recorded execution with the symptom. */
export function shownByRecorded(symptom: JudgedSymptom, execution: FinishedExecution, script: TracedScript): Shown {
  const chain = chainOf(execution);
  const observed = describeEnd(execution);
  const none = { exception: null, warning: null, observed };
  switch (symptom.kind) {
    case 'exception': {
      const { exception, nearMiss, reworded } = matchException(symptom, chain, script);
      if (!exception) return { ...none, shown: false, nearMiss: nearMiss ?? nearEnd(execution) };
      const shown = { ...none, shown: true, exception, observed: headline(exception), nearMiss: null };
      return reworded ? { ...shown, reworded } : shown;
    }
    case 'outOfMemory': {
      const exception = chain.find((item) => isMemoryException(item, symptom.where)) ?? null;
      if (exception) return { ...none, shown: true, exception, observed: headline(exception), nearMiss: null };
      const limit = symptom.where === 'host' && execution.result.end.kind === 'memoryLimit';
      return { ...none, shown: limit, nearMiss: limit ? null : nearEnd(execution) };
    }
    case 'signal': {
      const shown = signalOf(execution.result.end) === symptom.signal;
      return { ...none, shown, nearMiss: shown ? null : nearEnd(execution) };
    }
    case 'hang':
      return { ...none, ...hangOf(execution, symptom.afterSeconds) };
    case 'warning': {
      const warnings = warningsOf(execution);
      const plain = findWarning(symptom, warnings);
      const reworded = plain === null ? rewordedWarning(symptom, warnings) : null;
      const warning = plain ?? reworded?.warning ?? null;
      const printed = matchMessage(symptom.message, withoutEcho(execution.result.stderr.tail, script)).agrees;
      const seen = warning
        ? `${warning.category}: ${shorten(warning.message)}`
        : printed
          ? shorten(symptom.message.source)
          : observed;
      const shown = warning !== null || printed;
      return {
        exception: null,
        warning,
        observed: seen,
        shown,
        nearMiss: shown ? null : message('verdict.nearNoWarning'),
        ...(reworded && !printed ? { reworded: reworded.match } : {}),
      };
    }
    default:
      return assertNever(symptom);
  }
}

/** Compares a plain execution, which has only its end and its output, with what the recorded one showed. */
export function shownByPlain(symptom: JudgedSymptom, execution: FinishedExecution, recorded: Shown): boolean {
  const { end, stderr, stdout } = execution.result;
  switch (symptom.kind) {
    case 'exception':
    case 'outOfMemory': {
      const { exception } = recorded;
      if (!exception) return end.kind === 'memoryLimit';
      return printedBy(execution).some((printed) => isPrintedForm(printed, exception));
    }
    case 'signal':
      return signalOf(end) === symptom.signal;
    case 'hang':
      return hangOf(execution, symptom.afterSeconds).shown;
    case 'warning': {
      // In the words of another release it was recorded, and so it is printed.
      const words = recorded.reworded && recorded.warning ? maskMessage(recorded.warning.message) : symptom.message;
      return [stderr.tail, stdout.tail].some((text) => matchMessage(words, text).agrees);
    }
    default:
      return assertNever(symptom);
  }
}

/** What was printed without lines of the script itself, which Python shows where it cannot read them or where they failed. */
function withoutEcho(text: string, script: TracedScript): string {
  const own = new Set(script.lines.map((line) => line.trim()).filter((line) => line !== ''));
  return text
    .split('\n')
    .filter((line) => !own.has(line.trim()))
    .join('\n');
}

function findWarning(
  symptom: Extract<Symptom, { kind: 'warning' }>,
  warnings: readonly RecordLineOf<'warning'>[],
): RecordLineOf<'warning'> | null {
  return (
    warnings.find(
      (line) =>
        (symptom.category === null || line.channel === 'logging' || line.category === symptom.category) &&
        matchMessage(symptom.message, line.message).agrees,
    ) ?? null
  );
}

/** A warning of the same class that says the reported one in the words of another release. */
function rewordedWarning(
  symptom: Extract<Symptom, { kind: 'warning' }>,
  warnings: readonly RecordLineOf<'warning'>[],
): { readonly warning: RecordLineOf<'warning'>; readonly match: FamilyMatch } | null {
  for (const warning of warnings) {
    if (symptom.category !== null && warning.channel !== 'logging' && warning.category !== symptom.category) continue;
    const library = warning.frame?.distribution?.name ?? 'Python';
    const match = nearWording({
      reported: symptom.message.source,
      observed: warning.message,
      library,
    });
    if (match) return { warning, match };
  }
  return null;
}

/** A hang is told from slowness by its silence: it reached the limit of time and printed nothing. */
function hangOf(
  execution: FinishedExecution,
  afterSeconds: number | null,
): { shown: boolean; nearMiss: string | null } {
  const { end, stdout, stderr } = execution.result;
  if (end.kind !== 'timeLimit') return { shown: false, nearMiss: nearEnd(execution) };
  if (afterSeconds !== null && end.seconds < afterSeconds) {
    return { shown: false, nearMiss: message('verdict.nearShortHang', { seconds: end.seconds, wanted: afterSeconds }) };
  }
  const bytes = stdout.bytes + stderr.bytes;
  return bytes === 0
    ? { shown: true, nearMiss: null }
    : { shown: false, nearMiss: message('verdict.nearTalkativeHang', { bytes }) };
}

export function describeEnd(execution: FinishedExecution): string | null {
  const [ended] = chainOf(execution);
  if (ended) return headline(ended);
  const { end } = execution.result;
  switch (end.kind) {
    case 'exited':
      return message('verdict.endedWithCode', { code: end.code });
    case 'signalled':
      return message('verdict.endedBySignal', { signal: end.signal });
    case 'timeLimit':
      return message('verdict.endedByTime', { seconds: end.seconds });
    case 'idleLimit':
      return message('verdict.endedBySilence', { seconds: end.seconds });
    case 'memoryLimit':
      return message('verdict.endedByMemory');
    case 'outputLimit':
    case 'processLimit':
    case 'diskLimit':
      return message('verdict.endedByLimit');
    case 'couldNotStart':
      return end.reason;
    case 'stopped':
    case 'lost':
      return null;
    default:
      return assertNever(end);
  }
}

function nearEnd(execution: FinishedExecution): string {
  const observed = describeEnd(execution) ?? '';
  return message('verdict.nearOtherEnd', { observed });
}

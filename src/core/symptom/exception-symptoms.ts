import type { PrintedException, PrintedFrame, ReportReadOut } from '../../protocol/report';
import type { BlamedPlace, ExceptionSymptom } from '../../protocol/symptom';
import type { FoundSymptom } from './find-symptoms';
import { innerFrames } from '../report/inner-frames';
import { isLibraryFile } from './is-library-file';
import { maskMessage } from './mask-message';
import { wordsOf } from './message-tokens';

/** One symptom for each exception that ended something; causes are kept where nothing else is. */
export function exceptionSymptoms(readOut: ReportReadOut): FoundSymptom[] {
  // An exception group says only that something failed; its members say what.
  const ended = readOut.exceptions.filter(({ relation }) => relation === 'raised' || relation === 'member');
  const seen = new Set<string>();
  const found: FoundSymptom[] = [];
  for (const exception of ended) {
    if (/Warning$|(?:UnfilteredStackTrace|JaxStackTraceBeforeTransformation)$/.test(exception.type)) continue;
    const key = `${lastName(exception.type)}: ${exception.message.replace(/\s+/g, ' ').slice(0, 200)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const isEcho = isInTitle(exception, readOut) && ended.some((other) => isSaidFully(other, exception, readOut));
    const own = isEcho ? ECHO : confidenceOf(exception, readOut.title);
    found.push(toSymptom(exception, own - (isGroup(exception) ? 0.2 : 0)));
  }
  return found;
}

/** A title tells an error in its own words, beside what was printed. */
const ECHO = 0.6;

function isInTitle({ span }: PrintedException, { titleSpan }: ReportReadOut): boolean {
  return titleSpan !== null && titleSpan.start <= span.start && span.end <= titleSpan.end + 1;
}

/** Whether the report prints below its title what the title tells: the same class. */
function isSaidFully(other: PrintedException, told: PrintedException, readOut: ReportReadOut): boolean {
  return !isInTitle(other, readOut) && lastName(other.type) === lastName(told.type) && other.message !== '';
}

/** Nothing but a person at the keyboard ends a program so: what it did until then did not end. */
const BROKEN_OFF = 0.55;

function toSymptom(exception: PrintedException, confidence: number): FoundSymptom {
  if (lastName(exception.type) === 'KeyboardInterrupt') {
    return { kind: 'hang', afterSeconds: null, confidence: BROKEN_OFF, span: exception.span };
  }
  const memory = memoryOf(exception);
  if (memory) return { kind: 'outOfMemory', where: memory, confidence, span: exception.span };
  return {
    kind: 'exception',
    type: exception.type,
    message: exception.message === '' ? null : maskMessage(exception.message),
    // What a wrapper holds is nearer to the fault than where the wrapper stands.
    blamed: blamedPlace([...exception.frames, ...innerFrames(exception.message)]),
    phase: phaseOf(exception),
    confidence,
    span: exception.span,
  };
}

function isGroup({ type }: PrintedException): boolean {
  return /ExceptionGroup$/.test(type);
}

/** Printed with its traceback is surest; one that the title speaks of goes before others. */
function confidenceOf(exception: PrintedException, title: string): number {
  const base = exception.frames.length > 0 ? 0.95 : 0.9;
  const words = new Set(wordsOf(`${exception.type} ${exception.message}`));
  const named = wordsOf(title).filter((word) => word.length > 3 && words.has(word)).length;
  return Math.min(1, base + Math.min(named, 5) * 0.01);
}

/** The innermost library frame, and the reporter's own innermost line. */
function blamedPlace(frames: readonly PrintedFrame[]): BlamedPlace | null {
  const inLibrary = [...frames].reverse().find((frame) => isLibraryFile(frame.file));
  const own = [...frames].reverse().find((frame) => !isLibraryFile(frame.file) && frame.code !== null);
  if (!inLibrary && !own) return null;
  return { file: inLibrary?.file ?? null, function: inLibrary?.function ?? null, code: own?.code ?? null };
}

function memoryOf(exception: PrintedException): 'host' | 'gpu' | null {
  if (lastName(exception.type) === 'MemoryError') return 'host';
  if (
    /CUDA out of memory|CUDA error: out of memory|OOM when allocating|CUDNN_STATUS_ALLOC_FAILED/i.test(
      exception.message,
    )
  ) {
    return 'gpu';
  }
  if (/can't allocate memory|not enough memory|Unable to allocate/i.test(exception.message)) return 'host';
  return lastName(exception.type) === 'OutOfMemoryError' ? 'gpu' : null;
}

/** Where in a program's course the call stands, by its name. A data table. */
const phases: readonly (readonly [NonNullable<ExceptionSymptom['phase']>, RegExp])[] = [
  [
    'load',
    /\b(?:load_model|load_weights|load_state_dict|from_pretrained|load_checkpoint|torch\.load|load_from_checkpoint)\b/,
  ],
  ['save', /\b(?:save_model|save_weights|save_pretrained|torch\.save|model\.save|save_checkpoint|export)\b/],
  ['train', /\b(?:fit|fit_generator|train|training_step|train_on_batch|backward|optimizer\.step|apply_gradients)\b/],
  ['predict', /\b(?:predict|evaluate|generate|inference|test_step|validation_step)\b/],
  ['build', /\b(?:Sequential|add|compile|build|__init__|Model|Conv\w*|Dense|Linear)\b/],
];

function phaseOf(exception: PrintedException): ExceptionSymptom['phase'] {
  if (/^(?:ImportError|ModuleNotFoundError)$/.test(lastName(exception.type))) return 'import';
  const codes = exception.frames.map((frame) => `${frame.function ?? ''} ${frame.code ?? ''}`);
  return phases.find(([, pattern]) => codes.some((code) => pattern.test(code)))?.[0] ?? null;
}

export function lastName(type: string): string {
  return type.split('.').at(-1) ?? type;
}

import { message } from '../../protocol/catalogue/catalogue';
import type { ExceptionRecord } from '../../protocol/record/record';
import type { ExceptionSymptom } from '../../protocol/symptom';
import { lastName } from '../symptom/exception-symptoms';
import { matchFamily, type FamilyMatch } from '../symptom/match-family';
import { matchMessage } from '../symptom/match-message';
import { nearWording } from '../symptom/near-wording';
import { ANY_EXCEPTION } from '../symptom/told-exceptions';
import { innerTypes } from '../symptom/unwrap-message';
import { headline } from './observe';
import type { TracedScript } from './judge-input';

/** Names that are one class, or that one release renamed. A data table. */
const sameClass: readonly (readonly string[])[] = [
  ['OSError', 'IOError', 'EnvironmentError', 'WindowsError'],
  ['ImportError', 'ModuleNotFoundError'],
];

interface ExceptionMatch {
  readonly exception: ExceptionRecord | null;
  /** What differs, where the nearest exception of the chain is not the reported one. */
  readonly nearMiss: string | null;
  /** Set where the exception says the reported fault in the words of another release. */
  readonly reworded: FamilyMatch | null;
}

/**
 * Finds the reported exception in a chain: its class or a subclass of it, and a message that agrees; else one that the table
 * of message families knows as the same fault in other words.
 */
export function matchException(
  symptom: ExceptionSymptom,
  chain: readonly ExceptionRecord[],
  script: TracedScript,
): ExceptionMatch {
  let nearest: { readonly text: string; readonly likeness: number } | null = null;
  for (const exception of chain) {
    const type = compareType(symptom.type, exception, script);
    const text = symptom.message ? matchMessage(symptom.message, exception.message) : null;
    const agrees = text ? text.agrees : isWhereBlamed(symptom, exception, type);
    if (agrees && type !== 'other' && type !== 'namesake') return { exception, nearMiss: null, reworded: null };
    const likeness = (type === 'other' ? 0 : 1) + (text?.likeness ?? 0);
    if (nearest === null || likeness > nearest.likeness) {
      nearest = { likeness, text: describe(symptom, exception, type, text?.differences ?? [], agrees) };
    }
  }
  for (const exception of chain) {
    const reworded = isOurClass(exception, script)
      ? null
      : (familyOf(symptom, exception) ?? nearOf(symptom, exception, script));
    if (reworded?.agrees) return { exception, nearMiss: null, reworded };
  }
  return { exception: null, nearMiss: nearest?.text ?? null, reworded: null };
}

function familyOf(symptom: ExceptionSymptom, exception: ExceptionRecord): FamilyMatch | null {
  if (!symptom.message) return null;
  return matchFamily({
    reported: { type: symptom.type, message: symptom.message.source },
    observed: { type: exception.type, message: exception.message },
  });
}

/** The same class, and nearly the same words: what another release makes of a message that no table knows. */
function nearOf(symptom: ExceptionSymptom, exception: ExceptionRecord, script: TracedScript): FamilyMatch | null {
  const type = compareType(symptom.type, exception, script);
  if (!symptom.message || (type !== 'same' && type !== 'subclass')) return null;
  const [root = ''] = (exception.module ?? '').split('.');
  const library = /^(?:builtins|__main__)?$/.test(root) ? 'Python' : root;
  return nearWording({ reported: symptom.message.source, observed: exception.message, library });
}

/** Faults of a script or an environment that is not whole yet; a report that names no class does not mean them. */
const notWhole =
  /^(?:NameError|UnboundLocalError|ImportError|ModuleNotFoundError|SyntaxError|IndentationError|TabError|FileNotFoundError)$/;

/**
 * Without a message a class has to be the reported one. Where the report only tells that a call fails, a frame has to stand
 * in that call; a report that names neither class nor call is not matched by anything.
 */
function isWhereBlamed(symptom: ExceptionSymptom, exception: ExceptionRecord, type: TypeMatch): boolean {
  const { blamed } = symptom;
  const isAny = symptom.type === ANY_EXCEPTION;
  if (isAny ? type === 'other' || notWhole.test(exception.type) : type !== 'same') return false;
  if (blamed === null || blamed.function === null || blamed.file !== null) return type === 'same';
  const name = blamed.function;
  return exception.frames.some((frame) => frame.function === name || (frame.code ?? '').split(/\W+/).includes(name));
}

type TypeMatch = 'same' | 'subclass' | 'other' | 'namesake';

function compareType(reported: string, exception: ExceptionRecord, script: TracedScript): TypeMatch {
  const wanted = namesOf(lastName(reported));
  if (isOurClass(exception, script)) return wanted.includes(exception.type) ? 'namesake' : 'other';
  if (wanted.includes(exception.type)) return 'same';
  if (exception.bases.some((base) => wanted.includes(base))) return 'subclass';
  return innerTypes(exception.message).some((name) => wanted.includes(name)) ? 'subclass' : 'other';
}

/** A class that one of our own lines defines only looks like the reported one. */
function isOurClass(exception: ExceptionRecord, script: TracedScript): boolean {
  if (exception.module !== '__main__') return false;
  const definition = new RegExp(
    String.raw`^\s*class\s+${exception.type.replace(/\W/g, '')}\b|\b${exception.type.replace(/\W/g, '')}\s*=|type\(\s*['"]`,
  );
  const at = script.lines.findIndex((line) => definition.test(line));
  return at < 0 || script.provenance[at]?.origin === 'ours';
}

function describe(
  symptom: ExceptionSymptom,
  exception: ExceptionRecord,
  type: TypeMatch,
  differences: readonly string[],
  agrees: boolean,
): string {
  const observed = headline(exception);
  if (type === 'namesake') return message('verdict.nearNamesake', { type: exception.type });
  if (type === 'other' && agrees && symptom.message) {
    return message('verdict.nearOtherType', { reported: lastName(symptom.type), observed });
  }
  if (type === 'other') return message('verdict.nearOtherException', { observed });
  return message('verdict.nearOtherMessage', { type: exception.type, differences: differences.join(' ') });
}

export function namesOf(name: string): readonly string[] {
  return sameClass.find((names) => names.includes(name)) ?? [name];
}

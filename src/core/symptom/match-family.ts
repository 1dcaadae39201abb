import { message } from '../../protocol/catalogue/catalogue';
import { findWordings, type FoundWording } from './message-families';

interface SaidException {
  /** Class name without its module; `Exception` stands for any. */
  readonly type: string;
  readonly message: string;
}

/** How an observed exception says the reported fault in other words. `differences` are sentences; empty where it agrees. */
export interface FamilyMatch {
  readonly family: string;
  /** What went wrong, in the table's words. */
  readonly fault: string;
  /** The library whose words were observed. */
  readonly package: string;
  readonly agrees: boolean;
  readonly differences: readonly string[];
  /** A sentence: the same fault, in the words of which library and release. */
  readonly sentence: string;
}

/**
 * Whether two exceptions are one fault in the words of two releases, by the table of message families. Both must stand in
 * one family with classes that it names; values that both wordings give must be the same. Null: no family holds both.
 */
export function matchFamily(pair: {
  readonly reported: SaidException;
  readonly observed: SaidException;
}): FamilyMatch | null {
  const reported = mostSpecific(
    findWordings(pair.reported.message).filter((found) => mayBe(found, pair.reported.type)),
  );
  const observed = findWordings(pair.observed.message).filter((found) => mayBe(found, pair.observed.type));
  let nearest: FamilyMatch | null = null;
  for (const one of reported) {
    for (const other of observed) {
      if (one.family.id !== other.family.id) continue;
      const differences = compareValues(one, other);
      const match: FamilyMatch = {
        family: one.family.id,
        fault: one.family.fault,
        package: other.wording.package,
        agrees: differences.length === 0,
        differences,
        sentence: message('symptom.reworded', { fault: one.family.fault, library: libraryOf(other) }),
      };
      if (match.agrees) return match;
      nearest ??= match;
    }
  }
  return nearest;
}

/** A general wording says less than a special one that stands in the same message. */
function mostSpecific(found: readonly FoundWording[]): FoundWording[] {
  const most = found.reduce((best, { literal }) => Math.max(best, literal), 0);
  return found.filter(({ literal }) => literal === most);
}

function mayBe({ wording }: FoundWording, type: string): boolean {
  const name = type.split('.').at(-1) ?? type;
  return name === 'Exception' || wording.types.includes(name);
}

function compareValues(reported: FoundWording, observed: FoundWording): string[] {
  const bothTellBatch = Object.entries(reported.values).some(
    ([name, { value }]) => hasOpenBatch(value) && hasOpenBatch(observed.values[name]?.value ?? ''),
  );
  return Object.entries(reported.values).flatMap(([name, { kind, value }]) => {
    const other = observed.values[name];
    if (!other || kind === 'text' || other.kind !== kind || isSame(kind, [value, other.value], bothTellBatch))
      return [];
    return [message('symptom.otherValue', { reported: value, observed: other.value })];
  });
}

/** Whether a shape begins with a size that is not known. */
function hasOpenBatch(shape: string): boolean {
  return /^[([]\s*(?:\?|None)\s*[,)\]]/.test(shape);
}

/**
 * Sizes that are not known agree with any; a shape may be told with or without its batch dimension. Where both messages tell
 * it of one shape, neither leaves it out: `(None,)` is no `(None, 1)`, and `(28, 1)` is no `(None, 28, 1)`.
 */
function isSame(kind: string, [one, other]: readonly [string, string], bothTellBatch: boolean): boolean {
  if (!/^(?:shape|number|samples|labels)$/.test(kind)) return one.toLowerCase() === other.toLowerCase();
  const sizes = (text: string): string[] => (text.match(/-?\d+|\?|None/g) ?? []).reverse();
  const [left, right] = [sizes(one), sizes(other)];
  if (Math.abs(left.length - right.length) > (bothTellBatch ? 0 : 1)) return false;
  // One label a sample: Keras 2 told it as `(1,)`, without the samples; later releases tell the samples alone.
  const isOneEach = (a: readonly string[], b: readonly string[]): boolean => a.join() === '1' && b.length === 1;
  if (kind === 'labels' && !bothTellBatch && (isOneEach(left, right) || isOneEach(right, left))) return true;
  // Of as many axes, the first one counts samples: all of them, or those of one batch.
  const compared = kind === 'samples' && left.length === right.length ? left.slice(0, -1) : left;
  return compared.every((size, at) => {
    const against = right[at];
    return against === undefined || size === against || [size, against].some((part) => part === '?' || part === 'None');
  });
}

function libraryOf({ wording }: FoundWording): string {
  if (wording.from !== null)
    return message('symptom.rewordedSince', { library: wording.package, release: wording.from });
  return wording.package;
}

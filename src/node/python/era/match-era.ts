import { weigh } from '../resolve/releases-meeting';
import type { EraEvidence, EraFact } from './era-facts';
import { findArguments } from './find-arguments';
import { findNames, speaksOf, withoutComments } from './find-names';

/** The releases of a distribution that code and messages speak of. */
export interface Era {
  readonly of: string;
  /** First release in range; null: open. */
  readonly from: string | null;
  /** First release after the range; null: open. */
  readonly before: string | null;
  /** The facts that set the two ends, the strongest first. */
  readonly facts: readonly EraFact[];
}

/** What was printed was run. What stands in code may be what did not work, and a keyword is the weakest. */
const strength: Readonly<Record<EraFact['kind'], number>> = { message: 3, name: 2, method: 1, argument: 1 };

/**
 * Joins the facts that the evidence holds to one range a distribution. A fact that leaves nothing of the range of
 * stronger ones is passed over: the reporter's code need not run where it was tried.
 */
export function matchEras(facts: readonly EraFact[], evidence: EraEvidence): readonly Era[] {
  const holds = evidenceReader(evidence);
  const eras = new Map<string, Era>();
  const byStrength = [...facts].sort((a, b) => strength[b.kind] - strength[a.kind]);
  for (const fact of byStrength) {
    if (!holds(fact)) continue;
    const era = eras.get(fact.of) ?? { of: fact.of, from: null, before: null, facts: [] };
    const from = later(era.from, fact.came);
    const before = earlier(era.before, fact.went);
    if (from !== null && before !== null && weigh(from) >= weigh(before)) continue;
    if (from === era.from && before === era.before) continue;
    eras.set(fact.of, { of: fact.of, from, before, facts: [...era.facts, fact] });
  }
  return [...eras.values()];
}

/** `>=1.1.0,<1.2.0`; empty where both ends are open. */
export function specifierOfEra({ from, before }: Era): string {
  return [from === null ? [] : `>=${from}`, before === null ? [] : `<${before}`].flat().join(',');
}

export function later(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return weigh(b) > weigh(a) ? b : a;
}

export function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return weigh(b) < weigh(a) ? b : a;
}

export function evidenceReader(evidence: EraEvidence): (fact: EraFact) => boolean {
  const code = evidence.code.map(withoutComments).join('\n');
  const names = findNames(code);
  const keywords = findArguments(code);
  const says = messageReader(evidence.text);
  return (fact) => {
    switch (fact.kind) {
      case 'name':
        return speaksOf(names, fact.text);
      case 'method':
        return code.includes(`.${fact.text}(`);
      case 'argument':
        return keywords.has(`${fact.call}(${fact.text}`);
      case 'message':
        return says(fact.text);
    }
  };
}

/** Whether a text holds a message, in which `*` stands for what changes. */
export function messageReader(evidence: string): (message: string) => boolean {
  // Messages are broken anywhere by the terminals that they were copied from.
  const text = evidence.replace(/\s+/g, ' ');
  return (message) => includesInOrder(text, message.split('*'));
}

/** Between two pieces of one message lies no more than this. */
const LONGEST_GAP = 80;

/** Whether the pieces stand in the text one after another, close together. */
function includesInOrder(text: string, pieces: readonly string[]): boolean {
  const [first = '', ...others] = pieces;
  for (let start = text.indexOf(first); start >= 0; start = text.indexOf(first, start + 1)) {
    let end = start + first.length;
    const isWhole = others.every((piece) => {
      const next = text.slice(end, end + LONGEST_GAP + piece.length).indexOf(piece);
      if (next < 0) return false;
      end += next + piece.length;
      return true;
    });
    if (isWhole) return true;
  }
  return false;
}

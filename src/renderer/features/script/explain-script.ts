import type { ScriptFacts, WantedFacts } from '../../../protocol/script-facts';

/** Asks the host about a place in a text. Null: it did not answer. */
export type Explain = (text: string, wanted: WantedFacts) => Promise<ScriptFacts | null>;

/** Answers that are kept; the oldest goes first. */
const MOST_KEPT = 300;

/** Keeps answers as long as the text around the line of the question is the same, so that typing on does not ask again. */
export function keepFacts(explain: Explain): Explain {
  const kept = new Map<string, ScriptFacts>();
  return async (text, wanted) => {
    const { line, ...asked } = wanted;
    const around = text.split('\n').filter((_, at) => at !== line - 1);
    const key = JSON.stringify([asked, around]);
    const before = kept.get(key);
    if (before) return before;
    const facts = await explain(text, wanted);
    if (facts === null || facts.kind === 'notAsked') return facts;
    kept.set(key, facts);
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(oldest);
    }
    return facts;
  };
}

type Described = Extract<ScriptFacts, { kind: 'described' }>;

/** How it is called, or what it is, on one line. */
export function headOf({ name, signature, what, shown }: Described): string {
  if (signature !== null) return `${name}${signature}`;
  if (shown !== null) return `${name} = ${shown}`;
  return what === 'value' || what === 'function' ? name : `${what} ${name}`;
}

/** Text as Markdown that shows it letter by letter. */
export function plainly(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, (letter) =>
    letter === '<' ? '&lt;' : letter === '&' ? '&amp;' : `\\${letter}`,
  );
}

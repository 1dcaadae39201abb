import type { PythonParser } from '../ports/python-parser';
import type { Cancellation } from '../ports/cancellation';
import { compareOrder, passes, type Reduction } from './reductions';
import { tidyScript } from './tidy-script';

export interface MinimiseOptions {
  readonly text: string;
  readonly parser: PythonParser;
  /** Whether a candidate still has the same verdict, by a real run. Never asked twice about one text. */
  readonly holds: (text: string) => Promise<boolean>;
  /** Most runs. */
  readonly runs: number;
  /** True once the time is used up. */
  readonly isLate: () => boolean;
  readonly signal: Cancellation;
  /** How many candidates may run side by side. */
  readonly width: number;
  /** Told after each step that held. */
  readonly onBetter?: (text: string, runs: number) => void;
}

export interface Minimised {
  /** The shortest text that held; the given one where none did. */
  readonly text: string;
  readonly runs: number;
  readonly why: 'smallest' | 'runs' | 'time' | 'stopped';
}

/** A sweep through all passes that finds nothing ends it; more than these never paid. */
const MOST_SWEEPS = 6;

/**
 * Takes away what is not needed for the verdict: hierarchical delta debugging (Misherghi and Su, 2006) over the syntax tree, pass by pass, with
 * a real run for each candidate. Deterministic for one answer of `holds`. Never throws for what candidates do.
 */
export async function minimiseScript(options: MinimiseOptions): Promise<Minimised> {
  const { parser, holds, signal } = options;
  const known = new Map<string, boolean>([[options.text, true]]);
  let text = options.text;
  let runs = 0;

  const spent = (): Minimised['why'] | null => {
    if (signal.aborted) return 'stopped';
    if (runs >= options.runs) return 'runs';
    return options.isLate() ? 'time' : null;
  };
  const ask = async (candidate: string): Promise<boolean> => {
    const before = known.get(candidate);
    if (before !== undefined) return before;
    runs += 1;
    const answer = await holds(candidate);
    // What a stop cut off says nothing.
    if (!signal.aborted) known.set(candidate, answer);
    return answer && !signal.aborted;
  };
  const better = (candidate: string): void => {
    text = candidate;
    options.onBetter?.(text, runs);
  };

  const tidy = tidyScript(text, parser);
  if (tidy !== text && spent() === null && (await ask(tidy))) better(tidy);
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep += 1) {
    const before = text;
    for (const pass of passes) {
      let from: readonly number[] = [];
      for (;;) {
        const why = spent();
        if (why !== null) return { text, runs, why };
        const open = pass(text, parser).filter(
          (candidate) =>
            (from.length === 0 || compareOrder(candidate.order, from) >= 0) &&
            known.get(candidate.text) !== false &&
            candidate.text.length <= text.length &&
            candidate.text !== text,
        );
        const held = await firstThatHolds(open, options, ask, spent);
        if (held === null) break;
        better(held.text);
        from = held.order;
      }
      const why = spent();
      if (why !== null) return { text, runs, why };
    }
    if (text === before) break;
  }
  const last = tidyScript(text, parser);
  if (last !== text && (await ask(last))) better(last);
  return { text, runs, why: spent() ?? 'smallest' };
}

/** The first in order that holds. Several are tried at once, as if those before failed, which most do. */
async function firstThatHolds(
  candidates: readonly Reduction[],
  { width, parser }: Pick<MinimiseOptions, 'width' | 'parser'>,
  ask: (text: string) => Promise<boolean>,
  spent: () => string | null,
): Promise<Reduction | null> {
  let at = 0;
  while (at < candidates.length && spent() === null) {
    const batch: Reduction[] = [];
    for (; at < candidates.length && batch.length < width; at += 1) {
      const candidate = candidates[at];
      // Parsed only now: most are never reached.
      if (candidate && !parser.parse(candidate.text).hasError) batch.push(candidate);
    }
    const answers = await Promise.all(batch.map(({ text }) => ask(text)));
    const held = batch[answers.indexOf(true)];
    if (held) return held;
  }
  return null;
}

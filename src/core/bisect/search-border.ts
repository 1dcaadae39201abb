import type { BisectAnswer } from '../../protocol/bisection';
import { chooseProbes } from './choose-probes';

/** `confirm`: the release lies at the border that was found, and runs once more. */
export type ProbePurpose = 'end' | 'search' | 'confirm';

export interface BorderSearch {
  /** Index of the older end; releases are told by their index, the oldest first. Null: the nearest clean one is looked for, in steps that double. */
  readonly older: number | null;
  readonly newer: number;
  /** came: the older end is said to be clean and the newer one to show it. went: the other way round. */
  readonly change: 'came' | 'went';
  /** Looks at one release. What was seen to show it does so from then on; a clean one may be seen to show it when it is looked at again. */
  readonly probe: (index: number, purpose: ProbePurpose) => Promise<BisectAnswer>;
  /** Releases that are tried at once; at least 1. */
  readonly width: number;
}

export type FoundBorder =
  | { readonly kind: 'found'; readonly older: number; readonly newer: number }
  | {
      readonly kind: 'contradicted';
      readonly index: number;
      readonly said: BisectAnswer;
      readonly answer: BisectAnswer;
    }
  | { readonly kind: 'noGood'; readonly oldest: number };

/** Two releases that answer differently. */
interface Border {
  readonly older: number;
  readonly newer: number;
}

/**
 * Finds two releases that answer differently with nothing testable between them. For a history that changes once it is the change; with
 * both ends given it takes the two ends, at most `ceil(log2(newer - older))` answers from between, one more for each release that cannot be
 * tested, and one confirmation of each border.
 */
export async function searchBorder(search: BorderSearch): Promise<FoundBorder> {
  const { change, probe } = search;
  const isCame = change === 'came';
  const said = { older: isCame ? 'clean' : 'shows', newer: isCame ? 'shows' : 'clean' } as const;
  const answers = new Map<number, BisectAnswer>();
  const ask = async (index: number, purpose: ProbePurpose): Promise<BisectAnswer> => {
    const answer = await probe(index, purpose);
    answers.set(index, answer);
    return answer;
  };

  const atNewer = await ask(search.newer, 'end');
  if (atNewer !== said.newer) return { kind: 'contradicted', index: search.newer, said: said.newer, answer: atNewer };
  let border: Border;
  if (search.older === null) {
    const reached = await stepBack(search.newer, ask);
    if (reached.clean === null) return { kind: 'noGood', oldest: reached.showing };
    border = { older: reached.clean, newer: reached.showing };
  } else {
    const atOlder = await ask(search.older, 'end');
    if (atOlder !== said.older) return { kind: 'contradicted', index: search.older, said: said.older, answer: atOlder };
    border = { older: search.older, newer: search.newer };
  }

  for (;;) {
    border = await narrow(border, { said, answers, ask, width: search.width });
    const clean = isCame ? border.older : border.newer;
    const again = await ask(clean, 'confirm');
    if (again === 'clean') {
      await ask(isCame ? border.newer : border.older, 'confirm');
      return { kind: 'found', ...border };
    }
    // It had just not shown it: the change lies on its other side.
    const further = [...answers]
      .filter(([index, answer]) => answer === 'clean' && (isCame ? index < clean : index > clean))
      .map(([index]) => index)
      .sort((a, b) => (isCame ? b - a : a - b))[0];
    if (further === undefined) return { kind: 'contradicted', index: clean, said: 'clean', answer: again };
    border = isCame ? { older: further, newer: clean } : { older: clean, newer: further };
  }
}

type Ask = (index: number, purpose: ProbePurpose) => Promise<BisectAnswer>;

/** Goes back from a release that shows it, 1, 2, 4, … releases at a time. Null: nothing older is known to be clean. */
async function stepBack(from: number, ask: Ask): Promise<{ readonly clean: number | null; readonly showing: number }> {
  let showing = from;
  for (let step = 1, at = from - 1; at >= 0; step *= 2, at = at === 0 ? -1 : Math.max(0, from - step)) {
    const answer = await ask(at, 'search');
    if (answer === 'clean') return { clean: at, showing };
    if (answer === 'shows') showing = at;
  }
  return { clean: null, showing };
}

/** Halves what lies between two releases until nothing there can be tested any more. */
async function narrow(
  border: Border,
  options: {
    readonly said: { readonly older: BisectAnswer; readonly newer: BisectAnswer };
    readonly answers: ReadonlyMap<number, BisectAnswer>;
    readonly ask: Ask;
    readonly width: number;
  },
): Promise<Border> {
  const { said, answers, ask, width } = options;
  let { older, newer } = border;
  let passedOver = 0;
  for (;;) {
    const open: number[] = [];
    for (let index = older + 1; index < newer; index++) if (answers.get(index) !== 'untestable') open.push(index);
    if (open.length === 0) return { older, newer };
    const chosen = chooseProbes(open, width, passedOver);
    await Promise.all(chosen.map((index) => ask(index, 'search')));
    for (const index of chosen) {
      const answer = answers.get(index);
      // What lies beyond a border that moved in the meantime decides nothing.
      if (index <= older || index >= newer) continue;
      if (answer === said.older) older = index;
      else if (answer === said.newer) newer = index;
    }
    passedOver = chosen.every((index) => answers.get(index) === 'untestable') ? passedOver + 1 : 0;
  }
}

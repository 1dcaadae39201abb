import type { CaseResult } from './expected';

/** How a case moved from one evaluation to the next. */
export interface Move {
  readonly id: string;
  readonly from: CaseResult['rating'];
  readonly to: CaseResult['rating'];
  /** Why it ended so in the later one, for people. */
  readonly why: string;
}

/** Figures over the cases that both evaluations hold. */
interface Figures {
  readonly right: number;
  readonly wrong: number;
  readonly executions: number;
  readonly seconds: number;
  readonly calls: number;
}

export interface Comparison {
  readonly both: number;
  readonly before: Figures;
  readonly after: Figures;
  /** Cases that came out worse, in the order of the later evaluation: right that no longer is, or wrong that was not. */
  readonly regressions: readonly Move[];
  readonly gains: readonly Move[];
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
}

const rank: Readonly<Record<CaseResult['rating'], number>> = { wrong: 0, open: 1, right: 2 };

function figuresOf(results: readonly CaseResult[]): Figures {
  const sum = (of: (result: CaseResult) => number): number => results.reduce((all, result) => all + of(result), 0);
  return {
    right: results.filter(({ rating }) => rating === 'right').length,
    wrong: results.filter(({ rating }) => rating === 'wrong').length,
    executions: sum(({ executions }) => executions),
    seconds: Math.round(sum(({ seconds }) => seconds)),
    calls: sum(({ model }) => model?.calls ?? 0),
  };
}

/** Sets a later evaluation against an earlier one, case by case. A case that only one of them holds counts for neither. */
export function compareResults(options: {
  readonly before: readonly CaseResult[];
  readonly after: readonly CaseResult[];
}): Comparison {
  const earlier = new Map(options.before.map((result) => [result.id, result]));
  const later = new Set(options.after.map(({ id }) => id));
  const after = options.after.filter(({ id }) => earlier.has(id));
  const moves = after.flatMap(({ id, rating: to, why }): readonly Move[] => {
    const from = earlier.get(id)?.rating ?? to;
    return from === to ? [] : [{ id, from, to, why }];
  });
  return {
    both: after.length,
    before: figuresOf(options.before.filter(({ id }) => later.has(id))),
    after: figuresOf(after),
    regressions: moves.filter(({ from, to }) => rank[to] < rank[from]),
    gains: moves.filter(({ from, to }) => rank[to] > rank[from]),
    onlyBefore: options.before.filter(({ id }) => !later.has(id)).map(({ id }) => id),
    onlyAfter: options.after.filter(({ id }) => !earlier.has(id)).map(({ id }) => id),
  };
}

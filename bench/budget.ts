import { z } from 'zod';

/** `ratio` is one measure over another of the same run; `share` a part of 1. */
export const Unit = z.enum(['ms', 's', 'ratio', 'share', 'kB', 'MB', 'count']);
export type Unit = z.infer<typeof Unit>;

const Goal = z
  .strictObject({ most: z.number().optional(), least: z.number().optional(), unit: Unit })
  .refine(({ most, least }) => (most === undefined) !== (least === undefined), 'either most or least');
export type Goal = z.infer<typeof Goal>;

export const Figure = z.object({ name: z.string(), value: z.number().nullable(), unit: Unit });
export type Figure = z.infer<typeof Figure>;

/** Goals by the names of figures. Throws where the text is no budget. */
export function readBudget(text: string): ReadonlyMap<string, Goal> {
  return new Map(Object.entries(z.record(z.string(), Goal).parse(JSON.parse(text))));
}

/** Figures of a run, one a line. */
export function readFigures(text: string): readonly Figure[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Figure.parse(JSON.parse(line)));
}

/** A figure that is no number keeps no goal. */
export function keeps(value: number | null, { most, least }: Goal): boolean {
  if (value === null || Number.isNaN(value)) return false;
  return most === undefined ? value >= (least ?? value) : value <= most;
}

export function shown(value: number | null, unit: Unit): string {
  if (value === null || Number.isNaN(value)) return 'none';
  switch (unit) {
    case 'ratio':
      return value > 0 && value < 1 ? `1/${(1 / value).toFixed(1)}` : value.toFixed(2);
    case 'share':
      return value.toFixed(2);
    case 'count':
      return String(value);
    case 's':
      return `${value.toFixed(2)} s`;
    case 'ms':
    case 'kB':
    case 'MB':
      return `${value.toFixed(0)} ${unit}`;
  }
}

export function goalOf({ most, least, unit }: Goal): string {
  return most === undefined ? `at least ${shown(least ?? null, unit)}` : `at most ${shown(most, unit)}`;
}

/** What a run came to against the budget; `missing` are goals that no figure of it answers. */
export function compareFigures(
  figures: readonly Figure[],
  budget: ReadonlyMap<string, Goal>,
): {
  readonly kept: number;
  readonly over: readonly (Figure & { readonly goal: Goal })[];
  readonly missing: readonly string[];
} {
  const judged = figures.flatMap((figure) => {
    const goal = budget.get(figure.name);
    return goal ? [{ ...figure, goal }] : [];
  });
  const over = judged.filter(({ value, goal }) => !keeps(value, goal));
  const names = new Set(figures.map(({ name }) => name));
  return { kept: judged.length - over.length, over, missing: [...budget.keys()].filter((name) => !names.has(name)) };
}

import { message } from '../../../protocol/catalogue/catalogue';
import { oneLine } from '../../render/palette';
import { tableLines } from '../../render/table';
import type { CaseResult, Minimised } from './expected';

/** Figures of a group of cases. `seconds` is the median of the right ones; null: none. */
export interface Group {
  readonly cases: number;
  readonly right: number;
  readonly wrong: number;
  readonly executions: number;
  readonly seconds: number | null;
  /** Cases whose environment could not be made. */
  readonly environmentFailures: number;
  /** Calls of a model and their tokens, over all cases. */
  readonly calls: number;
  readonly tokens: number;
}

export interface Summary {
  readonly all: Group;
  readonly byBugType: Readonly<Record<string, Group>>;
  readonly byFramework: Readonly<Record<string, Group>>;
  readonly byQuality: Readonly<Record<string, Group>>;
  readonly byKind: Readonly<Record<string, Group>>;
  /** By the kind of symptom that is known of the case; results of older files are left out. */
  readonly bySymptom: Readonly<Record<string, Group>>;
  /** How many right cases used each edit action. */
  readonly actions: Readonly<Record<string, number>>;
}

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : Math.round(((upper + lower) / 2) * 10) / 10;
}

function groupOf(results: readonly CaseResult[]): Group {
  const right = results.filter(({ rating }) => rating === 'right');
  const sum = (of: (result: CaseResult) => number): number => results.reduce((all, result) => all + of(result), 0);
  return {
    cases: results.length,
    right: right.length,
    wrong: results.filter(({ rating }) => rating === 'wrong').length,
    executions: sum(({ executions }) => executions),
    seconds: median(right.map(({ seconds }) => seconds)),
    environmentFailures: results.filter(({ environmentFailed }) => environmentFailed === true).length,
    calls: sum(({ model }) => model?.calls ?? 0),
    tokens: sum(({ model }) => model?.tokens ?? 0),
  };
}

function groupsBy(results: readonly CaseResult[], key: (result: CaseResult) => string): Record<string, Group> {
  const names = [...new Set(results.map(key))].sort();
  return Object.fromEntries(names.map((name) => [name, groupOf(results.filter((result) => key(result) === name))]));
}

export function summarise(results: readonly CaseResult[]): Summary {
  const used = results.filter(({ rating }) => rating === 'right').flatMap(({ actions }) => [...new Set(actions)]);
  const actions = [...new Set(used)].sort();
  return {
    all: groupOf(results),
    byBugType: groupsBy(results, ({ bugType }) => bugType),
    byFramework: groupsBy(results, ({ framework }) => framework),
    byQuality: groupsBy(results, ({ quality }) => quality),
    byKind: groupsBy(results, ({ kind }) => kind),
    bySymptom: groupsBy(
      results.filter(({ expectedSymptom }) => expectedSymptom !== undefined),
      ({ expectedSymptom = '' }) => expectedSymptom,
    ),
    actions: Object.fromEntries(actions.map((name) => [name, used.filter((other) => other === name).length])),
  };
}

/** One line a case. */
export function caseLine(result: CaseResult): string {
  const rating = message(`cli.evaluate.${result.rating}`);
  const figures = message('cli.evaluate.figures', { executions: result.executions, seconds: result.seconds });
  const shorter = result.minimised ? `${minimisedWords(result.minimised)}  ` : '';
  const why = result.rating === 'right' ? [...new Set(result.actions)].join(', ') : oneLine(result.why, 160);
  return `${result.id.padEnd(24)} ${rating.padEnd(6)} ${result.outcome.padEnd(13)} ${figures.padEnd(18)} ${shorter}${why}`.trimEnd();
}

/** The figures of each group as rows of text under a header; the last row is of all. */
export function summaryRows(summary: Summary): readonly (readonly string[])[] {
  const { byKind, bySymptom, byBugType, byFramework, byQuality } = summary;
  const row = (name: string, group: Group): readonly string[] => [
    name,
    String(group.cases),
    String(group.right),
    String(group.wrong),
    String(group.executions),
    group.seconds === null ? '' : String(group.seconds),
    String(group.environmentFailures),
    String(group.calls),
    String(group.tokens),
  ];
  const rows = (groups: Readonly<Record<string, Group>>): readonly (readonly string[])[] =>
    Object.entries(groups).map(([name, group]) => row(`  ${name}`, group));
  const header = (
    [
      'group',
      'cases',
      'rightColumn',
      'wrongColumn',
      'executions',
      'median',
      'environmentFailures',
      'calls',
      'tokens',
    ] as const
  ).map((name) => message(`cli.evaluate.${name}`));
  const groups = [byKind, bySymptom, byBugType, byFramework, byQuality].flatMap(rows);
  return [header, ...groups, row(message('cli.evaluate.all'), summary.all)];
}

function minimisedWords({ before, after, shown, repeats, outcome }: Minimised): string {
  return message('cli.evaluate.minimised', { before, after, shown, repeats, outcome });
}

/** The median of shortened scripts, and how many of them kept their verdict in all runs. Empty: none was shortened. */
export function minimisedLines(results: readonly CaseResult[]): readonly string[] {
  const all = results.flatMap(({ minimised }) => minimised ?? []);
  if (all.length === 0) return [];
  const same = all.filter(({ outcome, shown, repeats }) => outcome === 'reproduced' && shown === repeats).length;
  const [before, after] = [median(all.map((one) => one.before)), median(all.map((one) => one.after))];
  const seconds = median(all.map((one) => one.seconds));
  const longest = Math.max(...all.map((one) => one.after));
  const args = { count: all.length, same, before: before ?? 0, after: after ?? 0, longest, seconds: seconds ?? 0 };
  return [message('cli.evaluate.minimisedAll', args)];
}

export function summaryLines(summary: Summary): readonly string[] {
  const actions = Object.entries(summary.actions).map(([name, count]) => `  ${name}  ${count}`);
  return [
    ...tableLines(summaryRows(summary)),
    ...(actions.length === 0 ? [] : [message('cli.evaluate.actions'), ...actions]),
  ];
}

import type { EnvironmentResolution, WantedPackage } from '../../../protocol/environment';
import type { Params } from '../../../protocol/methods';
import type { ReproductionOptions } from '../../../protocol/reproduction/options';
import { isPythonWish, isSpecifier, normaliseName, readRequirement } from '../../../protocol/requirement';

/** A row as it stands in the editor. */
export interface DraftRow {
  readonly name: string;
  /** What the report wants, where `name` is a build of it. */
  readonly insteadOf: string | null;
  /** As it was before the edit; null: a person added it. */
  readonly was: string | null;
  readonly typed: string;
  readonly isGiven: boolean;
  readonly isLeft: boolean;
}

/** The table of the chosen environment while it is edited. */
export interface TableDraft {
  readonly rows: readonly DraftRow[];
  readonly python: string;
  readonly asOf: string;
}

type Options = Pick<ReproductionOptions, 'python' | 'asOf' | 'packages' | 'leaveOut'>;

/** The table as it is, with what was left out before, so that it can be put back. */
export function draftOf({ rows }: Pick<EnvironmentResolution, 'rows'>, options: Options): TableDraft {
  const here = rows.map(({ name, specifier, step, insteadOf }): DraftRow => ({
    ...{ name, insteadOf: insteadOf?.name ?? null, was: specifier, typed: specifier },
    ...{ isGiven: step === 'given', isLeft: false },
  }));
  const isHere = (name: string): boolean => here.some((row) => row.name === name || row.insteadOf === name);
  const left = (options.leaveOut ?? []).filter((name) => !isHere(name));
  return {
    rows: [
      ...here,
      ...left.map((name) => ({ name, insteadOf: null, was: '', typed: '', isGiven: false, isLeft: true })),
    ],
    python: options.python ?? '',
    asOf: options.asOf ?? '',
  };
}

/** `1.19.5` is meant as `==1.19.5`, and `1.19.*` as `==1.19.*`. */
export function specifierOf(typed: string): string {
  const text = typed.replace(/\s+/g, '');
  return /^v?\d/.test(text) ? `==${text}` : text;
}

export type Problem =
  | { readonly kind: 'version'; readonly name: string; readonly specifier: string }
  | { readonly kind: 'python'; readonly python: string }
  | { readonly kind: 'day'; readonly text: string };

/** What cannot be read, by the rules of the command line. Empty: the draft can be chosen by. */
export function problemsOf({ rows, python, asOf }: TableDraft): readonly Problem[] {
  const versions = rows
    .filter((row) => !row.isLeft && !isSpecifier(specifierOf(row.typed)))
    .map(({ name, typed }): Problem => ({ kind: 'version', name, specifier: typed }));
  return [
    ...versions,
    ...(python.trim() === '' || isPythonWish(python.trim()) ? [] : [{ kind: 'python', python } as const]),
    ...(asOf.trim() === '' || isDay(asOf.trim()) ? [] : [{ kind: 'day', text: asOf } as const]),
  ];
}

function isDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** A row more. Null: it is no package with a version; a name: that one is in the table. */
export function withAdded(draft: TableDraft, text: string): TableDraft | { readonly twice: string } | null {
  const wanted = readRequirement(text);
  if (wanted === null) return null;
  const name = normaliseName(wanted.name);
  const there = draft.rows.find((row) => row.name === name || row.insteadOf === name);
  if (there !== undefined) return { twice: there.name };
  const row: DraftRow = {
    ...{ name, insteadOf: null, was: null, typed: wanted.specifier, isGiven: false, isLeft: false },
  };
  return { ...draft, rows: [...draft.rows, row] };
}

/** One row changed; a row that a person added and leaves out again is gone. */
export function withRow(draft: TableDraft, name: string, change: Partial<DraftRow>): TableDraft {
  const rows = draft.rows.flatMap((row) => {
    if (row.name !== name) return [row];
    return row.was === null && change.isLeft === true ? [] : [{ ...row, ...change }];
  });
  return { ...draft, rows };
}

/** What to ask of the host: what differs from the report's own by the person's hand, and no more. */
export function choiceOf(draft: TableDraft): Omit<Params<'environment/choose'>, 'reproductionId'> {
  const kept = draft.rows.filter(({ isLeft }) => !isLeft);
  const isByHand = (row: DraftRow): boolean => row.isGiven || row.was === null || specifierOf(row.typed) !== row.was;
  const byHand = kept.filter(isByHand);
  return {
    packages: byHand.map(({ name, typed }): WantedPackage => ({ name, specifier: specifierOf(typed) })),
    leaveOut: [
      ...draft.rows.flatMap(({ name, insteadOf, isLeft }) => (isLeft ? [insteadOf ?? name] : [])),
      // A build in a version by hand stands beside nothing of the same code.
      ...byHand.flatMap(({ insteadOf }) => insteadOf ?? []),
    ],
    python: draft.python.trim() === '' ? null : draft.python.trim(),
    asOf: draft.asOf.trim() === '' ? null : draft.asOf.trim(),
  };
}

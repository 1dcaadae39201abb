import { message } from '../../protocol/catalogue/catalogue';
import type { EnvironmentResolution, ResolutionRow } from '../../protocol/environment';
import type { PreparationFailure } from '../ports/environments';

/** Another interpreter may have what the first has not. */
const byPython: readonly PreparationFailure['kind'][] = [
  'noWheel',
  'sourceOnly',
  'buildFailed',
  'notImported',
  'otherPython',
  'brokenPython',
];
/** Another release may be there, or may go with the rest. */
const byVersion: readonly PreparationFailure['kind'][] = [
  'noVersion',
  'yanked',
  'unreadable',
  'conflict',
  'noWheel',
  'sourceOnly',
  'buildFailed',
  'notImported',
  'otherPython',
];

/**
 * What to try after an environment that could not be made: the same versions with the next interpreter, then the release of a blamed
 * package that comes next nearest. What the user gave is never exchanged. Null: there is nothing left. Each answer leaves less
 * to try, so asking again and again comes to an end.
 */
export function nextCandidate(
  resolution: EnvironmentResolution,
  failure: PreparationFailure,
): { readonly resolution: EnvironmentResolution; readonly change: string } | null {
  if (resolution.existing) return null;
  if (resolution.maker !== undefined) return withoutConda(resolution);
  return (
    (byVersion.includes(failure.kind) ? withWholeBuild(resolution, failure) : null) ??
    (byPython.includes(failure.kind) ? withNextPython(resolution) : null) ??
    (byVersion.includes(failure.kind) ? withNearerVersion(resolution, failure) : null)
  );
}

/** What is here already, where conda could not bring the interpreter; nothing where no interpreter is here. */
function withoutConda({ maker, ...resolution }: EnvironmentResolution): ReturnType<typeof nextCandidate> {
  if (maker === undefined || resolution.python.interpreter === maker.tool.path) return null;
  const change = message('environment.python.withoutConda', {
    program: maker.tool.program,
    version: resolution.python.version,
  });
  return { change, resolution };
}

/** The package itself, where the build of it for this machine cannot be had. Its size is asked about again. */
function withWholeBuild(
  resolution: EnvironmentResolution,
  { blamed = [] }: PreparationFailure,
): ReturnType<typeof nextCandidate> {
  const row = resolution.rows.find(({ name, insteadOf }) => insteadOf !== undefined && blamed.includes(name));
  if (row?.insteadOf === undefined) return null;
  const { insteadOf, ...rest } = row;
  const { name, bytes } = insteadOf;
  const change = message('environment.row.wholeBuild', { build: row.name, name });
  const whole: ResolutionRow = { ...rest, name, reason: change };
  const heavy = [
    ...resolution.heavy.filter((one) => one.name !== row.name),
    ...(bytes === null ? [] : [{ name, bytes }]),
  ];
  const rows = resolution.rows.map((each) => (each === row ? whole : each));
  return { change, resolution: { ...resolution, rows, heavy } };
}

function withNextPython(resolution: EnvironmentResolution): ReturnType<typeof nextCandidate> {
  const { python, rows, otherPythons = [] } = resolution;
  const [next, ...left] = otherPythons;
  if (next === undefined || python.step === 'given') return null;
  const stated = python.stated ?? (python.step === 'stated' ? minorOf(python.version) : null);
  const change = message('environment.python.next', { version: next.version, first: python.version });
  return {
    change,
    resolution: {
      ...resolution,
      python: { ...next, step: python.step, reason: change, ...(stated === null ? {} : { stated }) },
      // A release that was stepped back to was the nearest for the interpreter that is left.
      rows: rows.map((row) => (row.steppedFor === undefined ? row : withStated(row))),
      otherPythons: left,
    },
  };
}

/** The report may state another patch of it than the one that was here. */
function minorOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

function withStated({ steppedFor: _, stated, ...row }: ResolutionRow): ResolutionRow {
  return { ...row, specifier: stated ?? row.specifier };
}

function withNearerVersion(
  resolution: EnvironmentResolution,
  failure: PreparationFailure,
): ReturnType<typeof nextCandidate> {
  const loosened = (failure.blamed ?? []).flatMap((name) => {
    const row = resolution.rows.find((one) => one.name === name && one.step !== 'given');
    const specifier = row === undefined ? null : looser(row.specifier);
    return row === undefined || specifier === null ? [] : [{ row, specifier }];
  });
  // Of two that do not go together the one that the other asks for gives way: it is named last.
  const one = failure.kind === 'conflict' ? loosened.at(-1) : loosened[0];
  if (one === undefined) return null;
  const { row, specifier } = one;
  const stated = row.stated ?? row.specifier;
  const change = message('environment.row.nearer', {
    wanted: `${row.name}${stated}`,
    taken: `${row.name}${specifier}`,
  });
  const { steppedFor: _, ...rest } = row;
  const changed: ResolutionRow = { ...rest, specifier, stated, reason: change };
  return {
    change,
    resolution: { ...resolution, rows: resolution.rows.map((each) => (each === row ? changed : each)) },
  };
}

/** `==1.4.2`, then `==1.4.*`, then `==1.*`, then any: the newest that each allows. Null: it takes any release already. */
function looser(specifier: string): string | null {
  if (specifier === '') return null;
  const [, numbers] = /^==\s*(\d+(?:\.\d+)*)(?:[\w.+!-]*|\.\*)$/.exec(specifier) ?? [];
  if (numbers === undefined) return '';
  const parts = numbers.split('.');
  const kept = Math.min(2, parts.length - 1);
  return kept === 0 ? '' : `==${parts.slice(0, kept).join('.')}.*`;
}

import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Bisection, BisectWish } from '../../protocol/bisection';
import type { PublishedRelease } from '../../protocol/environment';
import type { ReproductionState } from '../../protocol/reproduction/state';
import { exitCodes } from '../exit-codes';
import { findReproduction } from '../input/find-reproduction';
import { readBisectWish, type TypedWish } from '../input/read-bisect-wish';
import { readOptions, type TypedOptions } from '../input/read-options';
import { issueReaderOf, readReport } from '../input/read-report';
import { readScript } from '../input/read-script';
import { badInput } from '../input/refusal';
import { withHost, type OpenHost } from '../open-host';
import { bisectionLines } from '../render/bisection';
import { createPalette } from '../render/palette';
import { wantsColour, type Surroundings } from '../surroundings';
import { runReproduction, type Ending } from './run-reproduction';

export interface BisectOptions extends Omit<TypedOptions, 'package'>, TypedWish {
  readonly report?: string;
  readonly shows?: string;
  readonly json?: boolean;
  readonly home?: string;
}

/**
 * `reprise bisect ID` or `reprise bisect SCRIPT --report FILE`: searches the release of a package that a fault came with, or went with. A script is
 * first judged with the bad release, as `reprise verify` judges it; each other release is judged by the same rules.
 */
export async function bisect(surroundings: Surroundings, given: string, typed: BisectOptions): Promise<number> {
  const wish = readBisectWish(typed);
  const file = path.resolve(surroundings.workingFolder, given);
  const isFile = (await stat(file).catch(() => null))?.isFile() === true;
  if (!isFile && /[\\/]|\.py$/.test(given)) throw badInput('script', 'cli.script.missing', { file: given });
  return withHost(surroundings, typed.home, async (open) => {
    const judged = isFile ? await judgeScript({ surroundings, open, given, typed, wish }) : null;
    if (judged?.kind === 'ended') return judged.exitCode;
    const reproductionId = judged?.reproductionId ?? (await findReproduction(open.client, given));
    const begin = () => open.client.call('reproduction/bisect', { reproductionId, wish: judged?.wish ?? wish });
    const palette = createPalette(wantsColour(surroundings));
    return runReproduction({
      ...{ surroundings, open, reproductionId, begin, isNew: false, json: typed.json === true, out: null },
      ending: (state) => endingOf(state, (found) => bisectionLines(found, palette)),
    });
  });
}

/** What the last bisection came to: 0 where it was found, 1 where there is nothing to find, 3 where it cannot be told. */
function endingOf({ jobs }: ReproductionState, lines: (found: Bisection) => readonly string[]): Ending {
  const bisection = jobs.filter(({ kind }) => kind === 'bisect').at(-1)?.bisection;
  const result = bisection?.result;
  const isUntestable = result?.kind === 'contradicted' && result.answer === 'untestable';
  const exitCode =
    result?.kind === 'found'
      ? exitCodes.done
      : result === undefined || result === null || result.kind === 'impossible' || isUntestable
        ? exitCodes.inconclusive
        : exitCodes.notReproduced;
  return { lines: bisection ? lines(bisection) : [], exitCode, answer: { bisection: bisection ?? null } };
}

type Judged =
  | { readonly kind: 'ended'; readonly exitCode: number }
  | { readonly kind: 'judged'; readonly reproductionId: string; readonly wish: BisectWish };

/** Judges the script with the bad release, in an environment as of that release's day. */
async function judgeScript(question: {
  readonly surroundings: Surroundings;
  readonly open: OpenHost;
  readonly given: string;
  readonly typed: BisectOptions;
  readonly wish: BisectWish;
}): Promise<Judged> {
  const { surroundings, open, given, typed, wish } = question;
  const { workingFolder, input } = surroundings;
  const script = await readScript(given, workingFolder);
  const report =
    typed.report === undefined
      ? reportOf(script, typed.shows)
      : await readReport({ report: typed.report, workingFolder, input, issues: issueReaderOf(surroundings) });
  const listed = await open.client.call('package/releases', { name: wish.package });
  if (listed.kind === 'failed') throw badInput('package', 'cli.bisect.list', { reason: listed.message });
  const bad = wish.bad ?? newestFinal(listed.releases)?.version ?? null;
  if (bad === null) throw badInput('package', 'cli.bisect.none', { name: wish.package });
  const ends = listed.releases.filter(({ version }) => version === bad || version === wish.good);
  const options = await readOptions(withoutPackage(typed), { workingFolder, interactive: false });
  const { reproductionId } = await open.client.call('reproduction/create', {
    ...report,
    options: {
      ...options,
      asOf: options.asOf ?? ends.find(({ version }) => version === bad)?.day ?? null,
      python: wish.python ?? pythonFor(ends),
      packages: [{ name: wish.package, specifier: `==${bad}` }],
    },
    script: { ...script, arguments: [], control: null },
  });
  const json = typed.json === true;
  const exitCode = await runReproduction({
    ...{ surroundings, open, reproductionId, isNew: true, json, out: null },
  });
  // A silent fault waits for a control, which a release without it will be.
  const isOver = exitCode !== exitCodes.reproduced && exitCode !== exitCodes.inconclusive;
  return isOver ? { kind: 'ended', exitCode } : { kind: 'judged', reproductionId, wish: { ...wish, bad } };
}

/** The package of a search is a name, and no requirement. */
function withoutPackage({ package: _, ...options }: BisectOptions): TypedOptions {
  return options;
}

/** The newest interpreter that has files for all given releases; null: none, or it is open. */
function pythonFor(ends: readonly PublishedRelease[]): string | null {
  const [first, ...others] = ends;
  return first?.pythons.filter((python) => others.every(({ pythons }) => pythons.includes(python))).at(-1) ?? null;
}

function newestFinal(releases: readonly PublishedRelease[]): PublishedRelease | undefined {
  return releases.filter(({ prerelease, yanked, pythons }) => !prerelease && !yanked && pythons.length > 0).at(-1);
}

/** A report that says just what the user says: the script, and the line that shows it. */
function reportOf(
  { name, text }: { readonly name: string; readonly text: string },
  shows: string | undefined,
): { readonly name: string; readonly text: string } {
  if (shows === undefined || shows.trim() === '') throw badInput('report', 'cli.bisect.what');
  const fence = '`'.repeat(Math.max(3, 1 + Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))));
  return {
    name: 'report.md',
    text: `# ${name}\n\n${fence}python\n${text.trimEnd()}\n${fence}\n\n${shows.trim()}\n\n${fence}\n${shows.trim()}\n${fence}\n`,
  };
}

import { arch } from 'node:os';
import type { EnvironmentRequest, Resolution } from '../../../core/ports/environments';
import { message } from '../../../protocol/catalogue/catalogue';
import type {
  CondaMaker,
  CondaTool,
  EnvironmentResolution,
  EnvironmentSummary,
  ResolutionRow,
} from '../../../protocol/environment';
import { normaliseName } from '../../../protocol/requirement';
import { joinDeclared, type ProjectDeclarations } from '../declared/read-declared';
import { newestRelease } from '../era/dates';
import { failed, type Failed } from '../failure';
import { readPackages } from '../installed/read-packages';
import { sitePackagesFolders } from '../installed/site-packages-folders';
import type { PythonKnowledge } from '../knowledge/read-knowledge';
import type { Machine } from '../machine';
import { minorOf, minorRank } from '../minor-version';
import { asOfReport, asOfToday, type DatedRows } from './as-of-report';
import { chooseBuild } from './choose-build';
import { chooseExisting } from './choose-existing';
import { chooseInterpreter, otherInterpreters, type ChosenInterpreter } from './choose-interpreter';
import { readGivenEnvironment } from './find-existing';
import { fromFirstRelease } from './first-release';
import { installedByReport } from './installed-by-report';
import { readPythonWish } from './python-wish';
import { servesAsItIs } from './serves-as-it-is';
import { stepBack } from './step-back';
import { tidyRows, type TidyRows } from './tidy-rows';
import { withUndeclared } from './undeclared';

/** From this size on a package is asked about before it is fetched. */
const ASKED_FROM_BYTES = 1_000_000_000;

export interface ResolveParts {
  readonly machine: Machine;
  readonly knowledge: PythonKnowledge;
  /** All that were found, broken ones too. */
  readonly environments: readonly EnvironmentSummary[];
  /** Asks an interpreter, in the sandbox, for the version that its files do not tell; null: it does not answer. */
  readonly confirmVersion: (interpreter: string) => Promise<string | null>;
  /** What a project's files declare; of no project: nothing. */
  readonly readDeclared: (project: string | null) => Promise<ProjectDeclarations>;
  /** The user's index of builds for machines without a card; null: none. */
  readonly cpuIndex: string | null;
  readonly hasCard: () => Promise<boolean>;
  /** A program of the conda family that may make environments; null: none. */
  readonly findConda: () => Promise<CondaTool | null>;
  /** `2026-11-30` */
  readonly today: string;
}

/** Chooses the environment given, else one on disk that has the large packages, else an interpreter for a new one. */
export async function resolveEnvironment(asked: EnvironmentRequest, parts: ResolveParts): Promise<Resolution> {
  const request = { ...asked, packages: asked.packages.filter(wantedBy(asked)) };
  if (request.environment !== null) {
    const named = tidyRows(request.packages, request.allowPackages, parts.knowledge);
    return resolveGiven(request, request.environment, named, parts);
  }
  const declared = await parts.readDeclared(request.project ?? null);
  const answer = await resolveNew(
    {
      ...request,
      packages: joinDeclared(request.packages, declared).filter(wantedBy(request)),
      statedPython: request.statedPython ?? declared.python,
    },
    declared.pythonRange,
    parts,
  );
  if (answer.kind === 'failed' || declared.leftOut.length === 0) return answer;
  return resolved({ ...answer.resolution, leftOut: [...declared.leftOut] });
}

/** What a person took out of the table stays out, whoever names it. */
function wantedBy({ leaveOut = [] }: EnvironmentRequest): (row: ResolutionRow) => boolean {
  const left = new Set(leaveOut.map(normaliseName));
  return ({ name }) => !left.has(normaliseName(name));
}

async function resolveNew(
  request: EnvironmentRequest,
  pythonRange: string | null,
  parts: ResolveParts,
): Promise<Resolution> {
  const named = tidyRows(request.packages, request.allowPackages, parts.knowledge);

  const dated = await dateRows(request, named.rows, parts);
  const tidy: TidyRows = { rows: dated.rows.filter(wantedBy(request)), unknown: named.unknown };
  const choice = await chooseForRequest({ ...request, asOf: dated.asOf }, { rows: tidy.rows, pythonRange }, parts);
  const large = largePartsOf(tidy.rows, dated.asOf, parts);
  const found =
    large.length === 0 ? null : await findExisting(request, { tidy, heavy: large, asOf: dated.asOf, parts });
  const aim = request.aim === undefined ? {} : { aim: request.aim };
  const existing = found?.environment ?? null;
  if (existing !== null && found?.serves === true) return resolved({ ...useExisting(existing, request, tidy), ...aim });
  const maker = await condaMaker(request, choice, parts);
  if (choice.kind === 'failed') {
    if (maker !== null) return resolved({ ...byCondaAlone(maker, tidy, dated), ...aim });
    return existing === null ? choice : resolved({ ...useExisting(existing, request, tidy), ...aim });
  }

  const version = await versionOf(choice.chosen.interpreter, parts);
  const { chosen } = choice;
  // The table of ready-made packages is that of Linux.
  const isTabled = parts.machine.platform === 'linux';
  const stepped = isTabled ? tidy.rows.map((row) => stepBack(row, version, parts.knowledge)) : tidy.rows;
  const rows = await withBuilds(stepped, { request, asOf: dated.asOf, parts });
  return resolved({
    python: {
      interpreter: chosen.interpreter.interpreter,
      version,
      step: chosen.step,
      reason: chosen.reason,
      ...(chosen.missed === null ? {} : { stated: chosen.missed }),
    },
    rows: [...rows],
    ...otherPythons(chosen, pythonRange, parts),
    ...(maker === null ? {} : { maker }),
    asOf: dated.asOf,
    ...(dated.asOfReason === null ? {} : { asOfReason: dated.asOfReason }),
    existing: null,
    ...(existing === null ? {} : { nearest: existing }),
    ...aim,
    heavy: largePartsOf(rows, dated.asOf, parts).filter((one) => one.bytes >= ASKED_FROM_BYTES),
    unknown: [...tidy.unknown],
  });
}

/** Where the wanted interpreter is not here: a program that brings one, if there is one and the settings name its channels. */
async function condaMaker(
  { python, statedPython }: EnvironmentRequest,
  choice: Choice,
  parts: ResolveParts,
): Promise<CondaMaker | null> {
  const wish = python === null ? null : readPythonWish(python);
  const isMissed = choice.kind === 'failed' ? choice.failure.kind === 'noPython' : choice.chosen.missed !== null;
  if (!isMissed || (wish !== null && wish.kind !== 'release')) return null;
  const wanted = wish?.release ?? statedPython;
  if (wanted === null || !/^\d+\.\d+(?:\.\d+)?$/.test(wanted)) return null;
  const tool = await parts.findConda();
  return tool === null ? null : { tool, python: wanted };
}

/** No interpreter of this machine has a part in it. */
function byCondaAlone(maker: CondaMaker, tidy: TidyRows, dated: DatedRows): EnvironmentResolution {
  const reason = message('environment.python.conda', { program: maker.tool.program });
  return {
    python: { interpreter: maker.tool.path, version: maker.python, step: 'stated', reason },
    rows: [...tidy.rows],
    ...{ asOf: dated.asOf, existing: null, maker, heavy: [], unknown: [...tidy.unknown] },
  };
}

/** The builds that go with this machine. */
async function withBuilds(
  rows: readonly ResolutionRow[],
  by: { readonly request: EnvironmentRequest; readonly asOf: string | null; readonly parts: ResolveParts },
): Promise<readonly ResolutionRow[]> {
  const { request, asOf, parts } = by;
  const { knowledge, cpuIndex } = parts;
  const { platform } = parts.machine;
  const usesCards = request.devices?.length !== 0 && (await parts.hasCard());
  const releaseOf = (row: ResolutionRow) => expectedRelease(row.name, [row], { asOf, knowledge });
  const askedBytesOf = (row: ResolutionRow) => {
    const bytes = largePartsOf([row], asOf, parts).find(({ name }) => name === row.name)?.bytes ?? 0;
    return bytes >= ASKED_FROM_BYTES ? bytes : null;
  };
  const question = { platform, architecture: arch(), usesCards, cpuIndex, releaseOf, askedBytesOf, knowledge };
  return rows.map((row) => chooseBuild(row, question));
}

/** The newest release that a row and a day allow; null: nothing says which. */
function expectedRelease(
  name: string,
  rows: readonly ResolutionRow[],
  by: { readonly asOf: string | null; readonly knowledge: Pick<PythonKnowledge, 'releaseDatesOf'> },
): string | null {
  const { asOf } = by;
  const dates = by.knowledge.releaseDatesOf(name);
  const specifier = rows.find((row) => row.name === name)?.specifier ?? '';
  const inTime = asOf === null ? dates : new Map([...dates].filter(([, day]) => day <= asOf));
  return asOf === null && specifier === '' ? null : (newestRelease(name, specifier, inTime)?.version ?? null);
}

/** What is left to try where nothing can be had for the chosen one; nothing where the user chose. */
function otherPythons(
  { interpreter, step }: ChosenInterpreter,
  allowed: string | null,
  parts: ResolveParts,
): Pick<EnvironmentResolution, 'otherPythons'> {
  if (step === 'given') return {};
  const others = otherInterpreters({ interpreters: ableInterpreters(parts), allowed }, interpreter);
  if (others.length === 0) return {};
  return { otherPythons: others.map((one) => ({ interpreter: one.interpreter, version: one.pythonVersion ?? '' })) };
}

/** Of a user's, and working: ours are made from these. */
function ableInterpreters({ environments }: ResolveParts): readonly EnvironmentSummary[] {
  return environments.filter((one) => one.broken === null && !one.ours);
}

/** The rows of the report's time, or of today where that is what is wanted. */
async function dateRows(
  request: EnvironmentRequest,
  rows: readonly ResolutionRow[],
  parts: ResolveParts,
): Promise<DatedRows> {
  const { knowledge, today } = parts;
  const said =
    request.evidence === undefined ? [] : installedByReport(request.evidence.text, (name) => knowledge.isKnown(name));
  const all = [...rows, ...said.filter(({ name }) => !rows.some((row) => row.name === name))];
  if (request.aim === 'current') return asOfToday(all);
  const dated = asOfReport(all, request, { knowledge, today });
  const needed = withUndeclared(dated.rows, { asOf: dated.asOf, knowledge });
  return { ...dated, rows: needed.map((row) => fromFirstRelease(row, dated.asOf, knowledge)) };
}

function resolved(resolution: EnvironmentResolution): Resolution {
  return { kind: 'resolved', resolution };
}

async function resolveGiven(
  request: EnvironmentRequest,
  path: string,
  tidy: TidyRows,
  parts: ResolveParts,
): Promise<Resolution> {
  const environment = await readGivenEnvironment(path, parts.machine);
  if (environment === null) return failed('broken', 'environment.failure.environmentNotFound', { path });
  if (environment.broken !== null) {
    return failed('broken', 'environment.failure.environmentBroken', { path, reason: environment.broken });
  }
  const version = await versionOf(environment, parts);
  const python = message('environment.python.given');
  const known = { ...environment, pythonVersion: version };
  return resolved({ ...useExisting(known, request, tidy), python: pythonOf(known, request, 'given', python) });
}

function useExisting(
  environment: EnvironmentSummary,
  request: EnvironmentRequest,
  tidy: TidyRows,
): EnvironmentResolution {
  return {
    python: pythonOf(environment, request, 'current', message('environment.python.fromEnvironment')),
    rows: [...tidy.rows],
    asOf: request.asOf,
    existing: environment,
    heavy: [],
    // Nothing is installed into an environment that is used as it is, so no name has to be asked about.
    unknown: [],
  };
}

function pythonOf(
  environment: EnvironmentSummary,
  request: EnvironmentRequest,
  step: EnvironmentResolution['python']['step'],
  reason: string,
): EnvironmentResolution['python'] {
  const version = environment.pythonVersion ?? '';
  const stated = request.statedPython;
  const isOther = stated !== null && minorOf(stated) !== minorOf(version);
  return { interpreter: environment.interpreter, version, step, reason, ...(isOther ? { stated } : {}) };
}

type Choice = { readonly kind: 'chosen'; readonly chosen: ChosenInterpreter } | Failed;

async function chooseForRequest(
  request: EnvironmentRequest,
  wanted: { readonly rows: readonly ResolutionRow[]; readonly pythonRange: string | null },
  parts: ResolveParts,
): Promise<Choice> {
  const wish = request.python === null ? null : readPythonWish(request.python);
  if (wish?.kind === 'words')
    return failed('noPython', 'environment.failure.pythonWords', { given: request.python ?? '' });
  if (wish?.kind === 'path') return chooseAtPath(wish.path, parts);
  const interpreters = ableInterpreters(parts);
  const chosen = chooseInterpreter({
    interpreters,
    wanted: wish?.release ?? null,
    stated: request.statedPython,
    allowed: wanted.pythonRange,
    packages: wanted.rows,
    asOf: request.asOf,
    knowledge: parts.knowledge,
  });
  if (chosen !== null) return tooOldOr(chosen);
  if (wish === null || interpreters.length === 0) return failed('noPython', 'environment.failure.noPython');
  const found = [...new Set(interpreters.flatMap((one) => minorOf(one.pythonVersion ?? '') ?? []))];
  found.sort((a, b) => minorRank(a) - minorRank(b));
  return failed('noPython', 'environment.failure.noPythonOf', { version: wish.release, found: found.join(', ') });
}

async function chooseAtPath(path: string, parts: ResolveParts): Promise<Choice> {
  const interpreter = await readGivenEnvironment(path, parts.machine);
  const reason = interpreter === null ? message('environment.broken.interpreterMissing') : interpreter.broken;
  if (interpreter === null || reason !== null) {
    return failed('noPython', 'environment.failure.pythonNotFound', { path, reason: reason ?? '' });
  }
  return tooOldOr({ interpreter, step: 'given', reason: message('environment.python.given'), missed: null });
}

/** uv makes environments from 3.6 on, and virtualenv those of 2.7. */
function tooOldOr(chosen: ChosenInterpreter): Choice {
  const version = chosen.interpreter.pythonVersion ?? '';
  const minor = minorOf(version);
  if (minor !== null && minor !== '2.7' && minorRank(minor) < minorRank('3.6')) {
    return failed('noPython', 'environment.failure.tooOld', { version });
  }
  return { kind: 'chosen', chosen };
}

function largePartsOf(
  rows: readonly ResolutionRow[],
  asOf: string | null,
  parts: ResolveParts,
): { name: string; bytes: number }[] {
  const found = new Map<string, number>();
  const releaseOf = (name: string) => expectedRelease(name, rows, { asOf, knowledge: parts.knowledge });
  for (const row of rows) {
    const large = parts.knowledge.heavyPartsOf(row.name, row.specifier, parts.machine.platform, releaseOf);
    for (const { name, bytes } of large) if (!found.has(name) || name === row.name) found.set(name, bytes);
  }
  return [...found].map(([name, bytes]) => ({ name, bytes }));
}

async function findExisting(
  request: EnvironmentRequest,
  wanted: {
    readonly tidy: TidyRows;
    readonly heavy: readonly { readonly name: string }[];
    readonly asOf: string | null;
    readonly parts: ResolveParts;
  },
): Promise<{ readonly environment: EnvironmentSummary; readonly serves: boolean } | null> {
  const { tidy, heavy, parts } = wanted;
  const wish = request.python === null ? null : readPythonWish(request.python);
  // A path names one interpreter, and that alone is to be used.
  if (wish !== null && wish.kind !== 'release') return null;
  const release = wish?.release ?? null;
  const working = parts.environments.filter(
    (one) => one.broken === null && one.frameworks.length > 0 && (release === null || agrees(one, release)),
  );
  const candidates = await Promise.all(
    working.map(async (environment) => {
      const folders = await sitePackagesFolders({ ...environment, platform: parts.machine.platform });
      return { environment, packages: await readPackages(folders) };
    }),
  );
  const pythonMinor = request.statedPython === null ? null : minorOf(request.statedPython);
  const best = chooseExisting(candidates, { heavy: heavy.map((one) => one.name), rows: tidy.rows, pythonMinor });
  if (best === null) return null;
  const environment = { ...best.environment, pythonVersion: await versionOf(best.environment, parts) };
  const { asOf } = wanted;
  const { knowledge, machine } = parts;
  const isLarge = (name: string) => knowledge.heavyPartsOf(name, '', machine.platform).length > 0;
  return {
    environment,
    serves: servesAsItIs(best, { rows: tidy.rows, pythonMinor, asOf, today: parts.today, knowledge, isLarge }),
  };
}

function agrees(environment: EnvironmentSummary, release: string): boolean {
  return `${environment.pythonVersion ?? ''}.`.startsWith(`${release}.`);
}

/** The version in full. Files tell it mostly; where they tell the first two numbers alone, the interpreter is asked in the sandbox. */
async function versionOf(environment: EnvironmentSummary, parts: ResolveParts): Promise<string> {
  const { pythonVersion, interpreter } = environment;
  if (pythonVersion !== null && /^\d+\.\d+\.\d+/.test(pythonVersion)) return pythonVersion;
  return (await parts.confirmVersion(interpreter)) ?? pythonVersion ?? '';
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Preparation } from '../../../core/ports/environments';
import { message } from '../../../protocol/catalogue/catalogue';
import type {
  EnvironmentResolution,
  EnvironmentSummary,
  ResolutionRow,
  Unimportable,
} from '../../../protocol/environment';
import { interpreterOf } from '../discover/interpreter-of';
import { newestRelease } from '../era/dates';
import { failed, type Failed } from '../failure';
import { readPackages } from '../installed/read-packages';
import { sitePackagesFolders } from '../installed/site-packages-folders';
import { minorOf } from '../minor-version';
import { installerBlock } from '../uv/environment-block';
import { VENV_FOLDER, WANTED_FILE } from './uv-commands';
import { runTool, type Workshop } from './workshop';
import type { LockedPackage } from './parse-lock';
import { probeImports } from './probe-imports';

/** The last series that makes environments of Python 2.7, with a pip for it packed inside. */
const VIRTUALENV = { name: 'virtualenv', specifier: '==20.21.1' } as const;
const toolPythons = ['3.11', '3.10', '3.9', '3.8', '3.12'];
/** Brought by virtualenv itself. */
const SEEDED = ['pip', 'setuptools', 'wheel'];

/** Whether uv cannot make it. */
export function isPython2({ python }: Pick<EnvironmentResolution, 'python'>): boolean {
  return minorOf(python.version) === '2.7';
}

/** What the tool's own environment is made of; it is shared and kept like any other of ours. Null: no interpreter for it. */
export function toolResolution(environments: readonly EnvironmentSummary[]): EnvironmentResolution | null {
  for (const minor of toolPythons) {
    const found = environments.find(
      (one) => one.broken === null && !one.ours && minorOf(one.pythonVersion ?? '') === minor,
    );
    if (found === undefined) continue;
    const { interpreter, pythonVersion } = found;
    return {
      python: { interpreter, version: pythonVersion ?? minor, step: 'current', reason: '' },
      rows: [{ ...VIRTUALENV, step: 'given', reason: '' }],
      ...{ asOf: null, existing: null, heavy: [], unknown: [] },
    };
  }
  return null;
}

/** Makes the tool's environment as any other is made. */
export type MakeTool = (resolution: EnvironmentResolution) => Promise<Preparation>;

export interface Python2 {
  readonly kind: 'made';
  /** In the work folder, to be moved to its place. */
  readonly venv: string;
  readonly packages: readonly LockedPackage[];
  readonly unimportable: readonly Unimportable[];
}

/**
 * An environment of Python 2.7 in the work folder: made by virtualenv, filled by the pip that it packs, with ready-made packages
 * alone. That pip knows no days, so the releases of a day are named where the table has them. `exact`: the packages of a known lock.
 */
export async function makePython2(
  shop: Workshop,
  options: { readonly exact: readonly LockedPackage[] | null; readonly makeTool: MakeTool },
): Promise<Python2 | Failed> {
  const { parts, installer, progress, resolution, workFolder } = shop;
  const { version, interpreter } = resolution.python;
  const wanted = toolResolution(await parts.listEnvironments(progress));
  if (wanted === null) return failed('noPython', 'environment.failure.noToolPython', { version });
  await installer.say(message('environment.note.tool', { version, tool: `${VIRTUALENV.name}${VIRTUALENV.specifier}` }));
  const tool = await options.makeTool(wanted);
  if (tool.kind === 'failed') return tool;

  const venv = join(workFolder, VENV_FOLDER);
  await installer.say(message('environment.note.creating', { version }));
  const made = await runTool(
    shop,
    [
      ...[tool.environment.interpreter, '-I', '-m', 'virtualenv', '--quiet', '--python', interpreter],
      ...['--no-download', '--no-periodic-update', '--app-data', join(workFolder, 'app-data'), venv],
    ],
    tool.environment,
  );
  if (made !== null) return made;
  const { platform } = parts.machine;
  const inside = await interpreterOf(venv, platform);
  if (inside === null) {
    const reason = message('environment.broken.interpreterMissing');
    return failed('broken', 'environment.failure.environmentBroken', { path: venv, reason });
  }
  const { exact } = options;
  const lines = exact?.map((one) => `${one.name}==${one.version}`) ?? resolution.rows.map((row) => lineOf(row, shop));
  if (lines.length > 0) {
    await writeFile(join(workFolder, WANTED_FILE), `${lines.join('\n')}\n`, { flag: 'wx', mode: 0o600 });
    const note = message('environment.note.installing', { count: lines.length });
    progress.report(note);
    await installer.say(note);
    const installed = await runTool(
      shop,
      [...pipCommand(inside, shop), ...(exact === null ? [] : ['--no-deps'])],
      null,
    );
    if (installed !== null) return installed;
  }
  const folders = await sitePackagesFolders({ prefix: venv, interpreter: inside, pythonVersion: version, platform });
  const packages = (await readPackages(folders)).filter(({ name }) => !SEEDED.includes(name));
  const locked = packages.map((one) => ({ ...one, hashes: [] }));
  const unimportable = await probeImports(shop, { interpreter: inside, packages: locked });
  return { kind: 'made', venv, packages: locked, unimportable };
}

function lineOf({ name, specifier }: ResolutionRow, { resolution, parts }: Workshop): string {
  const { asOf } = resolution;
  if (asOf === null) return `${name}${specifier}`;
  const inTime = new Map([...parts.knowledge.releaseDatesOf(name)].filter(([, day]) => day <= asOf));
  const release = newestRelease(name, specifier, inTime)?.version;
  return release === undefined ? `${name}${specifier}` : `${name}==${release}`;
}

function pipCommand(interpreter: string, { parts, index }: Workshop): readonly string[] {
  const certificate = installerBlock(parts.machine).variables['SSL_CERT_FILE'];
  return [
    ...[
      interpreter,
      '-m',
      'pip',
      '--isolated',
      'install',
      '--no-input',
      '--disable-pip-version-check',
      '--no-cache-dir',
    ],
    ...['--only-binary', ':all:', '-r', WANTED_FILE],
    ...(index === null ? [] : ['--index-url', index]),
    ...(certificate === undefined ? [] : ['--cert', certificate]),
  ];
}

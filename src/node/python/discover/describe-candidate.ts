import { lstat, readlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { message } from '../../../protocol/catalogue/catalogue';
import type { EnvironmentSummary } from '../../../protocol/environment';
import { digestOf } from '../../system/digest';
import { readPackages } from '../installed/read-packages';
import { sitePackagesFolders } from '../installed/site-packages-folders';
import { minorOf } from '../minor-version';
import type { Candidate } from './candidate';
import { frameworksAmong } from './frameworks';
import { interpreterOf } from './interpreter-of';
import { realPathOf } from './list-folder';
import { isFile, isFolder } from '../../system/is-there';
import { readCudaBuild } from './read-cuda-build';
import { readMaker } from './read-maker';
import { readPythonVersion, readPyvenvCfg } from './read-python-version';

/** A found environment, with what tells it apart from others: two names for one place have one identity. */
export interface Described {
  readonly identity: string;
  readonly summary: EnvironmentSummary;
}

/** Reads a candidate's files. An environment that cannot serve is described too, with the reason. */
export async function describeCandidate(candidate: Candidate, platform: NodeJS.Platform): Promise<Described> {
  const interpreter = candidate.interpreter ?? (await interpreterOf(candidate.prefix, platform));
  const prefix = await realPathOf(candidate.prefix);
  if (interpreter === null || !(await isFile(interpreter))) {
    const broken = await whyNoInterpreter(candidate.prefix, interpreter, platform);
    return describe(candidate, {
      prefix,
      interpreter: interpreter ?? '',
      version: null,
      frameworks: [],
      broken,
      more: {},
    });
  }
  const version = await readPythonVersion({ prefix, interpreter, platform });
  const folders = await sitePackagesFolders({ prefix, interpreter, pythonVersion: version, platform });
  const packages = await readPackages(folders);
  const hasLibrary = await hasStandardLibrary(interpreter, prefix, version, platform);
  const cuda = await readCudaBuild(folders, packages);
  const madeBy = await readMaker(prefix, candidate.kind, await readPyvenvCfg(prefix));
  return describe(candidate, {
    prefix,
    interpreter,
    version,
    frameworks: frameworksAmong(packages),
    broken: hasLibrary ? null : message('environment.broken.libraryMissing'),
    more: { ...(cuda === undefined ? {} : { cuda }), ...(madeBy === undefined ? {} : { madeBy }) },
  });
}

interface Findings {
  readonly prefix: string;
  readonly interpreter: string;
  readonly version: string | null;
  readonly frameworks: EnvironmentSummary['frameworks'];
  readonly broken: string | null;
  readonly more: Pick<EnvironmentSummary, 'cuda' | 'madeBy'>;
}

function describe(candidate: Candidate, found: Findings): Described {
  const identity = `${found.prefix}|${minorOf(found.version ?? '') ?? ''}`;
  return {
    identity,
    summary: {
      id: `${candidate.kind}-${digestOf(identity).slice(0, 16)}`,
      kind: candidate.kind,
      name: candidate.name,
      prefix: found.prefix,
      interpreter: found.interpreter,
      pythonVersion: found.version,
      frameworks: found.frameworks,
      ours: candidate.kind === 'reprise',
      broken: found.broken,
      ...found.more,
    },
  };
}

async function whyNoInterpreter(
  prefix: string,
  interpreter: string | null,
  platform: NodeJS.Platform,
): Promise<string> {
  const links =
    interpreter !== null
      ? [interpreter]
      : platform === 'win32'
        ? []
        : [join(prefix, 'bin', 'python'), join(prefix, 'bin', 'python3')];
  for (const link of links) {
    const target = await danglingTarget(link);
    if (target !== null) return message('environment.broken.baseMissing', { target });
  }
  return message('environment.broken.interpreterMissing');
}

/** Follows links until one leads nowhere; null: the path itself is not there. */
async function danglingTarget(path: string): Promise<string | null> {
  let current = path;
  for (let step = 0; step < 10; step += 1) {
    const found = await lstat(current).catch(() => null);
    if (found === null) return current === path ? null : current;
    if (!found.isSymbolicLink()) return null;
    const target = await readlink(current);
    current = isAbsolute(target) ? target : resolve(dirname(current), target);
  }
  return null;
}

async function hasStandardLibrary(
  interpreter: string,
  prefix: string,
  version: string | null,
  platform: NodeJS.Platform,
): Promise<boolean> {
  const base = dirname(dirname(await realPathOf(interpreter)));
  if (platform === 'win32') return true;
  const minor = minorOf(version ?? '');
  if (minor === null) return false;
  for (const root of [base, prefix]) {
    const library = join(root, 'lib', `python${minor}`);
    if ((await isFile(join(library, 'os.py'))) || (await isFile(join(library, 'os.pyc')))) return true;
    if (await isFolder(join(root, 'lib64', `python${minor}`))) return true;
    if (await isFile(join(root, 'lib', `python${minor.replace('.', '')}.zip`))) return true;
  }
  return false;
}

import { join } from 'node:path';
import type {
  ReadyEnvironment,
  EnvironmentKind,
  EnvironmentResolution,
  Unimportable,
  Withdrawn,
} from '../../../protocol/environment';
import { message } from '../../../protocol/catalogue/catalogue';
import { digestOf } from '../../system/digest';
import { interpreterOf } from '../discover/interpreter-of';
import { isFile } from '../../system/is-there';
import { lockOfPackages, readPackages } from '../installed/read-packages';
import { sitePackagesFolders } from '../installed/site-packages-folders';
import { listDifferences } from '../resolve/list-differences';
import { readMarker } from './ready-marker';

export interface ReadyQuestion {
  readonly id: string;
  readonly kind: EnvironmentKind;
  readonly prefix: string;
  readonly interpreter: string;
  readonly pythonVersion: string;
  readonly platform: NodeJS.Platform;
  readonly reused: boolean;
  readonly resolution: Pick<EnvironmentResolution, 'python' | 'rows'>;
  readonly withdrawn?: readonly Withdrawn[];
  readonly unimportable?: readonly Unimportable[];
}

/** Reads what is installed, by files, and how far it is from what was wanted. */
export async function readReadyEnvironment(question: ReadyQuestion): Promise<ReadyEnvironment> {
  const {
    id,
    kind,
    prefix,
    interpreter,
    pythonVersion,
    reused,
    resolution,
    withdrawn = [],
    unimportable = [],
  } = question;
  const packages = await readPackages(await sitePackagesFolders(question));
  const lock = lockOfPackages(packages);
  return {
    id,
    kind,
    prefix,
    interpreter,
    pythonVersion,
    packages: [...packages],
    lock,
    lockDigest: digestOf(lock),
    reused,
    ...(withdrawn.length === 0 ? {} : { withdrawn: [...withdrawn] }),
    ...(unimportable.length === 0 ? {} : { unimportable: [...unimportable] }),
    differences: [
      ...listDifferences(resolution, { pythonVersion, packages }),
      ...withdrawn.map(tellWithdrawn),
      ...unimportable.map((one) => message('environment.difference.unimportable', one)),
    ],
  };
}

function tellWithdrawn({ name, version, reason }: Withdrawn): string {
  const key = reason === '' ? 'environment.difference.withdrawn' : 'environment.difference.withdrawnFor';
  return message(key, { name, version, reason });
}

/** The finished environment of ours in a folder; null: there is none, or its interpreter is gone. */
export async function readOurs(
  folder: string,
  question: Pick<ReadyQuestion, 'id' | 'platform' | 'resolution' | 'reused'> & { readonly lockDigest: string },
): Promise<ReadyEnvironment | null> {
  const marker = await readMarker(folder);
  if (marker === null || marker.lockDigest !== question.lockDigest) return null;
  const prefix = join(folder, 'venv');
  const interpreter = await interpreterOf(prefix, question.platform);
  if (interpreter === null || !(await isFile(interpreter))) return null;
  const { pythonVersion, withdrawn = [], unimportable = [] } = marker;
  const made = { withdrawn, unimportable };
  return readReadyEnvironment({ ...question, kind: 'reprise', prefix, interpreter, pythonVersion, ...made });
}

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunRequest } from '../../core/ports/script-runner';
import { message } from '../../protocol/catalogue/catalogue';
import type { SandboxLevel } from '../../protocol/execution';
import type { LentParent, WarmInterpreters } from '../warm/create-warm-interpreters';
import { describeRun, type DescribeRunOptions } from './describe-run';
import { isThere } from '../system/is-there';

/**
 * A warm interpreter for a run; a sentence on why it has to be cold; null where it was asked to be cold, or is so without a
 * reason worth telling (its interpreter is missing).
 */
export async function lendParent(
  options: DescribeRunOptions & { readonly warm?: WarmInterpreters },
  request: RunRequest,
  level: SandboxLevel,
): Promise<LentParent | string | null> {
  const { environment, project } = request;
  if (request.cold !== false || request.mode === 'plain' || options.warm === undefined) return null;
  if (level.level !== 'bubblewrap') return message('warm.noSandbox');
  if (!(await isThere(environment.interpreter))) return null;
  const nowhere = { work: '/', home: '/', temporary: '/' };
  return options.warm.lend({
    script: request.script,
    pythonVersion: environment.pythonVersion,
    environmentKey: await contentKey(environment),
    confinement: await describeRun(options, { ...request, seed: null }, level, nowhere),
    sourceRoots: project?.sourceRoots ?? [],
  });
}

/** Tells an environment whose packages were changed since from what it was. */
async function contentKey({
  prefix,
  interpreter,
  pythonVersion,
  lockDigest,
}: RunRequest['environment']): Promise<string> {
  const minor = pythonVersion.split('.').slice(0, 2).join('.');
  const packages = await stat(join(prefix, 'lib', `python${minor}`, 'site-packages')).catch(() => null);
  return [prefix, interpreter, lockDigest, packages?.mtimeMs ?? 0].join('\n');
}

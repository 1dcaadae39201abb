import { message } from '../../../protocol/catalogue/catalogue';
import type { EnvironmentResolution, Package } from '../../../protocol/environment';
import { servingPackage } from './choose-existing';
import { meets } from './releases-meeting';

/** How far an environment is from what was wanted, a sentence a difference. Empty: met. */
export function listDifferences(
  resolution: Pick<EnvironmentResolution, 'python' | 'rows'>,
  found: { readonly pythonVersion: string; readonly packages: readonly Package[] },
): string[] {
  const { stated } = resolution.python;
  const python =
    stated === undefined ? [] : [message('environment.difference.python', { actual: found.pythonVersion, stated })];
  const packages = resolution.rows.flatMap((row) => {
    const { name } = row;
    const one = servingPackage(found.packages, name);
    if (one === null) return [message('environment.difference.missing', { name })];
    const wanted = row.stated ?? row.specifier;
    if (meets(one.version, wanted)) return [];
    return [message('environment.difference.version', { name: one.name, actual: one.version, wanted })];
  });
  return [...python, ...packages];
}

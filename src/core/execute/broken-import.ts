import { message } from '../../protocol/catalogue/catalogue';
import type { ReadyEnvironment } from '../../protocol/environment';
import type { Symptom } from '../../protocol/symptom';
import type { PreparationFailure } from '../ports/environments';

/** One is a case of the other, and a report may name either. */
const missing = ['ImportError', 'ModuleNotFoundError'];

/**
 * Why an environment that was made serves as little as one that could not be: a framework that is imported cannot be. Null: all can, or
 * the report is of that very fault.
 */
export function brokenImport(
  { unimportable = [] }: Pick<ReadyEnvironment, 'unimportable'>,
  /** `modules`: root modules that are imported; null: any may be. */
  wanted: { readonly modules: readonly string[] | null; readonly symptoms: readonly Symptom[] },
): PreparationFailure | null {
  const { modules, symptoms } = wanted;
  const one = unimportable.find(({ module }) => modules?.includes(module) ?? true);
  if (one === undefined || symptoms.some((symptom) => isOf(symptom, one.type))) return null;
  return { kind: 'notImported', message: message('environment.failure.notImported', one), blamed: [one.name] };
}

function isOf(symptom: Symptom, type: string): boolean {
  if (symptom.kind === 'signal') return symptom.signal === type;
  if (symptom.kind !== 'exception') return false;
  const name = symptom.type.split('.').at(-1) ?? '';
  return name === type || (missing.includes(name) && missing.includes(type));
}

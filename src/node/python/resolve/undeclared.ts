import { message } from '../../../protocol/catalogue/catalogue';
import type { ResolutionRow } from '../../../protocol/environment';
import { newestRelease } from '../era/dates';
import type { PythonKnowledge } from '../knowledge/read-knowledge';
import { meets } from './releases-meeting';

/** Until about then releases of PyTorch end at their import where NumPy is not there. */
const UNTIL = '2020-01-01';

/**
 * The Keras of its own that works on a TensorFlow, which no metadata tells: from 2.6 on TensorFlow requires its Keras itself. From the release notes
 * of Keras 2.3.0 (the first for TensorFlow 2.0), 2.4.0 (hands on to the Keras within TensorFlow 2.2 and newer) and 2.6.0 (needs TensorFlow 2.6). A data table.
 */
const kerasOn: readonly { readonly tensorflow: string; readonly keras: string }[] = [
  { tensorflow: '<2.0', keras: '<2.4' },
  { tensorflow: '>=2.0,<2.2', keras: '==2.3.*' },
  { tensorflow: '>=2.2,<2.6', keras: '==2.4.*' },
];

interface UndeclaredContext {
  readonly asOf: string | null;
  readonly knowledge: Pick<PythonKnowledge, 'releaseDatesOf'>;
}

/** Rows with what releases of that time need and do not say. */
export function withUndeclared(rows: readonly ResolutionRow[], context: UndeclaredContext): readonly ResolutionRow[] {
  return withNumpy(withFittingKeras(rows, context), context.asOf);
}

/** NumPy where PyTorch is of an early day: its first releases need it (1.0 ends at its import without it). */
function withNumpy(rows: readonly ResolutionRow[], asOf: string | null): readonly ResolutionRow[] {
  const torch = rows.find(({ name }) => name === 'torch');
  if (asOf === null || asOf >= UNTIL || torch === undefined || rows.some(({ name }) => name === 'numpy')) return rows;
  const reason = message('environment.row.undeclared', { name: 'torch', date: asOf });
  const step = torch.step === 'current' ? 'date' : torch.step;
  return [...rows, { name: 'numpy', specifier: '', ofDay: true, step, reason }];
}

/** A Keras that nobody gave a release, in one that the TensorFlow beside it can carry: a newer one ends at its import. */
function withFittingKeras(rows: readonly ResolutionRow[], { knowledge }: UndeclaredContext): readonly ResolutionRow[] {
  const tensorflow = rows.find(({ name, specifier }) => /^tensorflow(?:-cpu|-gpu)?$/.test(name) && specifier !== '');
  if (tensorflow === undefined) return rows;
  const release = newestRelease(tensorflow.name, tensorflow.specifier, knowledge.releaseDatesOf('tensorflow'));
  const fitting = release === null ? undefined : kerasOn.find((one) => meets(release.version, one.tensorflow));
  if (release === null || fitting === undefined) return rows;
  const reason = message('environment.row.kerasOn', { version: release.version });
  return rows.map((row) =>
    row.name === 'keras' && row.specifier === '' ? { ...row, specifier: fitting.keras, reason } : row,
  );
}

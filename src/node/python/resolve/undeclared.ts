import { message } from '../../../protocol/catalogue/catalogue';
import type { ResolutionRow } from '../../../protocol/environment';

/** Until about then releases of PyTorch end at their import where NumPy is not there. */
const UNTIL = '2020-01-01';

/** Rows with NumPy where PyTorch is of an early day: its first releases need it and do not say so (1.0 ends at its import without it). */
export function withUndeclared(rows: readonly ResolutionRow[], asOf: string | null): readonly ResolutionRow[] {
  const torch = rows.find(({ name }) => name === 'torch');
  if (asOf === null || asOf >= UNTIL || torch === undefined || rows.some(({ name }) => name === 'numpy')) return rows;
  const reason = message('environment.row.undeclared', { name: 'torch', date: asOf });
  const step = torch.step === 'current' ? 'date' : torch.step;
  return [...rows, { name: 'numpy', specifier: '', ofDay: true, step, reason }];
}

import { message } from '../../protocol/catalogue/catalogue';
import type { EnvironmentResolution } from '../../protocol/environment';

/**
 * The same choice without its day: a release that was named for the day alone is named no more. What is stated, and what code or messages
 * speak of, holds without a day.
 */
export function ofAnyDay(resolution: EnvironmentResolution): EnvironmentResolution {
  const { asOfReason: _, ...rest } = resolution;
  const reason = message('environment.row.anyDay', { date: resolution.asOf ?? '' });
  const rows = resolution.rows.map(({ ofDay, ...row }) =>
    ofDay === true ? { ...row, specifier: '', step: 'current' as const, reason } : row,
  );
  return { ...rest, rows, asOf: null };
}

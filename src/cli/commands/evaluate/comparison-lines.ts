import { message } from '../../../protocol/catalogue/catalogue';
import { oneLine } from '../../render/palette';
import { tableLines } from '../../render/table';
import type { Comparison, Move } from './compare-results';

const WHY_COLUMNS = 120;

/** A comparison for people: the figures side by side, then what came out worse, what better, and what could not be compared. */
export function comparisonLines(comparison: Comparison): readonly string[] {
  const { before, after, regressions, gains, onlyBefore, onlyAfter } = comparison;
  const row = (name: string, of: keyof typeof before): readonly string[] => [
    name,
    String(before[of]),
    String(after[of]),
  ];
  const moved = ({ id, from, to, why }: Move): string =>
    `  ${message('cli.evaluate.moved', { id, from: message(`cli.evaluate.${from}`), to: message(`cli.evaluate.${to}`) })}${to === 'right' ? '' : `  ${oneLine(why, WHY_COLUMNS)}`}`.trimEnd();
  return [
    ...tableLines([
      [
        message('cli.evaluate.compared', { count: comparison.both }),
        message('cli.evaluate.before'),
        message('cli.evaluate.after'),
      ],
      row(message('cli.evaluate.rightColumn'), 'right'),
      row(message('cli.evaluate.wrongColumn'), 'wrong'),
      row(message('cli.evaluate.executions'), 'executions'),
      row(message('cli.evaluate.secondsColumn'), 'seconds'),
      row(message('cli.evaluate.calls'), 'calls'),
    ]),
    message(regressions.length === 0 ? 'cli.evaluate.noRegressions' : 'cli.evaluate.regressions'),
    ...regressions.map(moved),
    ...(gains.length === 0 ? [] : [message('cli.evaluate.gains'), ...gains.map(moved)]),
    ...(onlyBefore.length === 0 ? [] : [message('cli.evaluate.onlyBefore', { names: onlyBefore.join(', ') })]),
    ...(onlyAfter.length === 0 ? [] : [message('cli.evaluate.onlyAfter', { names: onlyAfter.join(', ') })]),
  ];
}

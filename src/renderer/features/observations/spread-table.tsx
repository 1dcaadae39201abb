import { message } from '../../../protocol/catalogue/catalogue';
import type { Spread } from '../../../protocol/verdict';

/** Rows of metrics that are shown. */
const MOST_METRICS = 100;

/** What all runs of an attempt's script gave: in how many the symptom showed, and the last values of each metric. */
export function SpreadTable({ spread }: { readonly spread: Spread }) {
  const { runs, shown, metrics } = spread;
  const number = (value: number | null): string => (value === null ? '–' : String(Number(value.toPrecision(6))));
  return (
    <>
      <h2 className="observation-heading">{message('app.observed.spread', { count: runs, shown: String(shown) })}</h2>
      {metrics.length > 0 && (
        <table className="metrics">
          <thead>
            <tr>
              <th>{message('app.observations.metric')}</th>
              <th>{message('app.observed.runs')}</th>
              <th>{message('app.observed.least')}</th>
              <th>{message('app.observed.middle')}</th>
              <th>{message('app.observed.most')}</th>
              <th>{message('app.observed.notFinite')}</th>
            </tr>
          </thead>
          <tbody>
            {metrics.slice(0, MOST_METRICS).map((metric) => (
              <tr key={metric.name}>
                <td className="mono">{metric.name}</td>
                <td>{metric.runs}</td>
                <td className="mono">{number(metric.min)}</td>
                <td className="mono">{number(metric.median)}</td>
                <td className="mono">{number(metric.max)}</td>
                <td>{metric.notFinite}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

import { Fragment, useMemo, useState } from 'react';
import { ToggleButton } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import { useAppState, useReproduction } from '../../app/app-context';
import { lookedAtAttempt } from '../../app/follow-document';
import { formatBytes } from '../../app/format';
import { chartsOf, type Chart } from './charts-of';
import { Plot } from './plot';
import './charts.css';

/** Rows of a table that are written out. */
const MOST_ROWS = 500;

/** What the runs of the looked-at attempt recorded, drawn or as tables. */
export function Charts() {
  const state = useReproduction();
  const view = useAppState((it) => it.view);
  const [asTables, setAsTables] = useState(false);
  const attempt = state && lookedAtAttempt(state, view);
  const executions = state?.executions;
  const charts = useMemo(
    () => chartsOf((executions ?? []).filter(({ attemptId }) => attemptId === attempt?.id)),
    [executions, attempt?.id],
  );
  if (charts.length === 0) return <div className="empty">{message('app.charts.none')}</div>;
  return (
    <div className="charts scroll" tabIndex={0} role="region" aria-label={message('app.charts.title')}>
      <div className="charts-head">
        <ToggleButton className="button" isSelected={asTables} onChange={setAsTables}>
          {message('app.charts.asTables')}
        </ToggleButton>
      </div>
      <div className="charts-list">
        {charts.map((chart) => (
          <section key={chart.id} className="chart" aria-label={chart.title}>
            <h2 className={`chart-title ${chart.kind === 'bytes' ? '' : 'mono'}`}>{chart.title}</h2>
            {asTables ? (
              <Table chart={chart} />
            ) : isOneDot(chart) ? (
              <Dots chart={chart} />
            ) : (
              <Plot chart={chart} words={describeChart(chart)} />
            )}
          </section>
        ))}
      </div>
    </div>
  );
}

/** Whether no line could be drawn: a dot alone says less than its number. */
function isOneDot({ series }: Chart): boolean {
  return series.every(({ points }) => points.length === 1);
}

function Dots({ chart }: { readonly chart: Chart }) {
  return (
    <dl className="facts dots">
      {chart.series.flatMap(({ label, points }) =>
        points.map(({ y, told }) => (
          <Fragment key={label}>
            <dt className="quiet">{label}</dt>
            <dd className="mono">{chart.kind === 'bytes' && y !== null ? formatBytes(y) : told}</dd>
          </Fragment>
        )),
      )}
    </dl>
  );
}

/** A chart in one sentence, for whoever does not see it. */
function describeChart(chart: Chart): string {
  const numbers = chart.series.flatMap(({ points }) => points.flatMap(({ y }) => (y === null ? [] : [y])));
  const told = (value: number): string => (chart.kind === 'bytes' ? formatBytes(value) : String(value));
  const gaps = chart.series.reduce((sum, { points }) => sum + points.filter(({ y }) => y === null).length, 0);
  return message('app.charts.words', {
    title: chart.title,
    count: chart.series.length,
    least: numbers.length === 0 ? '–' : told(Math.min(...numbers)),
    most: numbers.length === 0 ? '–' : told(Math.max(...numbers)),
    gaps,
  });
}

function Table({ chart }: { readonly chart: Chart }) {
  const rows = chart.series.flatMap(({ label, points }) => points.map((point) => ({ label, ...point })));
  return (
    <table className="metrics">
      <thead>
        <tr>
          <th>{message('app.charts.line')}</th>
          <th>{chart.xLabel}</th>
          <th>{message('app.observations.value')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, MOST_ROWS).map(({ label, x, y, told }, at) => (
          <tr key={at}>
            <td>{label}</td>
            <td>{x}</td>
            <td className="mono">{chart.kind === 'bytes' && y !== null ? formatBytes(y) : told}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

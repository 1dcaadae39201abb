import { message } from '../../../protocol/catalogue/catalogue';
import type { Execution } from '../../../protocol/execution';
import type { ExceptionRecord, FrameRecord, RecordLine, TensorDescription } from '../../../protocol/record/record';
import type { Spread } from '../../../protocol/verdict';
import { formatBytes, formatDuration } from '../../app/format';
import { describeEnd } from '../output/output-choices';
import { SpreadTable } from './spread-table';
import { Threads } from './threads';
import './observations.css';

interface ObservationsProps {
  readonly execution: Execution | null;
  /** Another run was asked for, which had no recorder. */
  readonly instead: boolean;
  /** What all runs of the attempt gave; null: no verdict, or it ran once. */
  readonly spread: Spread | null;
}

/** What the record of a run holds: exception with its frames, warnings, metrics, phases, limits. */
export function Observations({ execution, instead, spread }: ObservationsProps) {
  if (!execution?.result) return <div className="empty">{message('app.observations.none')}</div>;
  const { record, end, sandbox, limits } = execution.result;
  const lines = record?.lines ?? [];
  return (
    <div className="observations scroll" tabIndex={0} role="region" aria-label={message('app.observations.title')}>
      {instead && <p className="observation-note small quiet">{message('app.observations.instead')}</p>}
      {lines.flatMap((line, at) =>
        line.type === 'exception'
          ? line.chain.map((it, link) => <Exception key={`${at}-${link}`} exception={it} />)
          : [],
      )}
      <Threads lines={lines} />
      {spread && <SpreadTable spread={spread} />}
      <Warnings lines={lines} />
      <Metrics lines={lines} />
      <h2 className="observation-heading">{message('app.observations.run')}</h2>
      <dl className="facts">
        <Fact name={message('app.observations.which')} value={describePurpose(execution)} />
        <Fact name={message('app.observations.end')} value={describeEnd(end)} />
        <Fact name={message('app.observations.time')} value={formatDuration(execution.result.durationMs)} />
        <Phases lines={lines} />
        <Memory lines={lines} />
        <Fact
          name={message('app.observations.sandbox')}
          value={[message(`app.sandbox.${sandbox.level}`), ...(sandbox.reason === null ? [] : [sandbox.reason])].join(
            '. ',
          )}
        />
        {limits && (
          <Fact
            name={message('app.observed.limits')}
            value={[
              message(`app.observed.limits.${limits.by}`),
              ...(limits.reason === null ? [] : [limits.reason]),
            ].join(' ')}
          />
        )}
        {record !== null && record.dropped > 0 && (
          <Fact name={message('app.observations.dropped')} value={String(record.dropped)} />
        )}
      </dl>
    </div>
  );
}

function describePurpose({ purpose, mode }: Execution): string {
  const how = message(mode === 'plain' ? 'app.observations.plain' : 'app.observations.recorded');
  return `${message(`app.purpose.${purpose}`)}, ${how}`;
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt className="quiet">{name}</dt>
      <dd className="wrap">{value}</dd>
    </>
  );
}

function Exception({ exception }: { readonly exception: ExceptionRecord }) {
  return (
    <section className="exception" aria-label={exception.type}>
      <h2 className="observation-heading">{message(`app.observations.relation.${exception.relation}`)}</h2>
      <pre className="exception-line wrap">
        {exception.type}: {exception.message}
      </pre>
      <table className="frames">
        <thead className="visually-hidden">
          <tr>
            <th>{message('app.observations.place')}</th>
            <th>{message('app.observations.code')}</th>
          </tr>
        </thead>
        <tbody>
          {exception.frames.map((frame, at) => (
            <Frame key={at} frame={frame} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Frame({ frame }: { readonly frame: FrameRecord }) {
  const owner = frame.distribution
    ? `${frame.distribution.name} ${frame.distribution.version}`
    : message(`app.observations.from.${frame.place}`);
  return (
    <tr className={`frame from-${frame.place}`}>
      <td>
        <span className="mono">{frame.function}</span>
        <span className="small faint"> {owner}</span>
        <div className="small faint frame-file" title={frame.file}>
          {shortFile(frame)}
          {frame.line !== null && `:${frame.line}`}
        </div>
      </td>
      <td>
        <pre className="wrap">{frame.code ?? ''}</pre>
        {frame.tensors.map((tensor) => (
          <span key={tensor.name} className="tensor mono">
            {describeTensor(tensor)}
          </span>
        ))}
      </td>
    </tr>
  );
}

/** Enough of a path to know the file by: of a package from its own folder on, of the script its name. The whole is told on hover. */
function shortFile({ file, place }: FrameRecord): string {
  const packaged = /(?:(?:site|dist)-packages|[\\/]lib[\\/]python[\d.]+)[\\/](.+)$/.exec(file)?.[1];
  const parts = (packaged ?? file).split(/[\\/]/);
  return packaged === undefined ? parts.slice(place === 'script' ? -1 : -3).join('/') : parts.join('/');
}

function describeTensor(tensor: TensorDescription): string {
  const shape = tensor.shape ? `[${tensor.shape.map((size) => size ?? '?').join(', ')}]` : '';
  const device = tensor.device !== null && tensor.device !== 'cpu' ? ` ${tensor.device}` : '';
  return `${tensor.name}: ${tensor.dtype ?? tensor.type} ${shape}${device}`;
}

function Warnings({ lines }: { readonly lines: readonly RecordLine[] }) {
  const warnings = lines.flatMap((line) => (line.type === 'warning' ? [line] : []));
  if (warnings.length === 0) return null;
  return (
    <>
      <h2 className="observation-heading">{message('app.observations.warnings', { count: warnings.length })}</h2>
      <ul className="observation-list">
        {warnings.slice(0, 200).map((warning, at) => (
          <li key={at} className="wrap">
            <span className="mono">{warning.category}</span> {warning.message}
          </li>
        ))}
      </ul>
    </>
  );
}

function Metrics({ lines }: { readonly lines: readonly RecordLine[] }) {
  const metrics = lines.flatMap((line) => (line.type === 'metric' ? [line] : []));
  if (metrics.length === 0) return null;
  return (
    <>
      <h2 className="observation-heading">{message('app.observations.metrics', { count: metrics.length })}</h2>
      <table className="metrics">
        <thead>
          <tr>
            <th>{message('app.observations.metric')}</th>
            <th>{message('app.observations.step')}</th>
            <th>{message('app.observations.value')}</th>
          </tr>
        </thead>
        <tbody>
          {metrics.slice(0, 500).map((metric, at) => (
            <tr key={at}>
              <td className="mono">{metric.name}</td>
              <td>{metric.step ?? ''}</td>
              <td className="mono">{String(metric.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Phases({ lines }: { readonly lines: readonly RecordLine[] }) {
  return lines.map((line, at) =>
    line.type === 'phase' && line.name !== 'started' ? (
      <Fact key={at} name={message(`app.observations.phase.${line.name}`)} value={formatDuration(line.atMs)} />
    ) : null,
  );
}

function Memory({ lines }: { readonly lines: readonly RecordLine[] }) {
  const finished = lines.find((line) => line.type === 'finished');
  if (finished?.type !== 'finished') return null;
  const { peakHostBytes, peakGpuBytes } = finished;
  return (
    <>
      {peakHostBytes !== null && <Fact name={message('app.observations.memory')} value={formatBytes(peakHostBytes)} />}
      {peakGpuBytes !== null && <Fact name={message('app.observed.gpuMemory')} value={formatBytes(peakGpuBytes)} />}
    </>
  );
}

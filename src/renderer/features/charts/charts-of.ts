import { message } from '../../../protocol/catalogue/catalogue';
import type { Execution } from '../../../protocol/execution';

/** One line of a chart. A value that is no number leaves a gap, and is told as it is in the table. */
export interface Series {
  readonly label: string;
  readonly points: readonly { readonly x: number; readonly y: number | null; readonly told: string }[];
}

export interface Chart {
  readonly id: string;
  readonly title: string;
  readonly xLabel: string;
  /** Steps and runs are counted: there is nothing between two of them. */
  readonly isCounted: boolean;
  readonly kind: 'number' | 'bytes';
  readonly series: readonly Series[];
}

/** Runs whose lines can still be told apart in one chart. */
const MOST_RUNS = 8;

/** What the runs of an attempt recorded, as charts: each metric over its steps, a line a run, and the memory of each run. */
export function chartsOf(executions: readonly Execution[]): Chart[] {
  const runs = executions.flatMap((execution, at) => {
    const lines = execution.result?.record?.lines;
    return lines ? [{ number: at + 1, seed: execution.seed, lines }] : [];
  });
  const names = new Set(
    runs.flatMap(({ lines }) => lines.flatMap((line) => (line.type === 'metric' ? [line.name] : []))),
  );
  const metrics = [...names].map((name): Chart => {
    const series = runs.slice(0, MOST_RUNS).flatMap(({ number, seed, lines }): Series[] => {
      const told = lines.flatMap((line) => (line.type === 'metric' && line.name === name ? [line] : []));
      if (told.length === 0) return [];
      return [
        {
          label: runLabel(number, seed),
          points: told.map(({ step, value }, at) => ({
            x: step ?? at,
            y: typeof value === 'number' ? value : null,
            told: String(value),
          })),
        },
      ];
    });
    return {
      id: `metric-${name}`,
      title: name,
      xLabel: message('app.observations.step'),
      isCounted: true,
      kind: 'number',
      series,
    };
  });
  const course = memoryOverTime(executions);
  // The peak of a single run is a dot: where its course is told, nothing is lost without it.
  const peaks = memory(runs).filter(
    ({ series }) => course.length === 0 || series.some(({ points }) => points.length > 1),
  );
  return [...metrics, ...course, ...peaks];
}

/** The host's memory over the time of each run, as the host looked at it. */
function memoryOverTime(executions: readonly Execution[]): Chart[] {
  const series = executions.slice(0, MOST_RUNS).flatMap(({ seed, result }, at): Series[] => {
    const samples = result?.memory ?? [];
    if (samples.length === 0) return [];
    const points = samples.map(([ms, bytes]) => ({ x: ms / 1000, y: bytes, told: String(bytes) }));
    return [{ label: runLabel(at + 1, seed), points }];
  });
  if (series.length === 0) return [];
  const title = message('app.charts.memoryOverTime');
  return [
    { id: 'memory-over-time', title, xLabel: message('app.charts.seconds'), isCounted: false, kind: 'bytes', series },
  ];
}

function runLabel(number: number, seed: number | null): string {
  return message(seed === null ? 'app.charts.run' : 'app.charts.runSeed', {
    number: String(number),
    seed: String(seed ?? ''),
  });
}

type Run = {
  readonly number: number;
  readonly lines: NonNullable<NonNullable<Execution['result']>['record']>['lines'];
};

function memory(runs: readonly Run[]): Chart[] {
  const peaks = runs.flatMap(({ number, lines }) => {
    const end = lines.find((line) => line.type === 'finished');
    return end?.type === 'finished' ? [{ number, host: end.peakHostBytes, gpu: end.peakGpuBytes }] : [];
  });
  const series = (['host', 'gpu'] as const).flatMap((which): Series[] => {
    const points = peaks.flatMap(({ number, [which]: bytes }) =>
      bytes === null ? [] : [{ x: number, y: bytes, told: String(bytes) }],
    );
    return points.length === 0 ? [] : [{ label: message(`app.charts.memory.${which}`), points }];
  });
  if (series.length === 0) return [];
  const title = message('app.charts.memory');
  return [{ id: 'memory', title, xLabel: message('app.charts.runNumber'), isCounted: true, kind: 'bytes', series }];
}

/** The columns that a chart draws: all places on the axis in order, and what each line has there. */
export function columnsOf({ series }: Chart): [number[], ...(number | null)[][]] {
  const places = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  const lines = series.map(({ points }) => {
    const at = new Map(points.map(({ x, y }) => [x, y]));
    return places.map((x) => at.get(x) ?? null);
  });
  return [places, ...lines];
}

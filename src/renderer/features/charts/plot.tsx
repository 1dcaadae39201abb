import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatBytes } from '../../app/format';
import { readToken, useTheme } from '../../components/use-theme';
import { columnsOf, type Chart } from './charts-of';

/** Lines are told apart by their dashes as well as by their colours. */
const dashes: readonly (number[] | undefined)[] = [undefined, [6, 3], [2, 3], [8, 3, 2, 3]];
const colours = ['accent', 'bad', 'good', 'warn'] as const;

const wholeSteps = [1, 2, 5]
  .flatMap((one) => [1, 10, 100, 1e3, 1e4, 1e5].map((ten) => one * ten))
  .sort((a, b) => a - b);

/** One chart, drawn. */
export function Plot({ chart, words }: { readonly chart: Chart; readonly words: string }) {
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  useEffect(() => {
    const box = place.current;
    if (!box) return;
    const axis = { stroke: readToken('ink-2'), grid: { stroke: readToken('line'), width: 1 }, ticks: { show: false } };
    const values =
      chart.kind === 'bytes' ? { values: (_: uPlot, all: number[]) => all.map((one) => formatBytes(one)) } : {};
    const plot = new uPlot(
      {
        width: Math.max(200, box.clientWidth),
        height: 170,
        scales: {
          x: { time: false, range: (_, least, most) => (least === most ? [least - 1, most + 1] : [least, most]) },
        },
        axes: [
          { ...axis, ...(chart.isCounted ? { incrs: wholeSteps } : {}) },
          { ...axis, ...values, size: 66 },
        ],
        cursor: { drag: { x: false, y: false } },
        series: [
          { label: chart.xLabel },
          ...chart.series.map(({ label, points }, at) => ({
            label,
            stroke: readToken(colours[at % colours.length] ?? 'accent'),
            width: 1.6,
            dash: dashes[Math.floor(at / colours.length) % dashes.length] ?? [],
            points: { show: points.length < 40 },
          })),
        ],
      },
      columnsOf(chart),
      box,
    );
    const watch = new ResizeObserver(() => plot.setSize({ width: Math.max(200, box.clientWidth), height: 170 }));
    watch.observe(box);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [chart, theme]);
  return <div className="plot" ref={place} role="img" aria-label={words} />;
}

import type { ExecutionRecord, RecordLineOf } from '../../protocol/record/record';
import { valuesOfLine } from '../../protocol/record/printed-values';

type Metric = RecordLineOf<'metric'>;

/** Names of which values are kept in a record, and values of one name: the first ones, the last ones, and the first that is not finite. */
const MOST_NAMES = 40;
const FIRST_VALUES = 100;
const LAST_VALUES = 100;
/** Characters of a line that are held until its end comes. */
const LONGEST_LINE = 4096;
/** What is in any line that names a metric: a quick look before the thorough one. */
const MAY_NAME =
  /loss|acc|err|cost|score|metric|auc|auroc|precision|recall|f1|iou|dice|bleu|rouge|perplexity|ppl|mae|mse|mape|nll|elbo|kl|psnr|ssim|fid|wer|cer|reward|grad|norm|lr|learning|entropy|likelihood|divergence/i;
/** Words of a name that make it one of a metric. What else has a name and a number is left to the output itself. */
const WORD =
  /^(?:\w*loss(?:es)?|acc|\w*accuracy|err|error|cost|\w*score|metric|auc|auroc|precision|recall|f1|m?iou|dice|bleu|rouge\w?|perplexity|ppl|r?mae|r?mse|mape|nll|elbo|kl|psnr|ssim|fid|wer|cer|\w*reward|grad|gradient|norm|lr|learning|\w*entropy|likelihood|divergence)\d{0,3}$/;

interface Kept {
  readonly first: Metric[];
  readonly last: Metric[];
  odd: Metric | null;
}

export interface PrintedWatch {
  /** Takes the next bytes of one stream, split anywhere. */
  push(stream: 'stdout' | 'stderr', bytes: Uint8Array): void;
  /** The record with the metrics that were printed, in the order of their times, before what tells its end. */
  addTo(record: ExecutionRecord): ExecutionRecord;
}

/** Watches both streams of a run for lines as `loss: 0.12`, also those that a progress bar writes over. Keeps a bounded part of them. */
export function watchPrinted(): PrintedWatch {
  const startedAt = performance.now();
  const kept = new Map<string, Kept>();
  const streams = {
    stdout: { decoder: new TextDecoder(), held: '' },
    stderr: { decoder: new TextDecoder(), held: '' },
  };

  function keep(metric: Metric): void {
    const key = metric.name.toLowerCase();
    const own = kept.get(key) ?? { first: [], last: [], odd: null };
    if (!kept.has(key)) {
      if (kept.size >= MOST_NAMES) return;
      kept.set(key, own);
    }
    if (own.first.length < FIRST_VALUES) return void own.first.push(metric);
    if (typeof metric.value === 'string') own.odd ??= metric;
    own.last.push(metric);
    if (own.last.length > 2 * LAST_VALUES) own.last.splice(0, own.last.length - LAST_VALUES);
  }

  function take(line: string): void {
    if (!MAY_NAME.test(line)) return;
    const atMs = performance.now() - startedAt;
    for (const { name, value } of valuesOfLine(line)) {
      if (isMetric(name)) keep({ type: 'metric', atMs, name, value: told(value), step: null, source: 'printed' });
    }
  }

  function metrics(): readonly Metric[] {
    const all = [...kept.values()].flatMap(({ first, last, odd }) => {
      const end = last.slice(-LAST_VALUES);
      return [...first, ...(odd === null || end.includes(odd) ? [] : [odd]), ...end];
    });
    return all.sort((a, b) => a.atMs - b.atMs);
  }

  return {
    push: (name, bytes) => {
      const stream = streams[name];
      const lines = (stream.held + stream.decoder.decode(bytes, { stream: true })).split(/[\r\n]/);
      stream.held = (lines.pop() ?? '').slice(0, LONGEST_LINE);
      for (const line of lines) take(line);
    },
    addTo: (record) => {
      for (const stream of Object.values(streams)) {
        take(stream.held);
        stream.held = '';
      }
      const found = metrics();
      if (found.length === 0) return record;
      const end = record.lines.findIndex(({ type }) => type === 'packages' || type === 'finished');
      const at = end < 0 ? record.lines.length : end;
      return { ...record, lines: [...record.lines.slice(0, at), ...found, ...record.lines.slice(at)] };
    },
  };
}

function told(value: number): Metric['value'] {
  if (Number.isNaN(value)) return 'nan';
  return Number.isFinite(value) ? value : value > 0 ? 'inf' : '-inf';
}

function isMetric(name: string): boolean {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((word) => WORD.test(word));
}

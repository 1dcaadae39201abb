import type { Span } from '../../protocol/primitives';
import type { ComponentInformation, InformationItem, PrintedException, ReportBlock } from '../../protocol/report';

/** What shows that the report tells a kind of information: words of its code and of its prose. A data table. */
const signs: Readonly<Record<'data' | 'model' | 'hyperparameters', RegExp>> = {
  data: /\b(?:read_csv|np\.(?:load|array|random|linspace|arange|ones|zeros)|torch\.(?:rand\w*|tensor|from_numpy|zeros|ones)|load_data|DataLoader|TensorDataset|ImageFolder|from_tensor_slices|load_dataset|make_classification|tf\.(?:constant|random))\b|\b(?:data ?set|samples?|rows|images|labels|shape)\b[^.\n]{0,60}\d|\(\d+(?:, ?\d+)+,?\)/i,
  model:
    /\b(?:nn\.(?:Module|Sequential|Linear|Conv\w*|LSTM|GRU\w*|Embedding|Transformer\w*)|Sequential\(|Dense\(|Conv[123]D\(|LSTM\(|GRU\(|Model\(|LightningModule|from_pretrained|MultiHeadAttention)/,
  hyperparameters:
    /\b(?:lr|learning_rate|batch_size|n?b?_?epochs?|num_epochs|max_epochs|momentum|weight_decay|dropout|patience|optimizer|hidden_size|num_layers)\s*=\s*\S|\b(?:learning rate|batch size|epochs?)\b[^.\n]{0,40}\d|\b\d+ epochs\b/i,
};

/** Which of the study's five kinds of information are there, with the first place of each. Offsets are those of `visible`. */
export function findInformation(
  visible: string,
  blocks: readonly ReportBlock[],
  exceptions: readonly PrintedException[],
): InformationItem[] {
  const firstOf = (...kinds: readonly ReportBlock['kind'][]): Span | null =>
    blocks.find((block) => kinds.includes(block.kind))?.span ?? null;
  const sample = firstOf('dataSample');
  return [
    item('logs', exceptions[0]?.span ?? firstOf('traceback', 'log')),
    item('code', firstOf('snippet')),
    item('data', firstMatch(visible, signs.data) ?? sample),
    item('model', firstMatch(visible, signs.model)),
    item('hyperparameters', firstMatch(visible, signs.hyperparameters)),
  ];
}

function item(kind: ComponentInformation, span: Span | null): InformationItem {
  return { kind, present: span !== null, span };
}

function firstMatch(text: string, pattern: RegExp): Span | null {
  const read = text.slice(0, 1_000_000);
  const match = pattern.exec(read);
  return match ? wholeLine(read, { start: match.index, end: match.index + match[0].length }) : null;
}

/** A line of prose may be a whole paragraph: beyond this, its sentence is shown. */
const LONGEST_LINE = 200;
/** What a call that is spread over lines may take. */
const LONGEST_CALL = 1000;

/** The line around a match, or its sentence where that is long, up to the end of the call that the match opens: a scrap such as `Dense(` tells a reader nothing. */
function wholeLine(text: string, match: Span): Span {
  const from = text.lastIndexOf('\n', match.start - 1) + 1;
  const next = text.indexOf('\n', match.end);
  const line = { start: from, end: next < 0 ? text.length : next };
  if (line.end - line.start > LONGEST_LINE) return trimmed(text, sentenceIn(text, line, match));
  return trimmed(text, { start: line.start, end: Math.max(line.end, endOfCall(text, line) ?? 0) });
}

function sentenceIn(text: string, line: Span, match: Span): Span {
  const before = [...text.slice(line.start, match.start).matchAll(/[.!?]\s+/g)].at(-1);
  const start = before === undefined ? line.start : line.start + before.index + before[0].length;
  const after = /[.!?](?=\s)/.exec(text.slice(match.end, line.end));
  const end = after === null ? line.end : match.end + after.index + 1;
  return {
    start: Math.max(start, match.start - LONGEST_LINE),
    end: Math.max(match.end, Math.min(end, match.start + LONGEST_LINE)),
  };
}

/** Behind the bracket that closes what the line leaves open; null: nothing is open, or it is not closed near by. */
function endOfCall(text: string, line: Span): number | null {
  const limit = Math.min(text.length, line.start + LONGEST_CALL);
  let open = 0;
  for (let at = line.start; at < limit; at += 1) {
    const sign = text.charAt(at);
    if ('([{'.includes(sign)) open += 1;
    else if (')]}'.includes(sign)) open -= 1;
    if (open < 0 || (open === 0 && at >= line.end)) return open === 0 ? at + 1 : null;
    if (open === 0 && at === line.end - 1) return null;
  }
  return null;
}

function trimmed(text: string, { start, end }: Span): Span {
  const shown = text.slice(start, end);
  return { start: start + shown.length - shown.trimStart().length, end: end - (shown.length - shown.trimEnd().length) };
}

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
  const match = pattern.exec(text.slice(0, 1_000_000));
  return match ? { start: match.index, end: match.index + match[0].length } : null;
}

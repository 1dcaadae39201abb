import type { EditAction } from '../../../protocol/script';
import type { SyntaxNode } from '../../ports/python-parser';
import { walk } from '../syntax-names';
import { argumentsOf, lastNameOf } from './call-arguments';
import { wordTokenizer } from './tokenizer-text';
import { pictureSets } from './vision-text';

/** A change of one call that would fetch something: what stands in for its function, or for one of its arguments. */
export interface Fetched {
  readonly action: EditAction;
  /** For people: what is not fetched. */
  readonly what: string;
  /** Statements that come in front. */
  readonly lines: readonly string[];
  readonly replace: { readonly node: SyntaxNode; readonly text: string };
}

/** Data sets that Keras fetches: text of their features and labels for a count of samples. A data table. */
const kerasSets: Readonly<Record<string, readonly [features: string, labels: string]>> = {
  mnist: ['np.random.randint(0, 256, (count, 28, 28)).astype("uint8")', 'np.arange(count) % 10'],
  fashion_mnist: ['np.random.randint(0, 256, (count, 28, 28)).astype("uint8")', 'np.arange(count) % 10'],
  cifar10: ['np.random.randint(0, 256, (count, 32, 32, 3)).astype("uint8")', '(np.arange(count) % 10).reshape(-1, 1)'],
  cifar100: [
    'np.random.randint(0, 256, (count, 32, 32, 3)).astype("uint8")',
    '(np.arange(count) % 100).reshape(-1, 1)',
  ],
  boston_housing: ['np.random.rand(count, 13)', 'np.random.rand(count) * 50'],
  california_housing: ['np.random.rand(count, 8)', 'np.random.rand(count) * 5'],
  imdb: [
    'np.array([np.random.randint(1, kwargs.get("num_words") or 10000, n).tolist() for n in np.random.randint(20, 200, count)], dtype=object)',
    'np.arange(count) % 2',
  ],
  reuters: [
    'np.array([np.random.randint(1, kwargs.get("num_words") or 10000, n).tolist() for n in np.random.randint(20, 200, count)], dtype=object)',
    'np.arange(count) % 46',
  ],
};

/** Data sets that scikit-learn fetches: their features, and what the values of their target are below. A data table. */
const learnSets: Readonly<Record<string, readonly [features: string, target: string]>> = {
  fetch_california_housing: ['np.random.rand(500, 8)', 'np.random.rand(500) * 5'],
  fetch_openml: ['np.random.randint(0, 256, (500, 784))', '(np.arange(500) % 10).astype(str)'],
  fetch_20newsgroups: ['["some words in a row", "other words here"] * 100', 'np.arange(200) % 2'],
  fetch_covtype: ['np.random.rand(500, 54)', 'np.arange(500) % 7 + 1'],
  fetch_olivetti_faces: ['np.random.rand(400, 4096)', 'np.arange(400) % 40'],
  fetch_lfw_people: ['np.random.rand(400, 1850)', 'np.arange(400) % 7'],
  load_boston: ['np.random.rand(500, 13)', 'np.random.rand(500) * 50'],
};

function owner(call: SyntaxNode): string {
  return call.childForField('function')?.text.replace(/\s/g, '').split('.').at(-2) ?? '';
}

/** How many samples the two parts have: those of the real set where the code counts on them. */
function countsFor(call: SyntaxNode): string {
  let root = call;
  while (root.parent) root = root.parent;
  const told = /(?<![\w.])(60000|50000|25000)(?![\w.])/.exec(root.text.replace(/(\d)_(?=\d)/g, '$1'))?.[1];
  if (told === undefined) return 'part(400), part(100)';
  return `part(${told}), part(${told === '25000' ? told : '10000'})`;
}

function ofKeras(call: SyntaxNode, name: string): Fetched | null {
  const [features, labels] = kerasSets[name] ?? [];
  const node = call.childForField('function');
  if (features === undefined || labels === undefined || !node) return null;
  return {
    action: 'dataset-procurement',
    what: name,
    lines: [
      'import numpy as np',
      `def load_${name}(*args, **kwargs):`,
      '    def part(count):',
      `        return ${features}, ${labels}`,
      '',
      `    return ${countsFor(call)}`,
    ],
    replace: { node, text: `load_${name}` },
  };
}

function ofLearn(call: SyntaxNode, name: string): Fetched | null {
  const [features, target] = learnSets[name] ?? [];
  const node = call.childForField('function');
  if (features === undefined || target === undefined || !node) return null;
  return {
    action: 'dataset-procurement',
    what: name,
    lines: [
      'import numpy as np',
      'from types import SimpleNamespace',
      `def made_${name}(*args, **kwargs):`,
      `    data, target = ${features}, ${target}`,
      '    names = ["f%d" % n for n in range(np.asarray(data).shape[-1])]',
      '    made = SimpleNamespace(data=data, target=target, feature_names=names, target_names=[str(n) for n in sorted(set(target))])',
      '    return (data, target) if kwargs.get("return_X_y") else made',
    ],
    replace: { node, text: `made_${name}` },
  };
}

function ofVision(call: SyntaxNode, name: string): Fetched | null {
  const set = pictureSets[name];
  const node = call.childForField('function');
  if (!set || !node || name === 'ImageFolder') return null;
  const [height, width, channels = 1] = set.size;
  return {
    action: 'dataset-procurement',
    what: name,
    lines: [
      'import torchvision',
      `def made_${name}(*args, transform=None, target_transform=None, **kwargs):`,
      `    return torchvision.datasets.FakeData(512, (${channels}, ${height}, ${width}), ${set.classes}, transform, target_transform)`,
    ],
    replace: { node, text: `made_${name}` },
  };
}

/** Weights that somebody trained: the same network keeps those it is made with. */
function ofWeights(call: SyntaxNode): Fetched | null {
  const { keywords } = argumentsOf(call);
  const weights = keywords.get('weights');
  const node = weights ?? keywords.get('pretrained') ?? keywords.get('weights_backbone');
  if (!node || /^(?:None|False)$/.test(node.text)) return null;
  const name = lastNameOf(call);
  return {
    action: 'model-tokenizer-download',
    what: name,
    lines: [],
    replace: { node, text: weights ? 'None' : 'False' },
  };
}

/** Configurations of few weights by a part of the published name. A data table. */
const small: readonly (readonly [RegExp, string, string])[] = [
  [/distilbert/i, 'DistilBertConfig', 'dim=32, n_layers=1, n_heads=2, hidden_dim=64, vocab_size=100, max_position_embeddings=512'],
  [/roberta/i, 'RobertaConfig', 'hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=64, vocab_size=100'],
  [/albert/i, 'AlbertConfig', 'hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=64, vocab_size=100, embedding_size=16'],
  [/bert/i, 'BertConfig', 'hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=64, vocab_size=100'],
  [/gpt/i, 'GPT2Config', 'n_embd=32, n_layer=1, n_head=2, vocab_size=100'],
  [/t5/i, 'T5Config', 'd_model=32, d_kv=16, d_ff=64, num_layers=1, num_heads=2, vocab_size=100, decoder_start_token_id=0'],
  [/bart/i, 'BartConfig', 'd_model=32, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=64, decoder_ffn_dim=64, vocab_size=100'],
  [/vit/i, 'ViTConfig', 'hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=64'],
  [/llama|mistral|vicuna/i, 'LlamaConfig', 'hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=64, vocab_size=100'],
]; // prettier-ignore

/** A network of Transformers with few weights by chance in place of a published one; settings that the call names are kept. */
function ofTransformers(call: SyntaxNode): Fetched | null {
  const kind = owner(call);
  const { positional, keywords } = argumentsOf(call);
  const published = `${kind} ${positional[0]?.text ?? keywords.get('pretrained_model_name_or_path')?.text ?? ''}`;
  if (/Processor|FeatureExtractor/.test(kind)) return null;
  if (/Tokenizer/.test(kind)) {
    return {
      action: 'model-tokenizer-download',
      what: published.trim(),
      lines: ['import numpy as np', 'import torch', ...wordTokenizer('made_tokenizer')],
      replace: { node: call, text: 'made_tokenizer' },
    };
  }
  const [, config, sizes] = small.find(([pattern]) => pattern.test(published)) ?? small[3] ?? [];
  if (config === undefined || sizes === undefined) return null;
  const kept = [...keywords]
    .filter(([name]) => /^(?:num_labels|output_\w+|problem_type|id2label|label2id)$/.test(name))
    .map(([name, { text }]) => `, ${name}=${text}`)
    .join('');
  const make = `transformers.${config}(${sizes}${kept})`;
  const text = /Config$/.test(kind)
    ? make
    : /^(?:TF)?Auto/.test(kind)
      ? `${kind}.from_config(${make})`
      : `${kind}(${make})`;
  return {
    action: 'model-tokenizer-download',
    what: published.trim(),
    lines: ['import transformers'],
    replace: { node: call, text },
  };
}

/** What stands in for a call that would fetch something. Null: it is none of those that are known. */
function standInFor(call: SyntaxNode): Fetched | null {
  const name = lastNameOf(call);
  if (name === 'load_data') return ofKeras(call, owner(call));
  if (name in learnSets) return ofLearn(call, name);
  if (name in pictureSets) return ofVision(call, name);
  if (name === 'from_pretrained') return ofTransformers(call);
  return ofWeights(call);
}

/** The calls on a line of a script, or where none is known anywhere in it, that would fetch something, with what stands in. */
export function fetchedAt(root: SyntaxNode, line: number | null): Fetched | null {
  const found: { readonly row: number; readonly last: number; readonly fetched: Fetched }[] = [];
  walk(root, (node) => {
    const fetched = node.type === 'call' ? standInFor(node) : null;
    if (fetched) found.push({ row: node.startPosition.row, last: node.endPosition.row, fetched });
  });
  const here = found.find(({ row, last }) => line !== null && row + 1 <= line && last + 1 >= line);
  return (here ?? found[0])?.fetched ?? null;
}

import type { Usage } from '../name-usage';
import { reportedCount } from './report-values';
import { modelNames } from './roles';

const epochNames = /^(?:n_?|num_?|nb_?|max_?|total_?)?(?:epochs?)$/i;

/** Plausible small values by what a name says: enough to run through, never to train well. A data table. */
const byName: readonly (readonly [RegExp, string])[] = [
  [/^(?:batch_?size|bs|bsz|batchsize|mini_?batch(?:_?size)?|(?:train|val|valid|test|eval)_?batch_?size)$/i, '16'],
  [epochNames, '3'],
  [/^(?:n_?|num_?|nb_?|max_?)?(?:iters?|iterations?|steps?|episodes?)$/i, '10'],
  [/^(?:steps_?per_?epoch|validation_?steps)$/i, '2'],
  [/^(?:lr|learning_?rate|eta|step_?size|base_?lr|init(?:ial)?_?lr|lr_?rate|alpha)$/i, '0.01'],
  [/^(?:momentum|beta_?1|betas?|gamma|decay_?rate|rho)$/i, '0.9'],
  [/^(?:weight_?decay|l2|reg|lambda_?|epsilon|eps|decay|tol)$/i, '0.0001'],
  [/^(?:dropout\w*|drop_?(?:rate|prob|out)?|p_?drop|keep_?prob)$/i, '0.5'],
  [/^(?:test_?size|val(?:idation)?_?(?:split|size)|split|ratio|test_?split)$/i, '0.25'],
  [/^(?:vocab\w*_?(?:size|len)?|n_?(?:words|tokens|vocab|chars)|num_?(?:words|tokens|embeddings)|max_?(?:words|features)|input_?vocab\w*|ntokens?)$/i, '50'],
  [/^(?:max_?len\w*|seq\w*_?len\w*|time_?steps?|n_?(?:steps|timesteps)|look_?back|window\w*|sequence_?length|max_?seq\w*|n_?past|seqlen|block_?size)$/i, '10'],
  [/^(?:img|image)_?(?:size|dim|width|height|rows|cols|w|h)$|^(?:width|height|img_?rows|img_?cols|rows|cols)$/i, '32'],
  [/^(?:n_?|num_?|nb_?)?(?:channels?|in_?channels)$/i, '3'],
  [/^(?:n_?|num_?|nb_?)?(?:layers?|blocks?|stacks?)$/i, '2'],
  [/^(?:n_?|num_?|nb_?)?(?:heads?|nhead)$/i, '4'],
  [/^(?:head_?dim|d_?k|d_?v|key_?dim)$/i, '8'],
  [/^(?:d_?model|hid\w*(?:_?(?:size|dim|units|nodes|layer_?size))?|hdim|n_?hid\w*|num_?(?:hidden|units|neurons|filters)|n_?(?:units|neurons|filters)|units|latent\w*|z_?dim|embed\w*|emb_?(?:size|dim)|em_?size|rnn_?(?:size|units)|lstm_?\w*|filters?|bottleneck\w*)$/i, '32'],
  [/^(?:kernel_?size|filter_?size|pool_?size|k)$/i, '3'],
  [/^(?:random_?(?:state|seed)|seed|manual_?seed)$/i, '0'],
  [/^(?:num_?workers|n_?workers|verbose|verbosity|workers|rank|local_?rank)$/i, '0'],
  [/^(?:patience|log_?(?:interval|every|freq\w*)|print_?(?:every|freq)|display_?step|save_?every|k_?folds?|n_?splits|top_?k|beam\w*)$/i, '2'],
  [/^(?:n_?samples?|num_?samples|n_?examples?|train_?size|buffer_?size|n_?train|n_?points|num_?(?:examples|data|points)|dataset_?size)$/i, '64'],
  [/^(?:temperature|temp|scale|clip\w*|max_?norm|grad_?clip)$/i, '1.0'],
  [/^(?:use_?(?:cuda|gpu)|cuda|gpu|debug|pretrained)$/i, 'False'],
  [/^(?:shuffle|bidirectional|train(?:ing)?_?flag|is_?train\w*|return_sequences)$/i, 'True'],
  [/^(?:activation|act|activation_?f\w*)$/i, '"relu"'],
]; // prettier-ignore

const classNames =
  /^(?:n|num|nb|no_of)?_?(?:class(?:es)?|kinds?|labels?|categor(?:y|ies)|targets?|output_?(?:size|dim|shape|units|nodes)?|out_?(?:dim|features|size|channels)|y_?dim|n_?out\w*|tags?|tagset_?size)$/i;
const featureNames =
  /^(?:n|num|nb)?_?(?:features?|inputs?|in_?(?:dim|features|size)|input_?(?:size|dim|features|units|nodes)|feat\w*_?(?:size|dim)?|cols|columns|x_?dim|n_?in|in_?size|D|dim|dims|state_?(?:size|dim))$/i;

/** Keywords of calls that tell a value whatever it is called. */
const byKeyword: readonly (readonly [RegExp, string])[] = [
  [/^batch_size$/, '16'],
  [/^(?:epochs|nb_epoch|max_epochs|num_train_epochs)$/, '3'],
  [/^(?:lr|learning_rate)$/, '0.01'],
  [/^(?:verbose|num_workers|random_state|seed)$/, '0'],
  [/^(?:n_clusters|n_components|n_splits|cv|k)$/, '2'],
  [/^(?:test_size|validation_split)$/, '0.25'],
  [/^(?:maxlen|input_length|max_length)$/, '10'],
  [/^(?:num_words|vocab_size|num_embeddings)$/, '50'],
  [/^(?:num_classes|num_labels)$/, '3'],
  [/^(?:dropout|rate|p)$/, '0.5'],
]; // prettier-ignore

/** More epochs than these are not made, whatever the report printed. */
const MOST_EPOCHS = 100;

/** How many epochs the report's own output went through: `Epoch 3/50`, or the last of lines such as `epoch 19 loss 1.47`. Null: it prints none. */
export function printedEpochs(source: string): number | null {
  const read = source.slice(0, 50_000);
  const total = /^[^\n\w]{0,8}epoch\s*[:#]?\s*\[?\s*\d{1,4}\s*(?:\/|of)\s*(\d{1,4})\b/im.exec(read)?.[1];
  const counted = [...read.matchAll(/^[^\n\w]{0,8}epoch\s*[:#=]?\s*\[?(\d{1,4})\b(?!\s*(?:\/|of))/gim)].map((match) =>
    Number(match[1]),
  );
  const last = counted.length < 2 ? 0 : Math.max(...counted) + (counted.includes(0) ? 1 : 0);
  const epochs = total === undefined ? last : Number(total);
  return epochs > 0 && epochs <= MOST_EPOCHS ? epochs : null;
}

/** How many classes there are, where a name asks: what the report says, else three. */
export function classCount(source: string): string {
  const told = reportedCount(/classes|kinds|categories|labels|digits|species|outputs/, source);
  return String(told ?? (/\bbinary\b|\b0 (?:or|and) 1\b|\b0\/1\b/i.test(source) ? 2 : 3));
}

/** Whether a name can be a number at all: nothing of it is read, called or looped over. */
function mayBeNumber(usage: Usage): boolean {
  return (
    usage.attributes.size === 0 &&
    usage.calls.length === 0 &&
    usage.loops.length === 0 &&
    usage.subscripts.length === 0 &&
    usage.unpacked.length === 0 &&
    !usage.handedTo.some(({ callee }) => /^(?:len|enumerate|zip|sorted|iter)$/.test(callee)) &&
    !usage.spread &&
    !usage.isBase
  );
}

/** Names of files by what reads them. A data table. */
const fileNames: readonly (readonly [RegExp, string])[] = [
  [/imread$|Image\.open$|load_img$/, '"picture.png"'],
  [/read_csv$|read_table$|loadtxt$|genfromtxt$/, '"table.csv"'],
  [/(?:np|numpy)\.load$/, '"array.npy"'],
  [/torch\.(?:load|save)$/, '"weights.pt"'],
  [/load_model$|\.save$/, '"model.keras"'],
  [/load_weights$|save_weights$/, '"model.weights.h5"'],
  [/pickle\.load$|read_pickle$/, '"data.pkl"'],
  [/read_json$|json\.load$/, '"data.json"'],
];

const pathNames = /(?:^|_)(?:path|file_?name|fname|file|dir|directory|folder|root)$|(?:path|dir|file)$/i;

/** A folder as `pathlib` has it, where the script divides it by a name or asks it for what is in it. Null: it does not. */
export function pathObject(name: string, { operators, methods, attributes }: Usage): string | null {
  const isPath =
    [...methods.keys()].some((method) =>
      /^(?:mkdir|glob|rglob|iterdir|exists|joinpath|is_dir|is_file)$/.test(method),
    ) ||
    (pathNames.test(name) &&
      (operators.has('/') || [...attributes].some((attribute) => /^(?:parent|stem|suffix)$/.test(attribute))));
  return isPath ? 'pathlib.Path(".")' : null;
}

const vocabularyNames = /^(?:vocab\w*|stoi|w2i|(?:word|tok(?:en)?|char|tag|label)s?_?(?:2|to)_?(?:i(?:d|dx|x|ndex)|int|num)s?|\w+_(?:index|vocab|to_ix))$/i; // prettier-ignore

/** A dictionary that numbers any word, where the script looks words up in a value of such a name. Null: it does not. */
export function vocabularyObject(name: string, { subscripts, methods }: Usage): string | null {
  const isLookedUp = methods.has('get') || subscripts.some((text) => /^(?:[a-z_]\w*|['"][^'"]*['"])$/i.test(text));
  return vocabularyNames.test(name) && isLookedUp
    ? 'type("Vocabulary", (dict,), {"__missing__": lambda self, word: sum(map(ord, str(word))) % 50, "get": lambda self, word, *other: self[word], "__len__": lambda self: 50})()'
    : null;
}

function pathText(name: string, { handedTo }: Usage): string | null {
  if (!pathNames.test(name)) return null;
  const callee = handedTo.find((item) => fileNames.some(([pattern]) => pattern.test(item.callee)))?.callee ?? '';
  return fileNames.find(([pattern]) => pattern.test(callee))?.[1] ?? '"data"';
}

/** A value for a name that is a setting, as a Python expression. Null: it does not look like one. */
export function hyperparameterValue(name: string, usage: Usage, source: string): string | null {
  if (!mayBeNumber(usage)) return null;
  // These words name the data as often as their number.
  if (
    /^(?:features?|inputs?|labels?|targets?|classes|kinds?|categor(?:y|ies)|outputs?|cols|columns|tags?|dims?)$/i.test(
      name,
    ) &&
    !isLayerSize(usage)
  ) {
    return null;
  }
  const path = pathText(name, usage);
  if (path !== null) return path;
  const bare = name.replace(/^(?:FLAGS_|opt_|args_|self_|_+)/i, '');
  const epochs = epochNames.test(bare) ? printedEpochs(source) : null;
  if (epochs !== null) return String(epochs);
  const named = byName.find(([pattern]) => pattern.test(bare))?.[1];
  if (named !== undefined) return named;
  if (classNames.test(bare) && isSize(usage)) return classCount(source);
  if (featureNames.test(bare) && isSize(usage)) return '8';
  for (const { keyword, callee } of usage.handedTo) {
    const value = keyword === null ? undefined : byKeyword.find(([pattern]) => pattern.test(keyword))?.[1];
    if (value !== undefined) return value;
    if (/(?:^|\.)x?range$/.test(callee)) return '3';
    if (/\.(?:batch|padded_batch)$/.test(callee)) return '16';
    if (/\.(?:shuffle|take|skip|repeat|prefetch)$/.test(callee)) return '2';
  }
  return isLayerSize(usage) ? '8' : null;
}

/** Whether what it is handed to takes a size: a layer, a range, a shape, a keyword that is called so. */
function isSize(usage: Usage): boolean {
  const data = /(?:^|\.)(?:fit|criterion|loss\w*|train_test_split|evaluate|predict|DataLoader|TensorDataset)$/;
  return !usage.handedTo.some(
    ({ callee, keyword, position }) =>
      keyword === null && (data.test(callee) || (position === 0 && modelNames.test(callee.split('.').at(-1) ?? ''))),
  );
}

function isLayerSize({ handedTo }: Usage): boolean {
  return handedTo.some(
    ({ callee, position }) =>
      position !== null &&
      /(?:^|\.)(?:Dense|Linear|Conv\dd|Conv\dD|Embedding|LSTM|GRU|RNN|Dropout|Normalize|BatchNorm\dd|zeros|ones|randn|rand|empty|arange|Input)$/.test(
        callee,
      ),
  );
}

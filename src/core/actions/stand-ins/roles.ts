import type { SyntaxNode } from '../../ports/python-parser';
import type { HandedTo, Usage } from '../name-usage';

/** What a name stands for in code of this field. */
export type Role =
  | 'setting'
  | 'device'
  | 'model'
  | 'modelClass'
  | 'loss'
  | 'optimizer'
  | 'scheduler'
  | 'callback'
  | 'loader'
  | 'dataset'
  | 'scaler'
  /** Makes pictures anew: `ImageDataGenerator`. */
  | 'augmenter'
  | 'tokenizer'
  | 'writer'
  | 'features'
  | 'labels'
  | 'table'
  | 'texts'
  | 'function'
  /** Has methods of the script's own making. */
  | 'object'
  | 'unknown';

const modelMethods =
  /^(?:parameters|named_parameters|state_dict|load_state_dict|train|eval|fit|predict|predict_classes|evaluate|compile|summary|add|layers|trainable_variables|trainable_weights|fit_generator|predict_proba|zero_grad|get_layer|get_weights|set_weights|train_on_batch|count_params)$/;
/** Names that networks get. */
export const modelNames =
  /(?:^|_)(?:model|net|network|encoder|decoder|generator|discriminator|classifier|clf|regressor|estimator|cnn|rnn|lstm|mlp|gan|backbone|autoencoder|ae|vae|unet|bert|critic|actor|policy|agent|teacher|student|net_?g|net_?d)\d*$/i;
const lossNames =
  /^(?:criterion\w*|loss_?(?:fn|func|function|obj\w*)?|cost|objective|lossf\w*|\w+_(?:loss|criterion))$/i;
const optimizerNames = /^(?:opt|optim|optimi[sz]er\w*|\w+_opt(?:imi[sz]er)?|solver|trainer_opt)$/i;
const loaderNames = /(?:loader|_dl|_iter|iterator|batches|dataloaders?|generator|_gen)$/i;
export const labelNames =
  /^(?:y|ys|yb|t|lab|label|labels|target|targets|truth|kinds?|classes|gt|ground_truth|masks?|expected|y_\w+|\w+_y|Y\w*|\w+_?(?:label|target)s?|labels_\w+|targets_\w+|y(?:train|test|val|valid|a|b)?)$/i;
const tableMethods =
  /^(?:iloc|loc|columns|head|dropna|fillna|groupby|describe|apply|merge|iterrows|itertuples|to_csv|drop|isnull|isna|value_counts|index|set_index|reset_index|sort_values|corr|query|pivot|rename)$/;

/** What is fitted to data and then changes others: names that such steps of scikit-learn get. */
const fitters = /(?:^|_)(?:\w*scaler|sc|imputer|\w*encoder|enc|ohe|le|vectori[sz]er|tfidf|cv|pca|svd|selector|preprocessor|ct|normali[sz]er|binarizer)\w?$/i; // prettier-ignore

/** Methods that tensors, arrays, tables, lists, words and dictionaries have. A data table. */
const commonMethods =
  /^(?:to|cuda|cpu|size|view|reshape|\w*squeeze\w*|astype|type|dim|numpy|float|long|int|double|half|bool|byte|short|item|items|detach\w*|flatten|ravel|permute|transpose|t|mean|sum|std|var|max|min|arg\w+|eq|ne|gt|lt|ge|le|view_as|expand\w*|repeat\w*|clone|copy|contiguous|backward|requires_grad_|zero_|fill_|clamp\w*|clip|abs|exp|log|sqrt|pow|norm|matmul|mm|bmm|dot|add\w*|sub\w*|mul\w*|div\w*|tolist|numel|nonzero|any|all|sort|cumsum|prod|round|split|chunk|gather|scatter\w*|index\w*|masked\w*|where|unique|append|extend|insert|remove|pop|keys|values|get|update|setdefault|lower|upper|strip|replace|join|format|startswith|endswith|encode|decode|count|shuffle|batch|map|prefetch|take|skip|cache|filter|repeat|as_numpy_iterator|write|read|close|next|__next__|__iter__|swapaxes|register_hook|retain_grad|storage|tobytes|is_cuda|new|new_zeros|new_ones|softmax|log_softmax|sigmoid|tanh|relu|T|H|shape|numpy_function|get_shape|set_shape|assign\w*|eval|run)$/;

function handed(usage: Usage, callee: RegExp): HandedTo | undefined {
  return usage.handedTo.find((item) => callee.test(item.callee));
}

function isLabelPlace({ callee, position, keyword }: HandedTo): boolean {
  const name = callee.split('.').at(-1) ?? callee;
  if (keyword !== null) return /^(?:y|labels?|targets?|y_true|y_train)$/.test(keyword);
  if (
    /^(?:fit|flow|evaluate|score|train_on_batch|train_test_split|TensorDataset|partial_fit|fit_transform)$/.test(name)
  ) {
    return position === 1;
  }
  if (
    /^(?:accuracy_score|confusion_matrix|classification_report|f1_score|roc_auc_score|mean_squared_error|to_categorical|one_hot|precision_score|recall_score|r2_score|log_loss|bincount)$/.test(
      name,
    )
  ) {
    return position === 0;
  }
  return (lossNames.test(name) || /cross_entropy|_loss$/.test(name)) && position === 1;
}

function isFeaturePlace({ callee, position, keyword }: HandedTo): boolean {
  const name = callee.split('.').at(-1) ?? callee;
  if (keyword !== null) return /^(?:x|X|inputs?|input_ids)$/.test(keyword);
  return (
    (modelNames.test(name) && position === 0) ||
    (/^(?:fit|flow|predict|predict_classes|evaluate|transform|fit_transform|predict_proba|forward)$/.test(name) &&
      position === 0)
  );
}

/** What Lightning's trainer goes through: `trainer.fit(model, loader)`, `trainer.test(model, dataloaders=loader)`. */
function isTrainerPlace({ callee, position, keyword }: HandedTo): boolean {
  if (!/(?:^|\.)trainer\w*(?:\([\s\S]*\))?\.(?:fit|validate|test|predict|tune)$/i.test(callee)) return false;
  return keyword === null ? position !== null && position > 0 : /data/.test(keyword);
}

/** Objects that only hold settings, by their usual names. */
const settingsNames = /^(?:cfg|conf|config|configs|args|opts?|hparams|hps?|flags|settings|constants?|consts?|C)$/i;

/** Whether nothing is done with a value but to read its attributes, none of which arrays or tables have. */
function isSettings(name: string, usage: Usage): boolean {
  const { attributes, methods, calls, subscripts, loops, itemLoops, operators, unpacked } = usage;
  if (attributes.size === 0 || methods.size > 0 || calls.length > 0 || usage.isBase || usage.spread) return false;
  if (subscripts.length + loops.length + itemLoops.length + unpacked.length + operators.size > 0) return false;
  if (settingsNames.test(name)) return true;
  if (usage.handedTo.length > 0 || modelNames.test(name) || labelNames.test(name)) return false;
  return [...attributes].every(
    (attribute) => !commonMethods.test(attribute) && !tableMethods.test(attribute) && !modelMethods.test(attribute),
  );
}

/** Whether a value alone is both features and labels: `fit(train_ds, epochs=3)`, `validation_data=val_ds`. */
function isWholePlace({ callee, position, keyword, call }: HandedTo): boolean {
  if (!/(?:^|\.)(?:fit|fit_generator|evaluate)$/.test(callee)) return false;
  if (keyword === 'validation_data') return true;
  const given = call.childForField('arguments')?.namedChildren ?? [];
  const keywords = given.map((node) => node.childForField('name')?.text ?? null);
  const places = given.filter(({ type }) => type !== 'keyword_argument' && type !== 'comment').length;
  if (position !== 0 || places !== 1 || keywords.some((name) => name !== null && /^(?:y|target)$/.test(name)))
    return false;
  return keywords.some(
    (name) => name !== null && /^(?:epochs|steps_per_epoch|validation_data|validation_steps)$/.test(name),
  );
}

/** The second of a pair such as `validation_data=(x, y)`. */
function pairPlace(nodes: readonly SyntaxNode[]): 'features' | 'labels' | null {
  for (const node of nodes) {
    const pair = node.parent;
    const keyword = pair?.parent;
    if (!pair || !['tuple', 'list'].includes(pair.type)) continue;
    const inKeyword = keyword?.type === 'keyword_argument' && /validation_data/.test(keyword.text.slice(0, 20));
    const inSlices = /from_tensor_slices|TensorDataset/.test(keyword?.parent?.text.slice(0, 80) ?? '');
    if (!inKeyword && !inSlices) continue;
    return pair.namedChildren[0]?.startIndex === node.startIndex ? 'features' : 'labels';
  }
  return null;
}

/** `callbacks=[NAME]` and `callbacks=NAME` of Keras. */
function isCallbackPlace(node: SyntaxNode): boolean {
  const keyword = node.parent?.type === 'list' ? node.parent.parent : node.parent;
  return keyword?.type === 'keyword_argument' && keyword.childForField('name')?.text === 'callbacks';
}

/** Tells what a name stands for by what is done with it, and where that does not say, by how it is called. */
export function roleOf(name: string, usage: Usage, reads: readonly SyntaxNode[]): Role {
  const methods = [...usage.methods.keys(), ...usage.attributes];
  const has = (pattern: RegExp): boolean => methods.some((method) => pattern.test(method));
  if (/^device$|_device$/i.test(name)) return 'device';
  if (has(/^(?:zero_grad|param_groups|minimize|apply_gradients)$/) && !has(/^(?:parameters|train|eval)$/))
    return 'optimizer';
  if (optimizerNames.test(name) && (has(/^step$/) || usage.handedTo.length > 0)) return 'optimizer';
  if (/sched/i.test(name)) return 'scheduler';
  if (reads.some(isCallbackPlace)) return 'callback';
  if (has(/^(?:flow|flow_from_directory|flow_from_dataframe)$/)) return 'augmenter';
  if (/tokeni[sz]er/i.test(name)) return 'tokenizer';
  if (has(/^(?:encode|decode|tokenize|convert_tokens_to_ids|batch_encode_plus|encode_plus|texts_to_sequences)$/))
    return 'tokenizer';
  if (has(/^(?:add_scalar|add_graph|add_image)$/)) return 'writer';
  if (fitters.test(name) && has(/^(?:fit_|inverse_)?transform$/)) return 'scaler';
  if (usage.isBase || (/^[A-Z][A-Za-z0-9]*$/.test(name) && usage.calls.length > 0)) return 'modelClass';
  if (usage.handedTo.some(({ callee, position, keyword }) => /(?:^|\.)DataLoader$/.test(callee) && (position === 0 || keyword === 'dataset'))) return 'dataset'; // prettier-ignore
  if (usage.handedTo.some(isTrainerPlace)) return 'loader';
  if (usage.handedTo.some(({ callee, position }) => /(?:^|\.)trainer\w*(?:\([\s\S]*\))?\.(?:fit|validate|test)$/i.test(callee) && position === 0)) return 'model'; // prettier-ignore
  if (usage.loops.length > 0 && has(/^(?:take|prefetch|as_numpy_iterator)$/)) return 'loader';
  if (usage.loops.length > 0 && (loaderNames.test(name) || usage.loops.some(({ type }) => type !== 'identifier')))
    return 'loader';
  if (loaderNames.test(name) && (usage.loops.length > 0 || usage.methods.has('__iter__') || usage.handedTo.length > 0))
    return 'loader';
  if (
    usage.itemLoops.length > 0 &&
    (loaderNames.test(name) || usage.itemLoops.some(({ type }) => type !== 'identifier'))
  )
    return 'loader';
  if (usage.handedTo.some(isWholePlace)) return 'loader';
  if (
    [...usage.itemAttributes].some((method) =>
      /^(?:split|lower|upper|strip|encode|replace|startswith|endswith)$/.test(method),
    )
  )
    return 'texts';
  if (isSettings(name, usage)) return 'object';
  if (has(tableMethods) || usage.subscripts.some((text) => /^(?:\[\s*)?['"]/.test(text))) return 'table';
  if (usage.calls.length > 0 && lossNames.test(name)) return 'loss';
  if (has(modelMethods) || (usage.calls.length > 0 && modelNames.test(name))) return 'model';
  if (handed(usage, /(?:^|\.)compile$/) && lossNames.test(name)) return 'loss';
  const pair = pairPlace(reads);
  if (pair) return pair;
  if (usage.handedTo.some(isLabelPlace)) return 'labels';
  if (usage.handedTo.some(isFeaturePlace)) return 'features';
  if (usage.calls.length > 0) return 'function';
  const own = [...usage.methods.keys()].filter((method) => !commonMethods.test(method) && !tableMethods.test(method));
  if (own.length > 0 && own.length === usage.methods.size) return 'object';
  if (
    has(
      /^(?:to|cuda|cpu|shape|view|size|reshape|unsqueeze|squeeze|astype|dim|numpy|float|long|detach|flatten|permute|transpose|ndim|dtype|T|mean|sum|max|min|argmax|values|view_as|eq)$/,
    ) ||
    usage.subscripts.length > 0 ||
    usage.operators.size > 0
  ) {
    return labelNames.test(name) ? 'labels' : 'features';
  }
  if (/(?:^|_)(?:texts?|sentences?|corpus|docs?|documents|reviews?)$/i.test(name)) return 'texts';
  if (labelNames.test(name)) return 'labels';
  if (
    /^(?:x|xs|xb|X\w*|x_\w+|\w+_x|data|inputs?|features?|images?|imgs?|train|test|dataset|batch|samples?|img|input_\w+)$/i.test(
      name,
    )
  )
    return 'features';
  return modelNames.test(name) ? 'model' : 'unknown';
}

import type { SyntaxNode } from '../../ports/python-parser';
import { argumentOf, isInside, statementOf, type CallFact, type CodeFacts } from '../code-facts';
import { isOfTraining, type ControlRule, type Removal } from '../control-rule';
import { replaceNode, setArgument, type TextEdit } from '../text-edits';
import { torchLoops } from '../torch-loop';

/** What the last layer gives does not go with the loss, or with what is asked of it. */
export const outputs: readonly ControlRule[] = [
  {
    name: 'softmax-over-one-unit',
    source:
      'Keras documentation, layer activations: softmax makes the values of one axis sum to 1, so one value is always 1',
    causes: isOfTraining,
    remove: (facts) => {
      const edits = lastDense(facts).flatMap(({ units, activation }) =>
        units === '1' && activation && /softmax/.test(activation.text) ? [replaceNode(activation, "'sigmoid'")] : [],
      );
      const torch = singleSoftmax(facts);
      const all = [...edits, ...torch];
      return all.length === 0 ? [] : [{ edits: all, changed: ['control.softmaxOverOne', {}] }];
    },
  },
  {
    name: 'bounded-output-of-regression',
    source: 'Keras documentation, layer activations: sigmoid ends at 1, tanh at 1, relu begins at 0, softmax sums to 1',
    causes: isOfTraining,
    remove: (facts) => {
      if (!hasLoss(facts, /mse|mae|mean_?squared|mean_?absolute|MSELoss|L1Loss|SmoothL1Loss|huber|msle/i)) return [];
      const edits = lastDense(facts).flatMap(({ activation }) =>
        activation && /sigmoid|tanh|relu|softmax|elu/.test(activation.text)
          ? [replaceNode(activation, "'linear'")]
          : [],
      );
      const torch = torchOutputActivation(
        facts,
        /^(?:Sigmoid|Tanh|ReLU|LeakyReLU|Softmax|sigmoid|tanh|relu|leaky_relu|softmax)$/,
      );
      const all = [...edits, ...torch];
      return all.length === 0 ? [] : [{ edits: all, changed: ['control.boundedOutput', {}] }];
    },
  },
  {
    name: 'activation-before-loss-with-its-own',
    source:
      'PyTorch documentation, CrossEntropyLoss and BCEWithLogitsLoss: both take raw scores and apply the activation themselves',
    causes: isOfTraining,
    remove: (facts) => {
      const own = hasLoss(facts, /CrossEntropyLoss|cross_entropy\b/)
        ? /^(?:Softmax|LogSoftmax|softmax|log_softmax|Sigmoid|sigmoid|ReLU|relu)$/
        : hasLoss(facts, /BCEWithLogitsLoss|binary_cross_entropy_with_logits/)
          ? /^(?:Sigmoid|sigmoid|Softmax|softmax|ReLU|relu)$/
          : null;
      if (own === null || facts.framework !== 'torch') return [];
      const edits = torchOutputActivation(facts, own);
      return edits.length === 0 ? [] : [{ edits, changed: ['control.activationBeforeLoss', {}] }];
    },
  },
  {
    name: 'probabilities-without-logarithm',
    source: 'PyTorch documentation, NLLLoss: it takes the logarithms of probabilities, as log_softmax gives them',
    causes: isOfTraining,
    remove: (facts) => {
      if (!hasLoss(facts, /NLLLoss|nll_loss/)) return [];
      const edits = facts.calls.flatMap(({ name, node }): TextEdit[] => {
        const callee = node.childForField('function');
        if (!callee || !/^(?:softmax|Softmax)$/.test(name)) return [];
        const taken = name === 'softmax' ? 'log_softmax' : 'LogSoftmax';
        return [replaceNode(callee, callee.text.replace(/softmax$|Softmax$/, taken))];
      });
      return edits.length === 0 ? [] : [{ edits, changed: ['control.logarithmMissing', {}] }];
    },
  },
  {
    name: 'logits-taken-for-probabilities',
    source: 'Keras documentation, losses: from_logits says whether the loss gets probabilities or raw scores',
    causes: isOfTraining,
    remove: (facts) => {
      const dense = lastDense(facts);
      const active = dense.some(({ activation }) => activation && /softmax|sigmoid/.test(activation.text));
      const edits: (TextEdit | null)[] = facts.calls.flatMap((call) => {
        if (!/Crossentropy$/.test(call.name)) return [];
        const told = call.named.get('from_logits');
        if (active && told?.text === 'True') return [replaceNode(told, 'False')];
        return !active && told?.text !== 'True' ? [setArgument(call.node, 'from_logits', 'True')] : [];
      });
      if (edits.length > 0) return [{ edits, changed: ['control.fromLogits', {}] }];
      if (active || !hasLoss(facts, /crossentropy/)) return [];
      const binary = hasLoss(facts, /['"]binary_crossentropy/);
      return dense.flatMap(({ call, activation }): Removal[] => {
        const text = binary ? "'sigmoid'" : "'softmax'";
        const edit = activation ? replaceNode(activation, text) : setArgument(call.node, 'activation', text);
        return [
          { edits: [edit], changed: ['control.activationMissing', { activation: binary ? 'sigmoid' : 'softmax' }] },
        ];
      });
    },
  },
  {
    name: 'loss-for-other-labels',
    source: 'Keras documentation, probabilistic losses: each loss takes labels and outputs of its own form',
    causes: isOfTraining,
    remove: (facts) =>
      facts.calls.flatMap((call): Removal[] => {
        const loss = call.name === 'compile' ? (call.named.get('loss') ?? call.positional[1]) : undefined;
        if (!loss || loss.type !== 'string') return [];
        const last = lastDense(facts).at(-1);
        const wanted = lossWanted(loss.text, last?.units ?? null, last?.activation?.text ?? '', facts.text);
        return wanted === null
          ? []
          : [
              {
                edits: [replaceNode(loss, `'${wanted}'`)],
                changed: ['control.lossForLabels', { before: loss.text, after: wanted }],
              },
            ];
      }),
  },
  {
    name: 'class-taken-over-one-column',
    source: 'NumPy and PyTorch documentation, argmax: over an axis of size 1 the answer is always 0',
    causes: isOfTraining,
    remove: argmaxOverOne,
  },
  {
    name: 'shapes-broadcast-in-loss',
    source:
      'PyTorch documentation, MSELoss: (N, 1) against (N,) broadcasts to (N, N), which the warning of the loss says',
    causes: isOfTraining,
    remove: (facts) =>
      torchLoops(facts).flatMap(({ lossCall }): Removal[] => {
        const [out, target] = lossCall?.positional ?? [];
        if (
          !out ||
          !target ||
          !hasLoss(facts, /MSELoss|L1Loss|mse_loss|l1_loss|BCE|SmoothL1|\*\*\s*2|\.pow\(2\)|huber/)
        )
          return [];
        if (!/^[\w.]+$/.test(target.text)) return [];
        const text = `${out.text}.reshape(${target.text}.shape)`;
        return [{ edits: [replaceNode(out, text)], changed: ['control.broadcastLoss', { text }] }];
      }),
  },
  {
    name: 'wrong-axis',
    source:
      'PyTorch documentation, softmax: dim is the axis whose values sum to 1; over the batch it mixes the samples',
    causes: isOfTraining,
    remove: (facts) => {
      const edits = facts.calls.flatMap((call): TextEdit[] => {
        if (!/^(?:softmax|log_softmax|Softmax|LogSoftmax|argmax)$/.test(call.name)) return [];
        const functional =
          !/^[A-Z]/.test(call.name) &&
          /^(?:F|nn\.functional|torch|torch\.nn\.functional|np|tf|tf\.nn|K)$/.test(call.owner);
        const axis = call.named.get('dim') ?? call.named.get('axis') ?? call.positional[functional ? 1 : 0];
        return axis?.text === '0' ? [replaceNode(axis, '-1')] : [];
      });
      return edits.length === 0 ? [] : [{ edits, changed: ['control.wrongAxis', {}] }];
    },
  },
];

export function hasLoss(facts: CodeFacts, words: RegExp): boolean {
  return words.test(facts.text);
}

interface DenseLayer {
  readonly call: CallFact;
  readonly units: string | null;
  readonly activation: SyntaxNode | null;
}

/** The last Dense layer of each network of Keras: the last one in front of each `compile`. */
export function lastDense(facts: CodeFacts): readonly DenseLayer[] {
  const dense = facts.calls.filter(({ name }) => name === 'Dense');
  const ends = facts.calls.filter(({ name }) => name === 'compile').map(({ node }) => node.startIndex);
  const places = ends.length > 0 ? ends : [facts.text.length];
  const last = places.flatMap((end) => dense.filter(({ node }) => node.endIndex <= end).at(-1) ?? []);
  return [...new Set(last)].map((call) => ({
    call,
    units: argumentOf(call, 'units', 0)?.text ?? call.named.get('output_dim')?.text ?? null,
    activation: argumentOf(call, 'activation', 1) ?? activationBehind(facts, call),
  }));
}

/** `model.add(Activation('softmax'))` right behind the layer. */
function activationBehind(facts: CodeFacts, dense: CallFact): SyntaxNode | null {
  const next = facts.calls.find(({ name, node }) => name === 'Activation' && node.startIndex > dense.node.endIndex);
  const between = next ? facts.text.slice(dense.node.endIndex, next.node.startIndex) : '';
  return next && !/Dense|Conv|LSTM|GRU|compile|Dropout/.test(between) ? (next.positional[0] ?? null) : null;
}

function lossWanted(loss: string, units: string | null, activation: string, text: string): string | null {
  const oneHot = /to_categorical|one_hot|np\.eye\(|get_dummies|OneHotEncoder|LabelBinarizer/.test(text);
  const several = units !== null && units !== '1';
  if (/binary_crossentropy/.test(loss) && several && /softmax/.test(activation))
    return oneHot ? 'categorical_crossentropy' : 'sparse_categorical_crossentropy';
  if (/['"]categorical_crossentropy/.test(loss) && units === '1') return 'binary_crossentropy';
  if (/['"]categorical_crossentropy/.test(loss) && several && !oneHot) return 'sparse_categorical_crossentropy';
  if (/mse|mean_squared|mae|mean_absolute/.test(loss) && several && /softmax/.test(activation))
    return oneHot ? 'categorical_crossentropy' : 'sparse_categorical_crossentropy';
  if (/mse|mean_squared|mae|mean_absolute/.test(loss) && /sigmoid/.test(activation) && units === '1')
    return 'binary_crossentropy';
  return null;
}

/** `nn.Softmax` behind a layer of one output. */
function singleSoftmax(facts: CodeFacts): readonly TextEdit[] {
  const pattern = /(nn\.Linear\([^()]{1,80},\s*1\s*\)\s*,\s*)(nn\.Softmax\([^()]*\))/g;
  return [...facts.text.matchAll(pattern)].map((match) => {
    const start = match.index + (match[1] ?? '').length;
    return { start, end: start + (match[2] ?? '').length, text: 'nn.Sigmoid()' };
  });
}

/** The activation at the end of a network of PyTorch: last in a Sequential, or around what `forward` returns. */
function torchOutputActivation(facts: CodeFacts, names: RegExp): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (const call of facts.calls) {
    const last = call.name === 'Sequential' ? call.positional.at(-1) : undefined;
    const name =
      facts.calls.find(({ node }) => last && node.startIndex === last.startIndex && node.endIndex === last.endIndex)
        ?.name ?? '';
    if (last && names.test(name) && !isInsideClass(call.node)) edits.push(replaceNode(last, 'nn.Identity()'));
    if (!names.test(call.name) || /^[A-Z]/.test(call.name)) continue;
    const statement = statementOf(call.node);
    const isReturned =
      statement.type === 'return_statement' &&
      statement.namedChildren[0] !== undefined &&
      isInside(call.node, statement) &&
      statement.namedChildren[0].startIndex === call.node.startIndex;
    const handed = torchLoops(facts).some(
      ({ lossCall }) => lossCall?.positional[0]?.startIndex === call.node.startIndex,
    );
    const isLast = isReturned || handed || isLastInForward(facts, statement, call);
    const inner =
      call.positional[0]?.text ??
      (call.owner === '' || /^(?:F|torch|nn\.functional|torch\.nn\.functional)$/.test(call.owner) ? null : call.owner);
    const text = /^(?:F|torch|nn\.functional|torch\.nn\.functional|self)$/.test(call.owner)
      ? inner
      : call.positional.length === 0 || /^-?\d+$/.test(call.positional[0]?.text ?? '')
        ? call.owner
        : inner;
    if (isLast && text !== null && text !== '') edits.push(replaceNode(call.node, text));
  }
  return edits;
}

function isInsideClass(node: SyntaxNode): boolean {
  for (let current = node.parent; current; current = current.parent)
    if (current.type === 'class_definition')
      return !/self\.(?:net|model|layers|main|classifier|head|fc\w*|out\w*|seq\w*|mlp|network|stack)\s*=/.test(
        statementOf(node).text,
      );
  return false;
}

/** `x = torch.sigmoid(x)` right in front of `return x`. */
function isLastInForward(facts: CodeFacts, statement: SyntaxNode, call: CallFact): boolean {
  const block = statement.parent;
  const next =
    block?.namedChildren[block.namedChildren.findIndex(({ startIndex }) => startIndex === statement.startIndex) + 1];
  const assigned = facts.assignments.find(
    ({ value }) => value.startIndex === call.node.startIndex && value.endIndex === call.node.endIndex,
  );
  return next?.type === 'return_statement' && assigned !== undefined && next.namedChildren[0]?.text === assigned.name;
}

/** `out.argmax(1)`, `out.max(1)[1]`, `torch.max(out, 1)` where the network gives one score for a yes or no. */
function argmaxOverOne(facts: CodeFacts): readonly Removal[] {
  const one =
    hasLoss(facts, /BCEWithLogits|BCELoss|binary_cross_?entropy|hinge|MSELoss/) ||
    lastDense(facts).some(({ units }) => units === '1');
  if (!one) return [];
  const limit = hasLoss(facts, /BCEWithLogits|with_logits/) ? '0' : '0.5';
  return facts.calls.flatMap((call): Removal[] => {
    if (!/^(?:argmax|max)$/.test(call.name)) return [];
    const functional = /^(?:torch|np|numpy|tf|tf\.math|K)$/.test(call.owner);
    const what = functional ? call.positional[0]?.text : call.owner;
    const axis = call.named.get('dim') ?? call.named.get('axis') ?? call.positional[functional ? 1 : 0];
    if (what === undefined || what === '' || !/^-?[1]$/.test(axis?.text ?? '')) return [];
    const type = facts.framework === 'torch' ? '.long()' : ".astype('int64')";
    const keeps = call.named.get('keepdim')?.text === 'True';
    const chosen = `(${what} > ${limit})${type}${keeps ? '' : facts.framework === 'torch' ? '.squeeze(-1)' : '.reshape(-1)'}`;
    if (call.name === 'argmax')
      return [{ edits: [replaceNode(call.node, chosen)], changed: ['control.argmaxOverOne', { limit }] }];
    const { parent } = call.node;
    if (parent?.type === 'subscript' && parent.childForField('subscript')?.text === '1')
      return [{ edits: [replaceNode(parent, chosen)], changed: ['control.argmaxOverOne', { limit }] }];
    const pair = parent?.type === 'assignment' && /pattern|tuple/.test(parent.childForField('left')?.type ?? '');
    return pair
      ? [{ edits: [replaceNode(call.node, `(${what}, ${chosen})`)], changed: ['control.argmaxOverOne', { limit }] }]
      : [];
  });
}

import { walk } from '../../verify/syntax-walk';
import { loopAround, outerLoop, type CodeFacts } from '../code-facts';
import { isOf, isOfTraining, type ControlRule, type Removal } from '../control-rule';
import {
  linesAfter,
  linesAtTop,
  linesBefore,
  removeStatement,
  replaceNode,
  setArgument,
  type TextEdit,
} from '../text-edits';
import { torchLoops } from '../torch-loop';

/** How weights begin, and in which mode layers work. */
export const weightsAndModes: readonly ControlRule[] = [
  {
    name: 'constant-weights',
    source:
      'Goodfellow and others, Deep Learning (2016), 8.4: units that begin alike get the same gradients and stay alike',
    causes: isOfTraining,
    remove: (facts) => {
      const edits = constantWeights(facts);
      return edits.length === 0 ? [] : [{ edits, changed: ['control.constantWeights', {}] }];
    },
  },
  {
    name: 'weights-too-large',
    source: 'Glorot and Bengio (AISTATS 2010): weights that begin too large let sigmoids saturate and values overflow',
    causes: isOfTraining,
    remove: (facts) => {
      const edits = largeWeights(facts);
      return edits.length === 0 ? [] : [{ edits, changed: ['control.largeWeights', {}] }];
    },
  },
  {
    name: 'evaluation-mode-missing',
    source: 'PyTorch documentation, Module.eval: dropout and batch normalisation work another way until it is called',
    causes: isOf('nonDeterminism', 'saveLoadMismatch', 'metricGap', 'wrongValue'),
    remove: evaluationMissing,
  },
  {
    name: 'statistics-lag-behind',
    source:
      'PyTorch documentation, BatchNorm: momentum is the share of the new batch, 0.1 by default; Keras documentation, BatchNormalization: it is the share of the old value there',
    causes: isOf('metricGap', 'wrongValue', 'stuckMetric'),
    remove: (facts) => {
      const edits = facts.calls.flatMap((call): (TextEdit | null)[] => {
        const momentum = call.named.get('momentum');
        const value = Number(momentum?.text);
        if (/^BatchNorm\dd$/.test(call.name))
          return momentum && (value <= 0.02 || value >= 0.6) ? [replaceNode(momentum, '0.1')] : [];
        if (call.name !== 'BatchNormalization' || (momentum && value < 0.9)) return [];
        return [setArgument(call.node, 'momentum', '0.5')];
      });
      return edits.length === 0 ? [] : [{ edits, changed: ['control.statistics', {}] }];
    },
  },
  {
    name: 'training-mode-missing',
    source:
      'PyTorch documentation, Module.train: after eval, training goes on without dropout and with frozen statistics',
    causes: isOfTraining,
    remove: (facts) => {
      const evals = facts.calls.filter(
        ({ name, owner, positional }) => name === 'eval' && owner !== '' && positional.length === 0,
      );
      const [loop] = torchLoops(facts);
      const early = evals.filter(({ node }) => loop && node.startIndex < loop.backward.node.startIndex);
      if (early.length > 0)
        return [{ edits: early.map(({ node }) => removeStatement(facts, node)), changed: ['control.trainMode', {}] }];
      const inside = evals.find(
        ({ node }) => loop && node.startIndex >= loop.outer.startIndex && node.endIndex <= loop.outer.endIndex,
      );
      const back = facts.calls.some(
        ({ name, node, owner }) =>
          name === 'train' &&
          owner === inside?.owner &&
          loop &&
          node.startIndex > loop.outer.startIndex &&
          node.endIndex < loop.outer.endIndex,
      );
      return loop && inside && !back
        ? [{ edits: [linesAtTop(facts, loop.outer, [`${inside.owner}.train()`])], changed: ['control.trainMode', {}] }]
        : [];
    },
  },
  {
    name: 'training-flag',
    source:
      'Keras documentation, training and inference mode: training=True keeps dropout on, False keeps batch statistics as they are',
    causes: (symptom) => isOfTraining(symptom) || isOf('nonDeterminism', 'saveLoadMismatch')(symptom),
    remove: (facts, symptom) => {
      const before = symptom.kind === 'nonDeterminism' || symptom.kind === 'saveLoadMismatch' ? 'True' : 'False';
      const edits = facts.calls.flatMap(({ named }): TextEdit[] => {
        const told = named.get('training');
        return told?.text === before ? [replaceNode(told, before === 'True' ? 'False' : 'True')] : [];
      });
      return edits.length === 0 ? [] : [{ edits, changed: ['control.trainingFlag', {}] }];
    },
  },
  {
    name: 'apply-gradients-missing',
    source: 'TensorFlow guide, basic training loops: the tape gives gradients, apply_gradients changes the variables',
    causes: isOfTraining,
    remove: (facts): readonly Removal[] => {
      if (facts.calls.some(({ name }) => /^(?:apply_gradients|assign_sub|minimize|apply)$/.test(name))) return [];
      const gradient = facts.calls.find(({ name, owner }) => name === 'gradient' && /tape|^t$|^g$/i.test(owner));
      const optimizer = facts.assignments.find(({ value }) => /optimizers?\.(?:legacy\.)?\w+\(/.test(value.text))?.name;
      const grads = facts.assignments.find(({ value }) => value.startIndex === gradient?.node.startIndex)?.name;
      const variables = gradient?.positional[1]?.text;
      if (!gradient || optimizer === undefined || grads === undefined || variables === undefined) return [];
      const line = `${optimizer}.apply_gradients(zip(${grads}, ${variables}))`;
      return [{ edits: [linesAfter(facts, gradient.node, [line])], changed: ['control.applyGradients', { line }] }];
    },
  },
];

function constantWeights(facts: CodeFacts): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (const { name, owner, node, positional } of facts.calls) {
    const callee = node.childForField('function');
    const first = positional[0]?.text ?? '';
    if (/init$/.test(owner) && /^(?:zeros_|ones_|constant_)$/.test(name) && !/bias/.test(first))
      edits.push(replaceNode(node, `${owner}.normal_(${first}, 0.0, 0.1)`));
    const isWeight = /\.weight(?:\.data)?$/.test(owner);
    if (/^(?:fill_|zero_)$/.test(name) && isWeight) edits.push(replaceNode(node, `${owner}.normal_(0.0, 0.1)`));
    if (
      /^(?:zeros|ones)$/.test(name) &&
      owner === 'torch' &&
      callee &&
      /requires_grad\s*=\s*True|Parameter\($/.test(
        `${node.text}${node.parent?.parent?.type === 'call' ? (node.parent.parent.childForField('function')?.text ?? '') : ''}${node.parent?.parent?.type === 'call' ? '(' : ''}`,
      )
    )
      edits.push(
        replaceNode(node, `(torch.randn(${positional.map(({ text }) => text).join(', ')}) * 0.1).requires_grad_(True)`),
      );
  }
  walk(facts.tree, (node) => {
    const name = node.type === 'keyword_argument' ? node.childForField('name')?.text : undefined;
    const value = node.childForField('value');
    if (
      value &&
      name &&
      /^(?:kernel_initializer|init|weights_initializer|embeddings_initializer|recurrent_initializer)$/.test(name) &&
      /zeros|ones|constant/i.test(value.text)
    )
      edits.push(replaceNode(value, "'glorot_uniform'"));
    return true;
  });
  return edits;
}

function largeWeights(facts: CodeFacts): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (const { name, owner, positional, named } of facts.calls) {
    const spread = /^(?:normal_|RandomNormal|TruncatedNormal|random_normal_initializer)$/.test(name)
      ? (named.get('std') ?? named.get('stddev') ?? positional[/init$/.test(owner) && name === 'normal_' ? 2 : 1])
      : undefined;
    if (spread && Number(spread.text) >= 0.5) edits.push(replaceNode(spread, '0.05'));
    const edge =
      name === 'uniform_' || name === 'RandomUniform'
        ? [positional.at(-2), positional.at(-1), named.get('minval'), named.get('maxval')]
        : [];
    for (const node of edge)
      if (node && Math.abs(Number(node.text)) >= 0.5)
        edits.push(replaceNode(node, Number(node.text) < 0 ? '-0.05' : '0.05'));
  }
  return edits;
}

/** `eval()` in front of the uses of a model that lie outside its training. */
function evaluationMissing(facts: CodeFacts): readonly Removal[] {
  if (facts.framework !== 'torch' || !/[Dd]ropout|BatchNorm/.test(facts.text)) return [];
  const models = facts.assignments
    .filter(
      ({ value, node }) =>
        value.type === 'call' &&
        loopAround(node) === null &&
        /^(?:nn\.|torch\.nn\.)?[A-Z]\w*\(|^torch\.load|^models?\./.test(value.text) &&
        !/Loss\(|optim|DataLoader|Tensor\b/.test(value.text),
    )
    .map(({ name }) => name);
  const trained = torchLoops(facts).map(({ outer }) => outer);
  const edits = facts.calls.flatMap((call) => {
    if (call.owner !== '' || !models.includes(call.name)) return [];
    const place = outerLoop(call.node) ?? call.node;
    if (trained.some((outer) => call.node.startIndex >= outer.startIndex && call.node.endIndex <= outer.endIndex))
      return [];
    return [linesBefore(facts, place, [`${call.name}.eval()`])];
  });
  return edits.length === 0 ? [] : [{ edits, changed: ['control.evalMode', {}] }];
}

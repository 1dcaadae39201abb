import type { SyntaxNode } from '../../ports/python-parser';
import { argumentOf, isInside, loopAround, type CallFact, type CodeFacts } from '../code-facts';
import { isOfTraining, type ControlRule, type Removal } from '../control-rule';
import { linesBefore, removeStatement, replaceNode, setArgument, type TextEdit } from '../text-edits';
import { torchLoops, torchOptimizers, trainedTensors } from '../torch-loop';

/** Numbers that a training stands and falls with. Which one is at fault the code does not say: that shows by trying. */
export const rates: readonly ControlRule[] = [
  {
    name: 'learning-rate',
    source:
      'A taxonomy of real faults in deep learning systems (Humbatova and others, ICSE 2020): suboptimal learning rate',
    causes: isOfTraining,
    remove: (facts, symptom) => {
      const places = learningRates(facts);
      const [{ node, value } = { node: null, value: null }] = places;
      const written =
        node === null || value === null
          ? []
          : factorsFor(value, symptom.kind === 'stuckMetric').map((factor): Removal => {
              const after = String(Number((value * factor).toPrecision(6)));
              return {
                edits: [replaceNode(node, after)],
                changed: ['control.learningRate', { before: String(value), after }],
              };
            });
      return [...written, ...defaultRates(facts)];
    },
  },
  {
    name: 'other-optimizer',
    source: 'Kingma and Ba, Adam (ICLR 2015): steps scaled for each parameter go with gradients of any size',
    causes: isOfTraining,
    remove: adamInstead,
  },
  {
    name: 'momentum-or-decay',
    source:
      'PyTorch and Keras documentation of optimizers: weight_decay pulls all weights to 0, momentum near 1 adds up all steps',
    causes: isOfTraining,
    remove: (facts) => {
      const edits = facts.calls.flatMap(({ named }): TextEdit[] =>
        [...named].flatMap(([name, node]) => {
          const value = Number(node.text);
          if (/^(?:weight_decay|decay|l2|l1)$/.test(name) && value >= 1e-2) return [replaceNode(node, '0.0')];
          if (name === 'momentum' && value >= 0.95) return [replaceNode(node, '0.5')];
          return name === 'eps' || name === 'epsilon' ? (value > 1e-3 ? [replaceNode(node, '1e-8')] : []) : [];
        }),
      );
      return edits.length === 0 ? [] : [{ edits, changed: ['control.decay', {}] }];
    },
  },
  {
    name: 'schedule-ends-training',
    source: 'PyTorch documentation, lr_scheduler: stepped for every batch, a schedule made for epochs soon reaches 0',
    causes: isOfTraining,
    remove: (facts) => {
      const edits = facts.calls
        .filter(({ name, owner, node }) => name === 'step' && /sched/i.test(owner) && loopAround(node))
        .map(({ node }) => removeStatement(facts, node));
      return edits.length === 0 ? [] : [{ edits, changed: ['control.schedule', {}] }];
    },
  },
  {
    name: 'gradients-explode',
    source:
      'Pascanu and others, On the difficulty of training recurrent neural networks (ICML 2013): clipping the norm of gradients',
    causes: ({ kind }) => kind === 'nonFinite' || kind === 'divergingMetric',
    remove: (facts) =>
      torchLoops(facts).flatMap(({ steps }): Removal[] => {
        const [step] = steps;
        const tensors = trainedTensors(facts);
        if (!step || tensors === null || /clip_grad/.test(facts.text)) return [];
        const line = `torch.nn.utils.clip_grad_norm_(${tensors}, 1.0)`;
        return [{ edits: [linesBefore(facts, step.node, [line])], changed: ['control.clipped', {}] }];
      }),
  },
  {
    name: 'dropout-too-high',
    source: 'Srivastava and others, Dropout (JMLR 2014): what is dropped is the share given; near 1 nothing passes',
    causes: isOfTraining,
    remove: (facts) => {
      const edits = facts.calls.flatMap((call): TextEdit[] => {
        if (!/^(?:Dropout\d?d?|dropout|SpatialDropout\d?D?)$/.test(call.name)) return [];
        const rate = call.named.get('rate') ?? call.named.get('p') ?? call.positional[/^[A-Z]/.test(call.name) ? 0 : 1];
        return rate && Number(rate.text) >= 0.5 ? [replaceNode(rate, '0.1')] : [];
      });
      return edits.length === 0 ? [] : [{ edits, changed: ['control.dropout', {}] }];
    },
  },
  {
    name: 'stops-too-early',
    source: 'Keras documentation, EarlyStopping: patience counts epochs without improvement',
    causes: isOfTraining,
    remove: (facts) => {
      const edits = facts.calls.flatMap((call): (TextEdit | null)[] => {
        if (!/^EarlyStopping$/.test(call.name)) return [];
        const mode = call.named.get('mode');
        const monitor = call.named.get('monitor') ?? call.positional[0];
        const wrong =
          mode !== undefined &&
          /max/.test(mode.text) !== /acc|auc|f1/.test(monitor?.text ?? '') &&
          !/auto/.test(mode.text);
        if (wrong && mode) return [replaceNode(mode, /max/.test(mode.text) ? "'min'" : "'max'")];
        return [setArgument(call.node, 'patience', '1000')];
      });
      return edits.length === 0 ? [] : [{ edits, changed: ['control.patience', {}] }];
    },
  },
];

/** Literals that are learning rates: of an optimizer, or a name that says so. */
function learningRates(facts: CodeFacts): readonly { readonly node: SyntaxNode; readonly value: number }[] {
  const found: SyntaxNode[] = [];
  for (const call of facts.calls) {
    if (!isOptimizer(call)) continue;
    const torch = torchOptimizers(facts).includes(call) && call.positional.length > 0;
    const node =
      call.named.get('lr') ??
      call.named.get('learning_rate') ??
      call.named.get('learning_rate_init') ??
      call.named.get('eta0') ??
      call.positional[torch ? 1 : 0];
    if (node) found.push(node);
  }
  for (const { name, value } of facts.assignments)
    if (/^(?:\w*_)?(?:lr|learning_?rate|alpha|step_?size|eta)$/i.test(name)) found.push(value);
  return found.flatMap((node) => {
    const text = node.text.replace(/_/g, '');
    const value = Number(text);
    return /^(?:integer|float)$/.test(node.type) && Number.isFinite(value) && value > 0 ? [{ node, value }] : [];
  });
}

function isOptimizer({ name }: CallFact): boolean {
  return /^(?:SGD|Adam|AdamW|RMSprop|Adagrad|Adadelta|Adamax|NAdam|Nadam|RAdam|ASGD|Rprop|Ftrl|Lion|GradientDescentOptimizer|AdamOptimizer|MomentumOptimizer|RMSPropOptimizer|MLPClassifier|MLPRegressor|SGDClassifier|SGDRegressor)$/.test(
    name,
  );
}

/** A high rate is lowered first, a low one raised. What runs away only ever wants less. */
function factorsFor(value: number, isStuck: boolean): readonly number[] {
  const lower = [0.1, 0.01, 0.001];
  if (!isStuck) return lower;
  if (value >= 0.05) return [...lower, 10];
  return value <= 1e-4 ? [100, 1000, 1e4] : [10, 0.1, 0.01, 100];
}

/** `optimizer='sgd'` carries a rate that nobody wrote. */
function defaultRates(facts: CodeFacts): readonly Removal[] {
  return facts.calls.flatMap((call): Removal[] => {
    const optimizer = call.name === 'compile' ? argumentOf(call, 'optimizer', 0) : null;
    return optimizer?.type === 'string' && !/adam/i.test(optimizer.text)
      ? [
          {
            edits: [replaceNode(optimizer, "'adam'")],
            changed: ['control.optimizer', { before: optimizer.text, after: 'adam' }],
          },
        ]
      : [];
  });
}

function adamInstead(facts: CodeFacts): readonly Removal[] {
  return facts.calls.flatMap((call): Removal[] => {
    if (!/^(?:SGD|RMSprop|Adagrad|Adadelta|GradientDescentOptimizer|MomentumOptimizer)$/.test(call.name)) return [];
    const callee = call.node.childForField('function');
    if (!callee) return [];
    const torch = torchOptimizers(facts).includes(call) && call.positional.length > 0;
    const owner = call.owner === '' ? '' : `${call.owner}.`;
    const rest = torch ? `${call.positional[0]?.text ?? ''}, lr=0.01` : '0.01';
    const isKnown = call.owner !== '' || new RegExp(String.raw`import[^\n]*\bAdam\b`).test(facts.text);
    if (isInside(call.node, callee) || /^tf\.(?:compat\.v1\.)?train$/.test(call.owner)) return [];
    const text = isKnown ? `${owner}Adam(${rest})` : torch ? `torch.optim.Adam(${rest})` : "'adam'";
    return [
      { edits: [replaceNode(call.node, text)], changed: ['control.optimizer', { before: call.name, after: 'Adam' }] },
    ];
  });
}

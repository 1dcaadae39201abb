import type { SyntaxNode } from '../../ports/python-parser';
import { statementOf, type CodeFacts } from '../code-facts';
import { fitted } from '../fitted-data';
import { isOfTraining, type ControlRule, type Removal } from '../control-rule';
import { linesBefore, replaceNode, type TextEdit } from '../text-edits';

/** Faults of what goes in: its scale, its order, its type. */
export const inputs: readonly ControlRule[] = [
  {
    name: 'inputs-not-scaled',
    source:
      'LeCun and others, Efficient BackProp (1998): inputs of zero mean and like variance; scikit-learn documentation, preprocessing',
    causes: isOfTraining,
    remove: (facts) =>
      fitted(facts).map(({ features, place }): Removal => {
        const line = scaled(features, facts);
        return { edits: [linesBefore(facts, place, [line])], changed: ['control.scaled', { name: features }] };
      }),
  },
  {
    name: 'targets-not-scaled',
    source:
      'A taxonomy of real faults in deep learning systems (Humbatova and others, ICSE 2020): missing preprocessing',
    causes: ({ kind }) => kind === 'nonFinite' || kind === 'divergingMetric' || kind === 'stuckMetric',
    remove: (facts) => {
      if (!/mse|mae|mean_squared|mean_absolute|MSELoss|L1Loss|mse_loss/i.test(facts.text)) return [];
      return fitted(facts).flatMap(({ features, targets, place }): Removal[] =>
        targets === null
          ? []
          : [
              {
                edits: [linesBefore(facts, place, [scaled(features, facts), scaled(targets, facts)])],
                changed: ['control.scaledBoth', { inputs: features, targets }],
              },
            ],
      );
    },
  },
  {
    name: 'gaps-in-table',
    source:
      'pandas documentation, Working with missing data: read_csv reads empty cells as NaN, which arithmetic hands on',
    causes: ({ kind }) => kind === 'nonFinite' || kind === 'stuckMetric',
    remove: (facts) => {
      const tables = facts.calls.filter(
        ({ name, node }) =>
          /^read_(?:csv|table|excel|parquet)$/.test(name) &&
          !/\.(?:dropna|fillna|interpolate)\(/.test(statementOf(node).text),
      );
      if (tables.length === 0 || /\.(?:dropna|fillna)\(/.test(facts.text)) return [];
      const edits = tables.map(({ node }) => replaceNode(node, `${node.text}.dropna()`));
      return [{ edits, changed: ['control.noGaps', {}] }];
    },
  },
  {
    name: 'samples-in-order',
    source: 'Keras documentation, Model.fit: validation_split takes the last samples, before any shuffling',
    causes: isOfTraining,
    remove: (facts) =>
      fitted(facts).flatMap(({ features, targets, place }): Removal[] => {
        if (targets === null || !/validation_split|shuffle\s*=\s*False|train_size|\[\s*:|\[:/.test(facts.text))
          return [];
        const order =
          facts.framework === 'torch'
            ? `torch.randperm(len(${features}))`
            : `${numpy(facts)}.random.permutation(len(${features}))`;
        const lines = [
          `sample_order = ${order}`,
          `${features}, ${targets} = ${features}[sample_order], ${targets}[sample_order]`,
        ];
        return [
          { edits: [linesBefore(facts, place, lines)], changed: ['control.shuffled', { inputs: features, targets }] },
        ];
      }),
  },
  {
    name: 'shuffle-off',
    source: 'PyTorch documentation, DataLoader, and Keras documentation, Model.fit: shuffle',
    causes: isOfTraining,
    remove: (facts) => {
      const edits = facts.calls.flatMap(({ name, named }): TextEdit[] => {
        const told = named.get('shuffle');
        return told?.text === 'False' && /DataLoader|fit|train_test_split|flow/.test(name)
          ? [replaceNode(told, 'True')]
          : [];
      });
      return edits.length === 0 ? [] : [{ edits, changed: ['control.shuffleOn', {}] }];
    },
  },
  {
    name: 'integers-cut-off',
    source:
      'Python language reference, binary operations: // rounds down; NumPy documentation: a cast to an integer type cuts off',
    causes: (symptom) => isOfTraining(symptom) || symptom.kind === 'wrongType',
    remove: (facts) => {
      const edits = integerCuts(facts);
      return edits.length === 0 ? [] : [{ edits, changed: ['control.integers', {}] }];
    },
  },
  {
    name: 'labels-shuffled-alone',
    source: 'NumPy documentation, random.shuffle: it changes one array only',
    causes: isOfTraining,
    remove: (facts) => {
      const shuffles = facts.calls.filter(
        ({ name, owner, positional }) =>
          name === 'shuffle' && (/random$/.test(owner) || isGenerator(facts, owner)) && positional.length === 1,
      );
      if (shuffles.length === 0) return [];
      return [
        {
          edits: shuffles.map(({ node }) => replaceNode(statementOf(node), 'pass')),
          changed: ['control.shuffledAlone', {}],
        },
      ];
    },
  },
];

/** To zero mean and a spread of one over all samples, whatever the array is. */
function scaled(name: string, facts: CodeFacts): string {
  const isTensor = facts.framework === 'torch' && !new RegExp(String.raw`\b${name}\s*=\s*np\.`).test(facts.text);
  return isTensor
    ? `${name} = (${name}.float() - ${name}.float().mean(0)) / (${name}.float().std(0) + 1e-6)`
    : `${name} = (${name} - ${numpy(facts)}.mean(${name}, axis=0)) / (${numpy(facts)}.std(${name}, axis=0) + 1e-6)`;
}

function numpy({ text }: CodeFacts): string {
  return /import numpy as (\w+)/.exec(text)?.[1] ?? (/^import numpy\b/m.test(text) ? 'numpy' : 'np');
}

/** `rng` of `rng = np.random.default_rng(0)`. */
function isGenerator({ assignments }: CodeFacts, name: string): boolean {
  return assignments.some(
    (item) => item.name === name && /(?:default_rng|RandomState|Generator|Random)\(/.test(item.value.text),
  );
}

function integerCuts(facts: CodeFacts): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  const stack: SyntaxNode[] = [facts.tree];
  for (let node = stack.pop(); node; node = stack.pop()) {
    stack.push(...node.children);
    const operator = node.type === 'binary_operator' ? node.childForField('operator') : null;
    const right = node.childForField('right');
    if (operator?.text === '//' && right && /^\d+(?:\.\d*)?$/.test(right.text) && Number(right.text) >= 100)
      edits.push(replaceNode(operator, '/'));
  }
  for (const { name, positional, node } of facts.calls) {
    const [type] = positional;
    if (
      name === 'astype' &&
      type &&
      /u?int/.test(type.text) &&
      /\/|mean|std|rand\b|random\(|normal/.test(node.childForField('function')?.text ?? '')
    )
      edits.push(replaceNode(type, "'float32'"));
  }
  return edits;
}

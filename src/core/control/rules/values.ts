import { loopAround, statementOf, type CodeFacts } from '../code-facts';
import { isOf, isOfTraining, type ControlRule, type Removal } from '../control-rule';
import { linesAfter, linesBefore, replaceNode, setArgument, type TextEdit } from '../text-edits';
import { walk } from '../../verify/syntax-walk';

/** Faults of single values: operations outside their domain, chance left open, work done the slow way, sizes that are lost. */
export const values: readonly ControlRule[] = [
  {
    name: 'outside-the-domain',
    source: 'IEEE 754: log(0) is -inf, 0/0 is nan; the derivative of sqrt at 0 is inf',
    causes: (symptom) => isOf('nonFinite', 'divergingMetric', 'wrongValue')(symptom) || symptom.kind === 'stuckMetric',
    remove: (facts) => {
      const edits = domainEdits(facts);
      return edits.length === 0 ? [] : [{ edits, changed: ['control.domain', {}] }];
    },
  },
  {
    name: 'half-precision',
    source: 'PyTorch documentation, automatic mixed precision: float16 overflows above 65504 and loses small gradients',
    causes: isOfTraining,
    remove: (facts) => {
      const pattern = /\.half\(\)|torch\.float16\b|tf\.float16\b|np\.float16\b|['"](?:mixed_)?float16['"]/g;
      const edits = [...facts.text.matchAll(pattern)].map((match): TextEdit => ({
        start: match.index,
        end: match.index + match[0].length,
        text: wide(match[0]),
      }));
      return edits.length === 0 ? [] : [{ edits, changed: ['control.halfPrecision', {}] }];
    },
  },
  {
    name: 'chance-left-open',
    source:
      'PyTorch notes on reproducibility, scikit-learn glossary (random_state): each source of chance has a seed of its own',
    causes: isOf('nonDeterminism'),
    remove: seeded,
  },
  {
    name: 'compiled-anew-in-loop',
    source:
      'TensorFlow guide, tf.function: a function that is made in a loop, or that gets new Python numbers, is traced anew',
    causes: isOf('slow', 'memoryGrowth'),
    remove: madeInLoop,
  },
  {
    name: 'kept-in-list',
    source: 'Python documentation, data model: what a list holds is not freed',
    causes: isOf('memoryGrowth'),
    remove: keptInList,
  },
  {
    name: 'ragged-inner-axis',
    source:
      'TensorFlow guide, ragged tensors, uniform inner dimensions: from_row_lengths keeps the inner axes of its values',
    causes: isOf('wrongShape'),
    remove: uniformInner,
  },
  {
    name: 'axis-dropped',
    source:
      'NumPy and PyTorch documentation: a reduction drops its axis unless keepdims, and squeeze drops every axis of size 1',
    causes: isOf('wrongShape'),
    remove: (facts) => {
      const squeezes = facts.calls.filter(
        ({ name, positional, named, owner }) =>
          name === 'squeeze' &&
          named.size === 0 &&
          (owner === 'torch' || owner === 'np' ? positional.length < 2 : positional.length === 0),
      );
      const edits = squeezes.map(({ node, owner, positional }) =>
        replaceNode(node, owner === 'torch' || owner === 'np' ? (positional[0]?.text ?? '') : owner),
      );
      const kept = facts.calls.flatMap(({ name, node, named, positional }) => {
        if (
          !/^(?:sum|mean|max|min|prod|std|norm|amax|amin|reduce_sum|reduce_mean|reduce_max|argmax)$/.test(name) ||
          named.size + positional.length === 0
        )
          return [];
        return named.has('keepdim') || named.has('keepdims')
          ? []
          : [setArgument(node, facts.framework === 'torch' ? 'keepdim' : 'keepdims', 'True')];
      });
      const removals: Removal[] = edits.length === 0 ? [] : [{ edits, changed: ['control.axisKept', {}] }];
      return kept.length === 0 ? removals : [...removals, { edits: kept, changed: ['control.axisKept', {}] }];
    },
  },
  {
    name: 'column-of-predictions',
    source:
      'Keras documentation, Model.predict, and NumPy documentation, broadcasting: a column beside a row makes a table',
    causes: isOf('wrongShape'),
    remove: (facts) => {
      const edits = facts.calls.flatMap(({ name, node }) =>
        name === 'predict' && node.parent?.type !== 'attribute' ? [replaceNode(node, `${node.text}.reshape(-1)`)] : [],
      );
      return edits.length === 0 ? [] : [{ edits, changed: ['control.columnFlattened', {}] }];
    },
  },
  {
    name: 'type-promoted',
    source:
      'NumPy documentation, promotion: Python numbers and float64 arrays make float64; PyTorch keeps the type of from_numpy',
    causes: isOf('wrongType'),
    remove: (facts, symptom) => {
      const wanted =
        symptom.kind === 'wrongType' ? (symptom.expected?.split('.').at(-1)?.replace(/\W/g, '') ?? '') : '';
      if (!/^(?:b?float|u?int|complex)\d{1,3}$/.test(wanted)) return [];
      return facts.calls.flatMap(({ name, node, owner, named }): Removal[] => {
        if (
          !/^(?:array|asarray|zeros|ones|arange|linspace|full|tensor|as_tensor|from_numpy|rand|randn|random|normal|constant|eye|arange|convert_to_tensor)$/.test(
            name,
          ) ||
          named.has('dtype')
        )
          return [];
        const type = `${facts.framework === 'torch' && owner === 'torch' ? 'torch.' : owner === 'tf' ? 'tf.' : 'np.'}${wanted}`;
        const edit = /^(?:from_numpy|rand|randn|random|normal)$/.test(name)
          ? replaceNode(node, owner === 'torch' ? `${node.text}.to(${type})` : `${node.text}.astype('${wanted}')`)
          : setArgument(node, 'dtype', type);
        return [{ edits: [edit], changed: ['control.typeGiven', { type: wanted }] }];
      });
    },
  },
];

function wide(text: string): string {
  if (text === '.half()') return '.float()';
  return text.replace('mixed_float16', 'float32').replace('float16', 'float32');
}

function domainEdits(facts: CodeFacts): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (const { name, owner, positional } of facts.calls) {
    const isMath = /^(?:torch|np|numpy|tf|tf\.math|K|keras\.ops|ops|math)$/.test(owner);
    const [first] = positional;
    if (/^(?:log|log2|log10|sqrt|rsqrt)$/.test(name) && isMath && first)
      edits.push(replaceNode(first, `abs(${first.text}) + 1e-6`));
  }
  for (const { name, owner, node, positional } of facts.calls) {
    if (!/^(?:log|sqrt|log2)$/.test(name) || positional.length > 0 || owner === '') continue;
    edits.push(replaceNode(node, `((${owner}).abs() + 1e-6).${name}()`));
  }
  walk(facts.tree, (node) => {
    const right =
      node.type === 'binary_operator' && node.childForField('operator')?.text === '/'
        ? node.childForField('right')
        : null;
    if (right && !/^[\d.]+$|^len\(/.test(right.text) && !/1e-|eps/i.test(right.text))
      edits.push(replaceNode(right, `(${right.text} + 1e-6)`));
    return true;
  });
  return edits;
}

function seeded(facts: CodeFacts): readonly Removal[] {
  const states = facts.calls.flatMap((call) => {
    const takes =
      /^(?:train_test_split|RandomForest\w+|KMeans|MLP\w+|SGD(?:Classifier|Regressor)|LogisticRegression|ShuffleSplit|GradientBoosting\w+|ExtraTrees\w+|DecisionTree\w+|TruncatedSVD|NMF|TSNE)$/;
    const told = call.named.get('random_state');
    return takes.test(call.name) && (!told || told.text === 'None')
      ? [setArgument(call.node, 'random_state', '0')]
      : [];
  });
  const generators = facts.calls.flatMap(({ name, node, positional }) =>
    name === 'default_rng' && positional.length === 0 ? [replaceNode(node, node.text.replace(/\(\s*\)$/, '(0)'))] : [],
  );
  const top = seedLines(facts);
  const drawn = /torch\.seed\(\)|np\.random\.seed\(\s*\)|random\.seed\(\s*\)|seed\(int\(time|time_ns/g;
  const undone = [...facts.text.matchAll(drawn)].map((match): TextEdit => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0].startsWith('torch')
      ? 'torch.manual_seed(0)'
      : match[0].replace(/\(.*$/, '(0') + (match[0].endsWith(')') ? ')' : ''),
  }));
  const removals: Removal[] = [];
  if (undone.length > 0) removals.push({ edits: undone, changed: ['control.seeded', {}] });
  if (states.length + generators.length > 0)
    removals.push({ edits: [...states, ...generators, ...top], changed: ['control.seeded', {}] });
  if (top.length > 0) removals.push({ edits: top, changed: ['control.seeded', {}] });
  return removals;
}

/** Modules that draw numbers, and the line that fixes what they draw. A data table. */
const seeds: readonly (readonly [RegExp, (name: string) => string])[] = [
  [/^import random(?: as (\w+))?$/, (name) => `${name || 'random'}.seed(0)`],
  [/^import numpy as (\w+)$/, (name) => `${name}.random.seed(0)`],
  [/^import torch$/, () => 'torch.manual_seed(0)'],
  [/^import tensorflow as (\w+)$/, (name) => `${name}.keras.utils.set_random_seed(0)`],
  [/^import keras$/, () => 'keras.utils.set_random_seed(0)'],
  [
    /^from (keras|tensorflow\.keras|tensorflow)(?:\.[\w.]+)? import \w/,
    (name) =>
      `import ${name.split('.')[0] === 'keras' ? 'keras' : 'tensorflow.keras'} as seeded_keras; seeded_keras.utils.set_random_seed(0)`,
  ],
];

/** A seed right behind the import of each module that draws numbers: before anything is drawn, and after the name is there. */
function seedLines(facts: CodeFacts): readonly TextEdit[] {
  const done = new Set<string>();
  return facts.tree.namedChildren.flatMap((statement): TextEdit[] => {
    if (!/^import/.test(statement.type)) return [];
    for (const [pattern, line] of seeds) {
      const match = pattern.exec(statement.text);
      const text = match ? line(match[1] ?? '') : '';
      if (text === '' || done.has(text)) continue;
      done.add(text);
      const edit = linesAfter(facts, statement, [text]);
      return edit ? [edit] : [];
    }
    return [];
  });
}

/** What is made anew in each round moves in front of the loop. */
function madeInLoop(facts: CodeFacts): readonly Removal[] {
  return facts.assignments.flatMap(({ value, node }): Removal[] => {
    const loop = loopAround(node);
    if (
      !loop ||
      !/^(?:tf\.function|jax\.jit|torch\.compile|torch\.jit\.\w+|K\.function|keras\.Sequential|tf\.keras\.Sequential|Sequential)\(/.test(
        value.text,
      )
    )
      return [];
    const statement = statementOf(node);
    return [
      {
        edits: [replaceNode(statement, 'pass'), linesBefore(facts, loop, [statement.text])],
        changed: ['control.madeOnce', {}],
      },
    ];
  });
}

function keptInList(facts: CodeFacts): readonly Removal[] {
  const edits = facts.calls.flatMap(({ name, node, positional }) =>
    name === 'append' && positional.length === 1 && loopAround(node) ? [replaceNode(statementOf(node), 'pass')] : [],
  );
  const added = facts.assignments.flatMap(({ augmented, node, value }) =>
    augmented && value.type === 'list' && loopAround(node) ? [replaceNode(statementOf(node), 'pass')] : [],
  );
  return edits.length + added.length === 0 ? [] : [{ edits: [...edits, ...added], changed: ['control.notKept', {}] }];
}

/** `tf.ragged.stack([a, b])` and `tf.ragged.constant` of arrays: the same rows, with their inner axes kept. */
function uniformInner(facts: CodeFacts): readonly Removal[] {
  return facts.calls.flatMap((call): Removal[] => {
    if (call.owner !== 'tf.ragged' || call.name !== 'stack') return [];
    const list = call.positional[0];
    const axis = call.named.get('axis') ?? call.positional[1];
    if (!list || (axis && axis.text !== '0')) return [];
    const text = `tf.RaggedTensor.from_row_lengths(tf.concat(${list.text}, axis=0), [len(rows) for rows in ${list.text}])`;
    return [{ edits: [replaceNode(call.node, text)], changed: ['control.uniformInner', {}] }];
  });
}

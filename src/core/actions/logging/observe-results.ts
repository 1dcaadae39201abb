import {
  argumentOf,
  functionAround,
  isInside,
  loopAround,
  outerLoop,
  statementOf,
  type AssignmentFact,
  type CodeFacts,
} from '../../control/code-facts';
import { linesAfter, linesBefore, type TextEdit } from '../../control/text-edits';
import { toldTimes } from '../../control/timed-ways';
import type { SyntaxNode } from '../../ports/python-parser';
import { isRelated } from '../../verify/silent/related-names';
import { quantityOf, subjectOf, type Observation, type Observer } from './observation';

/** Shapes and types of what calls give, at the level of the module. */
export const observeForms: Observer = (facts, symptom) => {
  if (symptom.kind !== 'wrongShape' && symptom.kind !== 'wrongType') return [];
  const python =
    symptom.kind === 'wrongType' &&
    /^(?:str|list|tuple|dict|none(?:type)?|ndarray|tensor)$/i.test(symptom.expected ?? symptom.actual ?? '');
  const line = (name: string): string =>
    symptom.kind === 'wrongShape'
      ? `print("${name} shape", tuple(${name}.shape))`
      : python
        ? `print("${name} type", type(${name}).__name__)`
        : `print("${name} dtype", ${name}.dtype)`;
  const results = resultsOf(facts, subjectOf(symptom));
  const edits = results.map(({ name, node }) => linesAfter(facts, node, [line(name)]));
  return edits.length === 0 ? [] : [{ edits, what: symptom.kind === 'wrongShape' ? 'shape' : 'dtype' }];
};

/** A value of which the report tells the number. */
export const observeValue: Observer = (facts, symptom) => {
  if (symptom.kind !== 'wrongValue' && symptom.kind !== 'nonFinite' && symptom.kind !== 'nonDeterminism') return [];
  const wanted = subjectOf(symptom);
  const [result] = resultsOf(facts, wanted).slice(-1);
  if (!result) return observeNamed(facts, wanted);
  const word = /^[A-Za-z_]\w*$/.exec(wanted.split('.').at(-1) ?? '')?.[0] ?? 'output';
  const text = symptom.kind === 'wrongValue' ? result.name : `${result.name}.sum()`;
  const line =
    symptom.kind === 'wrongValue' ? `print("${word}", ${text})` : `reprise_observe("${word}", float(${text}))`;
  return [{ edits: [linesAfter(facts, result.node, [line])], what: word }];
};

/** A value under the name of the quantity, wherever the script computes it: `acc = 100 * correct / total` in a function. */
function observeNamed(facts: CodeFacts, wanted: string): readonly Observation[] {
  const word = /[A-Za-z_]\w*/.exec(wanted)?.[0] ?? '';
  const found = facts.assignments.filter(
    ({ name, value, augmented }) =>
      !augmented && isRelated(name, word) && /^(?:call|binary_operator|parenthesized_expression)$/.test(value.type),
  );
  const [last] = found.slice(-1);
  if (word === '' || !last) return [];
  return [{ edits: [linesAfter(facts, last.node, [`reprise_observe("${word}", float(${last.name}))`])], what: word }];
}

/** `nn.Linear(3, 1)` and `open(...)` make things that have no shape; `nn.Linear(3, 1)(x)` gives a value. */
function makesObject({ calls }: CodeFacts, value: SyntaxNode): boolean {
  const own = calls.find(({ node }) => node.startIndex === value.startIndex && node.endIndex === value.endIndex);
  return own !== undefined && /^(?:[A-Z]\w*|open|load_model|compile|fit)$/.test(own.name) && own.name !== 'Tensor';
}

/** What calls of the module give: those of the call that the report names, else the last ones. */
function resultsOf(facts: CodeFacts, wanted: string): readonly AssignmentFact[] {
  const all = facts.assignments.filter(
    ({ value, node, augmented }) =>
      !augmented &&
      loopAround(node) === null &&
      functionAround(node) === null &&
      /^(?:call|subscript|binary_operator|attribute)$/.test(value.type) &&
      !makesObject(facts, value),
  );
  const word = wanted.split('.').at(-1) ?? wanted;
  const named = all.filter(
    ({ name, value }) => name === wanted || new RegExp(String.raw`\b${word.replace(/\W/g, '')}\b`).test(value.text),
  );
  const chosen = word.length > 2 && named.length > 0 ? named : all;
  return chosen.slice(-3);
}

/** The seconds of each of two ways that the script times, under names that tell them apart. */
export const observeTimes: Observer = (facts, symptom) => {
  if (symptom.kind !== 'slow') return [];
  const seen = new Map<string, number>();
  const edits: (TextEdit | null)[] = toldTimes(facts).flatMap(({ node }) => {
    const call = facts.calls.find((item) => item.name === 'print' && isInside(node, item.node));
    const kept = facts.assignments.find(({ value }) => isInside(node, value))?.name;
    const said = call ? (/["']([A-Za-z][\w -]{0,30})/.exec(call.node.text)?.[1] ?? 'way') : kept;
    if (said === undefined) return [];
    const word = said.trim().replace(/\W+/g, '_').toLowerCase();
    const count = (seen.get(word) ?? 0) + 1;
    seen.set(word, count);
    return [
      linesAfter(facts, node, [`reprise_observe("seconds_${word}${count > 1 ? `_${count}` : ''}", ${node.text})`]),
    ];
  });
  return edits.length === 2 ? [{ edits, what: 'seconds' }] : [];
};

/** The most memory that the process had, at the end of each round of the loop that matters. */
export const observeMemory: Observer = (facts, symptom) => {
  if (symptom.kind !== 'memoryGrowth') return [];
  const loops: SyntaxNode[] = [];
  const stack: SyntaxNode[] = [facts.tree];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (/^(?:for|while)_statement$/.test(node.type)) loops.push(node);
    stack.push(...[...node.namedChildren].reverse());
  }
  const worked = loops.find((loop) =>
    facts.calls.some(
      ({ name, node }) =>
        /^(?:backward|fit|predict|train_on_batch|step|forward|apply_gradients|append)$/.test(name) &&
        node.startIndex > loop.startIndex &&
        node.endIndex <= loop.endIndex,
    ),
  );
  const loop = worked ?? loops[0];
  const last = loop
    ?.childForField('body')
    ?.namedChildren.filter(({ type }) => type !== 'comment')
    .at(-1);
  const first = facts.tree.namedChildren.find(({ type }) => type !== 'comment' && !/future/.test(type));
  if (!last || !first) return [];
  const used = 'resource.getrusage(resource.RUSAGE_SELF).ru_maxrss';
  const start = linesBefore(facts, first, ['import resource']);
  const of = (edits: readonly (TextEdit | null)[], what: string): Observation => ({ edits: [start, ...edits], what });
  // What a library took before the loop hides what small data of ours add in each round.
  return [
    of([linesAfter(facts, last, [`reprise_observe("memory", ${used})`])], 'memory'),
    of(
      [
        linesBefore(facts, loop ?? last, [`memory_before = ${used}`]),
        linesAfter(facts, last, [`reprise_observe("memory_growth", ${used} - memory_before)`]),
      ],
      'memory_growth',
    ),
  ];
};

/** What a model answers before it is saved, against what the loaded one answers. */
export const observeLoaded: Observer = (facts, symptom) => {
  if (symptom.kind !== 'saveLoadMismatch') return [];
  const load = facts.calls.find(
    ({ name, owner }) =>
      /^(?:load_model|load_weights|load_state_dict|model_from_json|model_from_yaml|model_from_config|from_config)$/.test(
        name,
      ) ||
      (name === 'load' && /^(?:torch|joblib|pickle)$/.test(owner)),
  );
  const save = facts.calls.find(
    ({ name, owner, node }) =>
      /^(?:save|save_weights|save_model|dump|to_json|to_yaml|get_config)$/.test(name) &&
      owner !== 'plt' &&
      (!load || node.startIndex < load.node.startIndex),
  );
  if (!load || !save) return [];
  const assigned = facts.assignments.find(({ value }) => value.startIndex === load.node.startIndex)?.name;
  const after = /^(?:load_weights|load_state_dict)$/.test(load.name) ? load.owner : assigned;
  const before = /^(?:torch|joblib|pickle|np)$/.test(save.owner)
    ? save.positional[0]?.text.replace(/\.state_dict\(\)$/, '')
    : save.owner;
  const inputs = facts.calls
    .flatMap((call) =>
      /^(?:fit|predict|evaluate)$/.test(call.name)
        ? (argumentOf(call, 'x', 0)?.text ?? [])
        : call.name === before
          ? (call.positional[0]?.text ?? [])
          : [],
    )
    .find((text) => /^[A-Za-z_]\w*$/.test(text));
  if (after === undefined || before === undefined || inputs === undefined) return [];
  const answer = (model: string): string =>
    facts.framework === 'torch' ? `${model}(${inputs}).detach()` : `${model}.predict(${inputs})`;
  const place = outerLoop(save.node) ?? statementOf(save.node);
  // Asked twice, one model may answer differently by itself (dropout left on): loading has no part in that much.
  return [
    {
      edits: [
        linesBefore(facts, place, [
          `answer_before = ${answer(before)}`,
          `spread_before = float(abs(${answer(before)} - answer_before).max())`,
        ]),
        linesAfter(facts, load.node, [
          `answer_after = ${answer(after)}`,
          `spread_after = float(abs(${answer(after)} - answer_after).max())`,
          'reprise_observe("own_spread", max(spread_before, spread_after))',
          'reprise_observe("load_difference", float(abs(answer_after - answer_before).max()))',
        ]),
      ],
      what: 'load_difference',
    },
  ];
};

/** Estimators of scikit-learn: their score, and how many different answers they give. */
export const observeEstimators: Observer = (facts, symptom) => {
  if (facts.framework !== 'sklearn') return [];
  const fit = facts.calls.find(
    ({ name, owner, positional }) => name === 'fit' && /^[A-Za-z_]\w*$/.test(owner) && positional.length === 2,
  );
  if (!fit) return [];
  const [x, y] = fit.positional.map(({ text }) => text);
  const quantity = quantityOf(symptom);
  const line: readonly [string, string] | null =
    quantity === 'accuracy'
      ? ['accuracy', `${fit.owner}.score(${x ?? ''}, ${y ?? ''})`]
      : quantity === 'prediction' && symptom.kind === 'stuckMetric'
        ? ['distinct_predictions', `len(set(${fit.owner}.predict(${x ?? ''}).ravel().tolist()))`]
        : quantity === 'weight'
          ? ['weight', `float(abs(${fit.owner}.coef_).sum())`]
          : quantity === 'loss'
            ? ['loss', `float(${fit.owner}.loss_)`]
            : quantity === 'prediction'
              ? ['output', `float(${fit.owner}.predict(${x ?? ''}).sum())`]
              : null;
  const observation: Observation | null =
    line === null
      ? null
      : {
          edits: [linesAfter(facts, outerLoop(fit.node) ?? fit.node, [`reprise_observe("${line[0]}", ${line[1]})`])],
          what: line[0],
        };
  return observation ? [observation] : [];
};

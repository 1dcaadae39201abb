import type { Symptom } from '../../../protocol/symptom';
import { argumentOf, loopAround, outerLoop, type CallFact, type CodeFacts } from '../../control/code-facts';
import { linesAfter, linesBefore } from '../../control/text-edits';
import { nameWords } from '../../verify/silent/related-names';
import { quantityOf, subjectOf, tellsLevel, type Observation, type Observer } from './observation';

/** Observes what `fit` leaves behind, what the model then answers, and steps that the script takes itself. */
export const observeKeras: Observer = (facts, symptom) => {
  if (facts.framework !== 'keras') return [];
  const fit = facts.calls.find(
    ({ name, owner }) =>
      /^fit(?:_generator)?$/.test(name) && owner !== '' && !/scaler|encoder|tokenizer|pca|vectorizer/i.test(owner),
  );
  if (fit) return ofFit(facts, fit, symptom);
  return [...ofBatches(facts, symptom), ...ofTape(facts, symptom)];
};

function ofFit(facts: CodeFacts, fit: CallFact, symptom: Symptom): readonly Observation[] {
  const model = fit.owner;
  const inputs = (argumentOf(fit, 'x', 0) ?? fit.named.get('generator'))?.text ?? '';
  const place = outerLoop(fit.node) ?? fit.node;
  const after = (lines: readonly string[], what: string): readonly Observation[] => [
    { edits: [linesAfter(facts, place, lines)], what },
  ];
  const course = (name: string): readonly string[] => [
    `for value in ${model}.history.history.get("${name}", ${model}.history.history.get("${name.replace('accuracy', 'acc')}", [])):`,
    `    reprise_observe("${name}", value)`,
  ];
  const inHistory = (lines: readonly string[], what: string): readonly Observation[] => [
    { edits: [linesAfter(facts, fit.node, lines)], what },
  ];
  const heldOut = nameWords(subjectOf(symptom)).some((word) => /^(?:val|valid|validation|test)$/.test(word));
  const asked = `predicted = ${model}.predict(${inputs})`;
  switch (quantityOf(symptom)) {
    case 'loss':
    case 'accuracy': {
      const name = quantityOf(symptom) === 'loss' ? 'loss' : 'accuracy';
      if (symptom.kind === 'metricGap') return inHistory([...course(name), ...course(`val_${name}`)], name);
      return inHistory(course(heldOut ? `val_${name}` : name), name);
    }
    case 'prediction':
      if (!/^[A-Za-z_][\w.[\]:, ]*$/.test(inputs)) return [];
      if (symptom.kind === 'wrongValue') {
        const side = symptom.op.startsWith('>') ? 'min' : 'max';
        const line =
          symptom.op === '=='
            ? 'reprise_observe("predicted_positives", int((predicted > 0.5).sum()))'
            : `reprise_observe("${side}_prediction", float(predicted.${side}()))`;
        return after([asked, line], 'prediction');
      }
      if (symptom.kind === 'nonFinite' || symptom.kind === 'nonDeterminism')
        return after([asked, 'reprise_observe("output", float(predicted.sum()))'], 'output');
      return after(
        [
          asked,
          'reprise_observe("prediction_spread", float((predicted.max(axis=0) - predicted.min(axis=0)).max()))',
          ...(tellsLevel(symptom) ? ['reprise_observe("prediction_level", float(predicted.mean()))'] : []),
        ],
        'prediction_spread',
      );
    case 'weight': {
      if (symptom.kind === 'nonFinite')
        return after([`reprise_observe("weight", float(sum(abs(w).sum() for w in ${model}.get_weights())))`], 'weight');
      if (!/^[A-Za-z_][\w.[\]:, ]*$/.test(inputs)) return [];
      // A model that was not called yet has no weights.
      const before = [`${model}.predict(${inputs})`, `weights_before = ${model}.get_weights()`];
      const line = `reprise_observe("weight_change", float(sum(abs(w - b).sum() for w, b in zip(${model}.get_weights(), weights_before))))`;
      return [{ edits: [linesBefore(facts, place, before), linesAfter(facts, place, [line])], what: 'weight_change' }];
    }
    default:
      return [];
  }
}

/** `loss = model.train_on_batch(x, y)`: the value itself, or its first part where it has several. */
function ofBatches(facts: CodeFacts, symptom: Symptom): readonly Observation[] {
  if (quantityOf(symptom) !== 'loss' && quantityOf(symptom) !== 'accuracy') return [];
  return facts.assignments.flatMap(({ name, node, value }): Observation[] => {
    if (!/\.(?:train_on_batch|test_on_batch|evaluate)\(/.test(value.text)) return [];
    const several =
      quantityOf(symptom) === 'accuracy'
        ? `${name}[1]`
        : `(${name}[0] if isinstance(${name}, (list, tuple)) else ${name})`;
    const line = `reprise_observe("${quantityOf(symptom)}", float(${several}))`;
    return [{ edits: [linesAfter(facts, node, [line])], what: quantityOf(symptom) }];
  });
}

/** A step with a gradient tape: the loss, the gradients, or the variables. */
function ofTape(facts: CodeFacts, symptom: Symptom): readonly Observation[] {
  const gradient = facts.calls.find(({ name, owner }) => name === 'gradient' && owner !== '');
  const [loss, variables] = gradient?.positional ?? [];
  if (!gradient || !loss || !variables || loopAround(gradient.node) === null) return [];
  const grads = facts.assignments.find(({ value }) => value.startIndex === gradient.node.startIndex)?.name;
  const step = (line: string, what: string): readonly Observation[] => [
    { edits: [linesAfter(facts, gradient.node, [line])], what },
  ];
  switch (quantityOf(symptom)) {
    case 'loss':
      return step(`reprise_observe("loss", float(${loss.text}))`, 'loss');
    case 'gradient':
      return grads === undefined
        ? []
        : step(
            `reprise_observe("gradient", sum(float(abs(g.numpy()).sum()) for g in ${grads} if g is not None))`,
            'gradient',
          );
    case 'weight': {
      const place = outerLoop(gradient.node) ?? gradient.node;
      const before = `weights_before = [v.numpy().copy() for v in ${variables.text}]`;
      const line = `reprise_observe("weight_change", sum(float(abs(v.numpy() - b).sum()) for v, b in zip(${variables.text}, weights_before)))`;
      return [
        { edits: [linesBefore(facts, place, [before]), linesAfter(facts, place, [line])], what: 'weight_change' },
      ];
    }
    default:
      return [];
  }
}

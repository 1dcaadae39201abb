import { isInside, loopAround, type CodeFacts } from '../../control/code-facts';
import { linesAfter, linesBefore } from '../../control/text-edits';
import { calledModels, gradientLeaves, torchLoops, trainedTensors, type TorchLoop } from '../../control/torch-loop';
import type { Symptom } from '../../../protocol/symptom';
import { quantityOf, subjectOf, tellsLevel, type Observation, type Observer } from './observation';

/** Observes a training loop that is written by hand: step by step, or around the whole loop. */
export const observeTorch: Observer = (facts, symptom) =>
  torchLoops(facts)
    .slice(0, 1)
    .flatMap((loop) => ofLoop(facts, loop, symptom));

function ofLoop(facts: CodeFacts, loop: TorchLoop, symptom: Symptom): readonly Observation[] {
  const { backward, outer, loss, lossCall } = loop;
  const [out, target] = (lossCall?.positional ?? []).map(({ text }) => text);
  const step = (line: string, what: string): readonly Observation[] => [
    { edits: [linesAfter(facts, backward.node, [line])], what },
  ];
  const after = (lines: readonly string[], what: string): readonly Observation[] => [
    { edits: [linesAfter(facts, outer, lines)], what },
  ];
  const quantity = quantityOf(symptom);
  const tensors = tensorsOf(facts, loop, subjectOf(symptom));
  switch (quantity) {
    case 'loss':
      return loss === null ? [] : step(`reprise_observe("loss", ${loss}.item())`, 'loss');
    case 'gradient':
      if (tensors === null) return [];
      return step(
        `reprise_observe("gradient", sum(float(p.grad.abs().sum()) for p in ${tensors} if p.grad is not None))`,
        'gradient',
      );
    case 'weight': {
      if (tensors === null) return [];
      if (symptom.kind === 'nonFinite')
        return step(`reprise_observe("weight", sum(float(p.detach().abs().sum()) for p in ${tensors}))`, 'weight');
      const before = linesBefore(facts, outer, [`weights_before = [p.detach().clone() for p in ${tensors}]`]);
      const line = `reprise_observe("weight_change", sum(float((p.detach() - b).abs().sum()) for p, b in zip(${tensors}, weights_before)))`;
      return [{ edits: [before, linesAfter(facts, outer, [line])], what: 'weight_change' }];
    }
    case 'accuracy': {
      const chosen = out === undefined || target === undefined ? null : rightShare(facts, out, target);
      return chosen === null ? [] : step(`reprise_observe("accuracy", ${chosen})`, 'accuracy');
    }
    case 'prediction':
      return ofPrediction(facts, loop, symptom, after);
    case 'other':
      if (subjectOf(symptom) === 'lr' && loop.steps[0] !== undefined) {
        const line = `reprise_observe("lr", ${loop.steps[0].owner}.param_groups[0]["lr"])`;
        return after([line], 'lr');
      }
      return isScalarName(facts, subjectOf(symptom))
        ? step(`reprise_observe("${subjectOf(symptom)}", float(${subjectOf(symptom)}))`, subjectOf(symptom))
        : [];
    default:
      return [];
  }
}

/** The tensors that are to be trained: what the report names, else those of the models of the loop, else what the optimizer has. */
function tensorsOf(facts: CodeFacts, { outer }: TorchLoop, named: string): string | null {
  if (gradientLeaves(facts).includes(named)) return `[${named}]`;
  const models = calledModels(facts, outer).filter((name) =>
    new RegExp(String.raw`\b${name}\.(?:parameters|train|to|cuda|state_dict)\(`).test(facts.text),
  );
  if (models.length > 0)
    return models.length === 1
      ? `${models[0] ?? ''}.parameters()`
      : `[p for m in (${models.join(', ')}) for p in m.parameters()]`;
  const trained = trainedTensors(facts);
  const made = facts.assignments.find(({ name }) => name === trained)?.value.text;
  // A generator is used up by the optimizer.
  if (made !== undefined && /\.parameters\(\)$/.test(made)) return made;
  const leaves = gradientLeaves(facts);
  return leaves.length > 0 && trained !== null && !/parameters/.test(trained) ? `[${leaves.join(', ')}]` : trained;
}

function rightShare({ text }: CodeFacts, out: string, target: string): string | null {
  if (/BCEWithLogits|with_logits/.test(text))
    return `float(((${out} > 0).float() == (${target} > 0.5).float()).float().mean())`;
  if (/BCELoss|binary_cross_entropy/.test(text))
    return `float(((${out} > 0.5).float() == (${target} > 0.5).float()).float().mean())`;
  if (/CrossEntropy|cross_entropy|NLLLoss|nll_loss|MultiMargin/.test(text))
    return `float((${out}.argmax(-1) == ${target}).float().mean())`;
  return null;
}

function ofPrediction(
  facts: CodeFacts,
  loop: TorchLoop,
  symptom: Symptom,
  after: (lines: readonly string[], what: string) => readonly Observation[],
): readonly Observation[] {
  const out = loop.lossCall?.positional[0]?.text;
  const chosen = chosenClasses(facts, loop);
  if (symptom.kind === 'wrongValue' && symptom.op === '==' && chosen !== null) {
    const wanted = /\b(?:class|label|category) (\d+)\b/.exec(symptom.what)?.[1];
    const positive = wanted === undefined ? `int(${chosen}.sum())` : `int((${chosen} == ${wanted}).sum())`;
    return after([`reprise_observe("predicted_positives", ${positive})`], 'predicted_positives');
  }
  if (out === undefined || !/^[A-Za-z_]\w*$/.test(out)) return [];
  if (symptom.kind === 'nonFinite' || symptom.kind === 'nonDeterminism')
    return after([`reprise_observe("output", float(${out}.detach().float().sum()))`], 'output');
  if (symptom.kind === 'wrongValue') {
    const side = symptom.op.startsWith('>') ? 'min' : 'max';
    return after([`reprise_observe("${side}_prediction", float(${out}.detach().${side}()))`], `${side}_prediction`);
  }
  if (chosen !== null)
    return after(
      [`reprise_observe("distinct_predictions", len(set(${chosen}.flatten().tolist())))`],
      'distinct_predictions',
    );
  if (/CrossEntropy|cross_entropy|NLLLoss|nll_loss/.test(facts.text))
    return after(
      [`reprise_observe("distinct_predictions", len(set(${out}.argmax(-1).flatten().tolist())))`],
      'distinct_predictions',
    );
  const spread = `float((${out}.detach().float().amax(0) - ${out}.detach().float().amin(0)).max())`;
  const level = `reprise_observe("prediction_level", float(${out}.detach().float().mean()))`;
  const lines = [`reprise_observe("prediction_spread", ${spread})`, ...(tellsLevel(symptom) ? [level] : [])];
  return after(lines, 'prediction_spread');
}

/** The name that the script itself gives to the classes that it takes. */
function chosenClasses(facts: CodeFacts, { outer }: TorchLoop): string | null {
  const taken = facts.assignments.filter(
    ({ node, value, name, augmented }) =>
      isInside(node, outer) &&
      !augmented &&
      loopAround(node) !== null &&
      !/acc|correct|hits|right|loss/i.test(name) &&
      /argmax|\.max\([^)]*\)\[1\]|\.round\(|[<>]\s*0(?:\.5)?\b|topk/.test(value.text) &&
      !/\.sum\(|\.mean\(|\.item\(/.test(value.text),
  );
  return taken[0]?.name ?? null;
}

function isScalarName(facts: CodeFacts, name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && facts.assignments.some((item) => item.name === name);
}

import type { ActionState } from './action';
import { readNames } from './free-names';
import { createUsageReader } from './name-usage';
import type { StandInContext } from './stand-ins/build-stand-in';
import { complaintOf, type DataForm } from './stand-ins/data-forms';
import { readModelLayout, type ModelLayout } from './stand-ins/model-layout';
import { reportText, type ReportText } from './stand-ins/report-values';
import { toldNetwork } from './stand-ins/told-network';

/** What the script's model takes and gives; where the script has none, what the one does that a sentence describes. */
function layoutOf(
  own: ModelLayout,
  { parser, readOut }: Pick<ActionState, 'parser' | 'readOut'>,
  report: ReportText,
): ModelLayout {
  if (own.framework !== null && own.input !== null) return own;
  const isKeras = /tensorflow|keras/.test(readOut.frameworks.join(' ').toLowerCase()) || own.framework === 'keras';
  const told = toldNetwork(report, isKeras ? 'tf.keras' : 'torch');
  if (told === null) return own;
  const layout = readModelLayout(parser.parse(`model = ${told}`));
  const end = /"(sigmoid|softmax)"\)\]\)$|nn\.(Sigmoid)\(\)\)$/.exec(told);
  const loss = end === null ? null : end[1] === 'softmax' ? 'oneHot' : 'binary';
  return { ...layout, framework: own.framework ?? layout.framework, loss: own.loss ?? loss };
}

/** The framework that a report is about, where no layer of the script tells it. */
function frameworkOf(about: string, script: string): StandInContext['framework'] {
  if (/(?<![\w.])(?:jnp|jax|flax|optax)\b/.test(script) || (/\bjax\b/.test(about) && !/torch|keras/.test(about)))
    return 'jax';
  if (/torch|lightning|transformers/.test(about)) return 'torch';
  if (/tensorflow|keras/.test(about)) return 'keras';
  return /scikit|sklearn/.test(about) || /\bsklearn\b/.test(script) ? 'sklearn' : 'torch';
}

/** Warnings that come of many rounds alone. */
const growing = /\bretrac|out of the last \d+ calls|\bleak|too many|\bmemory\b/i;

/** What stand-ins are chosen by: the script's names, its model, and the report. */
export function standInContext(
  state: Pick<ActionState, 'script' | 'parser' | 'readOut' | 'source' | 'symptom'>,
  form: DataForm = {},
): StandInContext {
  const root = state.parser.parse(state.script.text);
  const names = readNames(root);
  const report = reportText(state.source, state.readOut, state.parser);
  const layout = layoutOf(readModelLayout(root), state, report);
  const about = state.readOut.frameworks.join(' ').toLowerCase();
  const framework = layout.framework ?? frameworkOf(about, state.script.text);
  const usesTensorFlow = /\btensorflow\b|(?<![\w.])tf\./.test(state.script.text);
  const usesKeras = /^\s*(?:from|import) keras\b/m.test(state.script.text);
  // Where the script has no Keras model, the one that stands in takes one-hot labels.
  const given = framework === 'keras' && layout.framework === null && layout.loss === null;
  return {
    names,
    layout: given ? { ...layout, loss: 'oneHot' } : layout,
    framework,
    usageOf: createUsageReader(root, names),
    keras: usesTensorFlow || !usesKeras ? 'tf.keras' : 'keras',
    root,
    form,
    manyRounds:
      state.symptom.kind === 'memoryGrowth' ||
      (state.symptom.kind === 'warning' && growing.test(state.symptom.message.source)),
    settles: settlesOnLevel(state.symptom),
    complaint: complaintOf(state.symptom),
    report,
  };
}

/** Whether what is reported is the level that a training comes to after a while. */
function settlesOnLevel(symptom: ActionState['symptom']): boolean {
  return symptom.kind === 'stuckMetric' && symptom.value !== null && /loss|cost|mse|mae|rmse/i.test(symptom.metric);
}

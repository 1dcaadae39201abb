import type { ControlRule } from './control-rule';
import { counts } from './rules/counts';
import { graphCuts } from './rules/graph-cuts';
import { inputs } from './rules/inputs';
import { loadedWeights } from './rules/loaded-weights';
import { outputs } from './rules/outputs';
import { rates } from './rules/rates';
import { slowWays } from './rules/timed-ways';
import { torchSteps } from './rules/torch-steps';
import { values } from './rules/values';
import { weightsAndModes } from './rules/weights-and-modes';

/**
 * Known pairs of fault and fix of deep learning code, those that the code itself shows before those that only a try shows.
 * A data table; each has its source.
 */
export const controlRules: readonly ControlRule[] = [
  ...outputs,
  ...torchSteps,
  ...graphCuts,
  ...weightsAndModes,
  ...loadedWeights,
  ...values,
  ...slowWays,
  ...counts,
  ...inputs,
  ...rates,
];

/** Rules that the code alone does not call for: whether they are the fault shows by trying. */
export const trialRules: ReadonlySet<string> = new Set([...inputs, ...rates].map(({ name }) => name));

/** Faults of the steps of a training, which often come together. */
export const stepRules: ReadonlySet<string> = new Set([...torchSteps, ...graphCuts].map(({ name }) => name));

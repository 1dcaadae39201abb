import type { Params } from '../protocol/methods';
import type { ReproductionOptions } from '../protocol/reproduction/options';
import type { ReproductionState } from '../protocol/reproduction/state';
import { withoutUndefined } from './answer-app';
import { wrongState } from './refusals';

/**
 * The options with what a person chose in their place; null: nothing is different. Errors: throws `wrongState` while runs go on,
 * since a yes that was given for one environment is none for another.
 */
export function chosenOptions(
  state: ReproductionState,
  isRunning: boolean,
  { reproductionId: _, ...choice }: Params<'environment/choose'>,
): ReproductionOptions | null {
  if (isRunning && state.phase !== 'awaitingPlan') throw wrongState(state.phase, 'errors.chooseTooLate');
  const options = { ...state.options, ...withoutUndefined(choice) };
  return JSON.stringify(options) === JSON.stringify(state.options) ? null : options;
}

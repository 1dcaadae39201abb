import type { Params } from '../protocol/methods';
import type { ReproductionOptions } from '../protocol/reproduction/options';
import type { ReproductionState } from '../protocol/reproduction/state';
import { isDistributionName, isPythonWish, isSpecifier, normaliseName } from '../protocol/requirement';
import { withoutUndefined } from './answer-app';
import { badInput, wrongState } from './refusals';

/**
 * The options with what a person chose in their place; null: nothing is different. Errors: throws `wrongState` while runs go on,
 * since a yes that was given for one environment is none for another, and `badInput` for what is no package, version or interpreter.
 */
export function chosenOptions(
  state: ReproductionState,
  isRunning: boolean,
  { reproductionId: _, ...choice }: Params<'environment/choose'>,
): ReproductionOptions | null {
  checkChoice(choice);
  if (isRunning && state.phase !== 'awaitingPlan') throw wrongState(state.phase, 'errors.chooseTooLate');
  const options = { ...state.options, ...withoutUndefined(tidyNames(choice)) };
  return JSON.stringify(options) === JSON.stringify(state.options) ? null : options;
}

type Choice = Omit<Params<'environment/choose'>, 'reproductionId'>;

/** By the rules of the command line: a page can be told of a typing error at once, and another client is told of it here. */
function checkChoice({ packages = [], leaveOut = [], python = null }: Choice): void {
  for (const { name, specifier } of packages) {
    if (!isDistributionName(name)) throw badInput('packages', 'app.environment.bad.name', { name });
    if (!isSpecifier(specifier)) throw badInput('packages', 'app.environment.bad.version', { name, specifier });
  }
  const bad = leaveOut.find((name) => !isDistributionName(name));
  if (bad !== undefined) throw badInput('leaveOut', 'app.environment.bad.name', { name: bad });
  if (python !== null && !isPythonWish(python)) throw badInput('python', 'app.environment.bad.python', { python });
}

/** Of two lines for one package the last is what was meant. */
function tidyNames(choice: Choice): Choice {
  const { packages, leaveOut } = choice;
  return {
    ...choice,
    ...(packages === undefined
      ? {}
      : { packages: [...new Map(packages.map((one) => [normaliseName(one.name), one])).values()] }),
    ...(leaveOut === undefined ? {} : { leaveOut: [...new Set(leaveOut.map(normaliseName))] }),
  };
}

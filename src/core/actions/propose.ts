import type { Symptom } from '../../protocol/symptom';
import type { Action, ActionState, Proposal } from './action';
import { compilerErrors } from './compiler-errors';
import { importAddition } from './import-addition';
import { isBarred } from './is-barred';

/** The edit actions, in the order in which their proposals are tried. */
const actions: readonly Action[] = [compilerErrors, importAddition];

/** What may be tried next, the best first. What would repair the reported fault itself is left out. */
export function propose(state: ActionState, symptom: Symptom): readonly Proposal[] {
  return actions.flatMap((action) => action.propose(state)).filter((proposal) => !isBarred(proposal, symptom));
}

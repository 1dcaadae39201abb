import type { Action, ActionState, Proposal } from './action';
import { answerInput } from './answer-input';
import { compilerErrors } from './compiler-errors';
import { datasetProcurement } from './dataset-procurement';
import { importAddition } from './import-addition';
import { isBarred } from './is-barred';
import { lateDefinitions } from './late-definitions';
import { logging } from './logging';
import { mainGuard } from './main-guard';
import { missingNames } from './missing-names';
import { offline } from './offline';
import { orphanMethods } from './orphan-methods';
import { ownModules } from './own-modules';
import { projectDefinitions } from './project-definitions';
import { replaceDevice } from './replace-device';
import { shortenTraining } from './shorten-training';
import { toldCalls } from './told-calls';
import { uncalledFunctions } from './uncalled-functions';
import { versionMigration } from './version-migration';

/** The edit actions, in the order in which their proposals are tried. */
const actions: readonly Action[] = [
  compilerErrors,
  lateDefinitions,
  versionMigration,
  orphanMethods,
  projectDefinitions,
  missingNames,
  ownModules,
  importAddition,
  datasetProcurement,
  offline,
  replaceDevice,
  mainGuard,
  answerInput,
  toldCalls,
  uncalledFunctions,
  logging,
  shortenTraining,
];

/** What may be tried next, the best first. What would repair the reported fault itself is left out. */
export function propose(state: ActionState): readonly Proposal[] {
  const proposals = actions.flatMap((action) => action.propose(state));
  // Names that methods without their class read are looked at once they have one.
  const around = proposals.filter(({ change }) => change.kind === 'script' && change.makesClass === true);
  return (around.length > 0 ? around : proposals).filter((proposal) => !isBarred(proposal, state.symptom));
}

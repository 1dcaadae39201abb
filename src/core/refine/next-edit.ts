import type { Attempt } from '../../protocol/attempt';
import type { BugType } from '../../protocol/report';
import type { ReproductionState } from '../../protocol/reproduction/state';
import type { EditAction, Script } from '../../protocol/script';
import type { EditStep, Proposal } from '../actions/action';
import { toScript } from '../generate/script-lines';
import type { DigestOf } from '../ports/digests';
import { actionPrior } from './action-prior';
import { normaliseName } from '../../protocol/requirement';

/** What the search does next. */
export type NextEdit =
  | {
      readonly kind: 'attempt';
      readonly parent: Attempt;
      readonly script: Script;
      readonly action: EditAction;
      readonly reason: string;
      /** Edits on the way from the parent to `script`, which do not run. */
      readonly before: readonly EditStep[];
    }
  /** The environment must first get a distribution that it does not hold. */
  | { readonly kind: 'package'; readonly distribution: string; readonly module: string }
  /** `repeated`: edits that would lead to a script that ran already. */
  | { readonly kind: 'nothing'; readonly repeated: number };

/** An attempt that ran, with its script and what may be done about what stopped it. */
export interface Candidate {
  readonly attempt: Attempt;
  readonly script: Script;
  readonly proposals: readonly Proposal[];
}

/** Whether the environment holds a distribution, or was made to hold it. A given environment is never changed. */
function isInstalled({ environment, options }: ReproductionState, distribution: string): boolean {
  const names = environment.ready?.packages.map(({ name }) => normaliseName(name)) ?? [];
  if (names.includes(normaliseName(distribution))) return true;
  return options.environment === null && (environment.resolution?.rows ?? []).some(({ name }) => name === distribution);
}

/** Whether this script has failed for want of this module more than once: installing it did not help. */
function isHopeless(candidates: readonly Candidate[], script: Script, module: string): boolean {
  const failed = candidates.filter(
    ({ script: other, proposals }) =>
      other.digest === script.digest &&
      proposals.some(({ change }) => change.kind === 'package' && change.module === module),
  );
  return failed.length > 1;
}

function hasRerun(state: ReproductionState, attempt: Attempt): boolean {
  return state.attempts.some(
    ({ parentId, scriptDigest }) => parentId === attempt.id && scriptDigest === attempt.scriptDigest,
  );
}

interface Choice {
  readonly attempt: Attempt;
  readonly script: Script;
  readonly proposal: Proposal;
}

/**
 * All proposals, the best first: likely ways before other ones to the same end, those of the latest attempt first. Where
 * nothing that was seen asks for one of the other ways, the study's rules for the type of bug order them.
 */
function inOrder(candidates: readonly Candidate[], bugType: BugType | null): readonly Choice[] {
  return [...candidates]
    .reverse()
    .flatMap(({ attempt, script, proposals }) => proposals.map((proposal) => ({ attempt, script, proposal })))
    .map((choice, order) => {
      const rank = choice.proposal.alternative ?? 0;
      return { choice, order, rank, prior: rank >= 1 ? actionPrior(choice.proposal.action, bugType) : 0 };
    })
    .sort((a, b) => a.rank - b.rank || b.prior - a.prior || a.order - b.order)
    .map(({ choice }) => choice);
}

/**
 * The first proposal that leads somewhere new, the latest attempt's first. A script runs again only where its environment
 * has changed for it. Same state, same answer.
 */
export function nextEdit(options: {
  readonly state: ReproductionState;
  readonly candidates: readonly Candidate[];
  readonly digestOf: DigestOf;
}): NextEdit {
  const { state } = options;
  let lacking: Extract<NextEdit, { kind: 'package' }> | null = null;
  let repeated = 0;
  const tried = new Set(state.attempts.map(({ scriptDigest }) => scriptDigest));
  for (const { attempt, script, proposal } of inOrder(options.candidates, state.report.readOut?.bugType ?? null)) {
    const { change, action, reason, before = [] } = proposal;
    if (change.kind === 'package') {
      if (isHopeless(options.candidates, script, change.module)) continue;
      if (!isInstalled(state, change.distribution)) {
        // A given environment is never changed, so what does without the package is tried first.
        if (state.options.environment === null) return change;
        lacking ??= change;
        continue;
      }
      if (!hasRerun(state, attempt)) return { kind: 'attempt', parent: attempt, script, action, reason, before };
      continue;
    }
    const edited = toScript(change.lines, options.digestOf);
    if (!tried.has(edited.digest)) return { kind: 'attempt', parent: attempt, script: edited, action, reason, before };
    repeated += 1;
  }
  return lacking ?? { kind: 'nothing', repeated };
}

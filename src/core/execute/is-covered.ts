import type { Attempt } from '../../protocol/attempt';
import type { SandboxLevel } from '../../protocol/execution';
import type { SandboxRule } from '../../protocol/reproduction/options';
import type { ReproductionState } from '../../protocol/reproduction/state';
import type { DigestOf } from '../ports/digests';
import { coveringApproval } from './covering-approval';
import { exportedForm } from './exported-form';
import { inlineMetadataOf } from './inline-metadata';
import { mayBeWeaker } from './may-be-weaker';

/** A run that somebody wants to start. */
export interface CoverageQuestion {
  readonly state: ReproductionState;
  readonly attemptId: string;
  /** The bytes that would run. */
  readonly text: string;
  /** Absent: none. */
  readonly arguments?: readonly string[];
  /** Text of an attempt's script as it is kept, or null where it is not at hand. */
  readonly scriptOf: (attempt: Attempt) => string | null;
  readonly digestOf: DigestOf;
  readonly sandbox: SandboxRule;
  readonly allowWeakerSandbox: boolean;
  readonly network: SandboxLevel['network'];
}

const strictness: Readonly<Record<SandboxRule, number>> = { off: 0, prefer: 1, require: 2 };

/**
 * Whether approvals cover these bytes in this sandbox. The bytes must be the attempt's script or its exported form.
 * Network is never covered here, and a sandbox weaker than the options say only by an approval of its own. What policy
 * alone approved as a script runs in a sandbox only. Never throws.
 */
export function isCovered(question: CoverageQuestion): boolean {
  const { state, digestOf, text } = question;
  const attempt = state.attempts.find((candidate) => candidate.id === question.attemptId);
  if (!attempt || question.network !== 'none') return false;
  if (!areOwnArguments(question.arguments ?? [], state)) return false;
  const original = question.scriptOf(attempt);
  if (original === null || digestOf(original) !== attempt.scriptDigest) return false;
  if (text !== original && text !== exportedForm(original, inlineMetadataOf(state))) return false;
  const approval = coveringApproval(state, attempt);
  if (!approval) return false;
  if (strictness[question.sandbox] < strictness[state.options.sandbox]) return false;
  const weaker = question.allowWeakerSandbox || question.sandbox === 'off';
  if (!weaker) return true;
  if (approval.scope.kind === 'script' && approval.by === 'policy') return false;
  return mayBeWeaker(state, attempt);
}

/** Only a given script has arguments, and only the ones that it was given with. */
function areOwnArguments(words: readonly string[], { options }: ReproductionState): boolean {
  const allowed = [[], ...(options.given ? [options.given.arguments, options.given.control ?? []] : [])];
  return allowed.some((list) => list.length === words.length && list.every((word, index) => word === words[index]));
}

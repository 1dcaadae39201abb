import type { Symptom } from '../../protocol/symptom';
import type { Proposal, Touch } from './action';
import { isDeviceFault, isGuardFault, isNetworkFault } from './diagnosis';

const faultOfType: Readonly<Record<string, Touch['fault']>> = {
  NameError: 'name',
  UnboundLocalError: 'name',
  ImportError: 'module',
  ModuleNotFoundError: 'module',
  SyntaxError: 'syntax',
  IndentationError: 'syntax',
  TabError: 'syntax',
  AttributeError: 'attribute',
  FileNotFoundError: 'file',
  EOFError: 'input',
};

/** Names that a message quotes, and the bare one behind Python 2's "No module named". */
function namedIn(message: string): ReadonlySet<string> {
  const quoted = [...message.matchAll(/['"`‘“]([^'"`’”]+)['"`’”]/g)].map((match) => match[1] ?? '');
  const bare = /No module named ([\w.]+)/.exec(message)?.[1];
  return new Set(bare === undefined ? quoted : [...quoted, bare]);
}

/** Words with which a call refuses a named argument. */
function isArgumentFault(message: string): boolean {
  return /keyword argument|not recognized|not understood/i.test(message);
}

/**
 * Whether a proposal would repair what the symptom itself complains of: the reported fault is never repaired.
 * A symptom of that kind without a message bars every repair of the kind, since it may be the one.
 */
export function isBarred(proposal: Proposal, symptom: Symptom): boolean {
  if (symptom.kind === 'outOfMemory') return proposal.touches.some(({ fault }) => fault === 'device');
  if (symptom.kind !== 'exception') return false;
  const { source = '' } = symptom.message ?? {};
  const hasFault = (fault: Touch['fault']): boolean => proposal.touches.some((touch) => touch.fault === fault);
  if (hasFault('device') && (isDeviceFault(source) || /\b(?:cuda|gpu|device)\b/i.test(source))) return true;
  if (hasFault('mainGuard') && (isGuardFault(source) || /exited unexpectedly|bootstrapping/.test(source))) return true;
  if (hasFault('network') && isNetworkFault(symptom.type, source)) return true;
  const fault = isArgumentFault(source) ? 'argument' : faultOfType[symptom.type.split('.').at(-1) ?? ''];
  if (fault === undefined) return false;
  const names = symptom.message ? namedIn(symptom.message.source) : null;
  return proposal.touches.some(
    (touch) =>
      touch.fault === fault && (touch.name === null || names === null || names.size === 0 || names.has(touch.name)),
  );
}

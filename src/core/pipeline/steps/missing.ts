import type { Approval } from '../../../protocol/approval';
import { message } from '../../../protocol/catalogue/catalogue';
import { assertNever } from '../../../protocol/primitives';
import type { Missing } from '../../../protocol/verdict';
import { formatBytes } from '../../../protocol/format-bytes';
import type { PreparationFailure } from '../../ports/environments';
import type { Ending } from './conclude';

function inconclusive(missing: Missing): Ending {
  return { outcome: 'inconclusive', message: missing.message, attemptId: null, verdict: null, missing: [missing] };
}

/** The project is at an address that cannot be reached, or that has nothing. */
export function missingProject(reason: string): Ending {
  return inconclusive({ kind: 'network', name: 'project', message: reason });
}

/** The report has no code that could run. */
export function missingCode(): Ending {
  return inconclusive({ kind: 'code', name: 'code', message: message('plan.missingCode') });
}

/** The report does not say what goes wrong. */
export function missingSymptom(): Ending {
  return inconclusive({ kind: 'symptom', name: 'symptom', message: message('plan.missingSymptom') });
}

function missingByRefusal({ scope }: Approval): Missing {
  switch (scope.kind) {
    case 'plan':
      return { kind: 'approval', name: 'plan', message: message('approval.refusedPlan') };
    case 'script':
      return { kind: 'approval', name: 'script', message: message('approval.refusedScript') };
    case 'packages': {
      const names = scope.names.join(', ');
      const flags = scope.names.map((name) => `--allow-package ${name}`).join(' ');
      const text =
        scope.why === 'heavy' && scope.bytes !== null
          ? message('approval.refusedHeavy', { names, flags, size: formatBytes(scope.bytes) })
          : message('approval.refusedUnknown', { names, flags });
      return { kind: 'package', name: names, message: text };
    }
    case 'network':
      return { kind: 'network', name: 'network', message: message('approval.refusedNetwork') };
    case 'data':
      return { kind: 'dataset', name: scope.what, message: message('approval.refusedData', { what: scope.what }) };
    case 'weakerSandbox':
      return {
        kind: 'sandbox',
        name: 'sandbox',
        message: message('approval.refusedSandbox', { reason: scope.reason }),
      };
    case 'prompt':
      return { kind: 'approval', name: 'prompt', message: message('approval.refusedPrompt') };
    default:
      return assertNever(scope);
  }
}

/** A person, or policy in a person's place, said no. */
export function missingApproval(approval: Approval): Ending {
  return inconclusive(missingByRefusal(approval));
}

const kindOfFailure: Readonly<Record<PreparationFailure['kind'], Missing['kind']>> = {
  noPython: 'python',
  noNetwork: 'network',
  noInstaller: 'network',
  noVersion: 'package',
  yanked: 'package',
  unreadable: 'package',
  conflict: 'package',
  noWheel: 'package',
  sourceOnly: 'package',
  buildFailed: 'package',
  notImported: 'package',
  otherPython: 'python',
  brokenPython: 'python',
  indexRefused: 'network',
  elsewhere: 'network',
  diskFull: 'other',
  broken: 'other',
  refused: 'approval',
  other: 'other',
};

/** No environment could be had; the failure's own sentence says what to do. */
export function missingEnvironment(failure: PreparationFailure): Ending {
  return inconclusive({ kind: kindOfFailure[failure.kind], name: 'environment', message: failure.message });
}

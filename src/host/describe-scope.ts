import { formatBytes } from '../protocol/format-bytes';
import type { ApprovalScope } from '../protocol/approval';
import { message } from '../protocol/catalogue/catalogue';
import { assertNever } from '../protocol/primitives';

/** What a yes covers, so that nobody says yes to more than they know. */
export function describeScope(scope: ApprovalScope): string {
  switch (scope.kind) {
    case 'plan':
      return message('surface.scope.plan');
    case 'script':
      return message('surface.scope.script', { digest: scope.scriptDigest.slice(0, 8) });
    case 'packages': {
      const names = scope.names.join(', ');
      return scope.bytes === null
        ? message('surface.scope.packages', { names })
        : message('surface.scope.packagesOfSize', { names, size: formatBytes(scope.bytes) });
    }
    case 'network':
      return message('surface.scope.network', { purpose: scope.purpose });
    case 'data':
      return message('surface.scope.data', { what: scope.what });
    case 'weakerSandbox':
      return message('surface.scope.weakerSandbox', { reason: scope.reason });
    case 'prompt':
      return message('surface.scope.prompt', {
        model: scope.model,
        address: scope.address,
        count: scope.characters,
        digest: scope.text.slice(0, 8),
      });
    default:
      return assertNever(scope);
  }
}

import type { ApprovalScope } from '../protocol/approval';
import { assertNever } from '../protocol/primitives';
import { normaliseName } from '../protocol/requirement';
import type { ReproductionOptions } from '../protocol/reproduction/options';

/**
 * What flags alone allow where there is no person to ask (design, section 5): packages named by `--allow-package`, and a
 * weaker sandbox where `--sandbox` was loosened. Everything else that is asked is refused.
 */
export function answerByPolicy(
  scope: ApprovalScope,
  options: Pick<ReproductionOptions, 'allowPackages' | 'sandbox'>,
): 'approved' | 'refused' {
  switch (scope.kind) {
    case 'packages':
      return scope.names.length > 0 && scope.names.every((name) => options.allowPackages.includes(nameIn(name)))
        ? 'approved'
        : 'refused';
    case 'weakerSandbox':
      return options.sandbox === 'require' ? 'refused' : 'approved';
    case 'plan':
    case 'script':
    case 'network':
    case 'data':
    case 'prompt':
      return 'refused';
    default:
      return assertNever(scope);
  }
}

/** Names as the package index compares them; a version after the name is left aside. */
function nameIn(requirement: string): string {
  return normaliseName(requirement.replace(/[=<>!~ ].*$/, ''));
}

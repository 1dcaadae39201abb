import type { ApprovalScope } from '../../protocol/approval';
import type { DigestOf } from '../ports/digests';

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** The one text of a scope: JSON with sorted keys and without blanks. Its digest is what an approval names. */
export function canonicalScope(scope: ApprovalScope): string {
  return canonical(scope);
}

/** Digest of a scope, as requests and approvals carry it. */
export function digestOfScope(scope: ApprovalScope, digestOf: DigestOf): string {
  return digestOf(canonicalScope(scope));
}

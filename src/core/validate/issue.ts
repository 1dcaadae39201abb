import { message } from '../../protocol/catalogue/catalogue';
import type { NameIssue } from '../ports/name-checker';

/** What is wrong with a script before it runs. */
export interface ScriptIssue {
  readonly check: 'names' | 'genuine' | 'relevance' | 'dangerous';
  /** Counted from 1. */
  readonly line: number | null;
  /** The fact with its line and what is near, in a sentence: for people, and for the model. */
  readonly text: string;
}

/** A look-up's finding in a sentence. */
export function describeNameIssue(issue: NameIssue): string {
  const { kind, name, of, near } = issue;
  const args = { line: issue.line ?? 0, name, of: of ?? '' };
  const fact = message(`validate.${kind}`, args);
  return near.length === 0 ? fact : `${fact} ${message('validate.near', { names: near.join(', ') })}`;
}

import rules from '../../../resources/knowledge/rules.json';
import { message } from '../../protocol/catalogue/catalogue';
import type { BugType, Completeness, ComponentInformation, ReportReadOut } from '../../protocol/report';

/** What of `resources/knowledge/rules.json` is used: how often bugs of a type took a kind of information to reproduce. */
interface InformationRule {
  readonly antecedent: { readonly bugType: string };
  readonly consequent: readonly string[];
  /** Bugs of the type that took it, and all bugs of the type. */
  readonly count: number;
  readonly ofType: number;
}

const kinds: readonly ComponentInformation[] = ['code', 'data', 'model', 'hyperparameters', 'logs'];

/** What a report lacks and what that costs, by the study's rules for its bug type; without a type by all types together. */
export function completeness(
  readOut: Pick<ReportReadOut, 'information' | 'versions' | 'date' | 'bugType'>,
): Completeness {
  const known: readonly InformationRule[] = rules.informationRules;
  const shares = kinds.map((kind) => ({ kind, ...shareOf(known, kind, readOut.bugType) }));
  const isThere = (kind: ComponentInformation): boolean =>
    readOut.information.some((item) => item.kind === kind && item.present);
  const all = shares.reduce((sum, { share }) => sum + share, 0);
  const there = shares.filter(({ kind }) => isThere(kind)).reduce((sum, { share }) => sum + share, 0);
  const missing: Completeness['missing'] = shares
    .filter(({ kind }) => !isThere(kind))
    .sort((a, b) => b.share - a.share)
    .map(({ kind, share, count, of }) => ({
      kind,
      share: of > 0 ? share : null,
      sentence: message(`report.missing.${kind}`, { count, of, type: typeName(readOut.bugType) }),
    }));
  if (readOut.versions.length === 0 && readOut.date === null) {
    missing.push({ kind: 'versions', share: null, sentence: message('report.missing.versions') });
  }
  const present = kinds.filter(isThere).length;
  return {
    score: all === 0 ? 0 : there / all,
    missing,
    summary: message('report.completeness', { present, all: kinds.length }),
  };
}

function shareOf(
  rules: readonly InformationRule[],
  kind: ComponentInformation,
  bugType: BugType | null,
): { readonly share: number; readonly count: number; readonly of: number } {
  const known = rules.filter(
    ({ antecedent, consequent }) =>
      consequent.length === 1 && consequent[0] === kind && (bugType === null || antecedent.bugType === bugType),
  );
  const count = known.reduce((sum, rule) => sum + rule.count, 0);
  const of = known.reduce((sum, rule) => sum + rule.ofType, 0);
  return { share: of === 0 ? 0 : count / of, count, of };
}

function typeName(bugType: BugType | null): string {
  return bugType === null ? message('report.bugType.any') : message(`report.bugType.${bugType}`);
}

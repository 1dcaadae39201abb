import rules from '../../../resources/knowledge/rules.json';
import type { BugType } from '../../protocol/report';
import type { EditAction } from '../../protocol/script';

/** What of `resources/knowledge/rules.json` is used: how often bugs of a type took an action to reproduce. */
interface ActionRule {
  readonly antecedent: { readonly bugType: string };
  readonly consequent: readonly string[];
  /** Bugs of the type that took it, and all bugs of the type. */
  readonly count: number;
  readonly ofType: number;
}

/** Share of the study's bugs of a type that took an action to reproduce, 0 to 1; without a type, of all bugs. */
export function actionPrior(action: EditAction, bugType: BugType | null): number {
  const known: readonly ActionRule[] = rules.editActionRules;
  const alike = known.filter(
    ({ antecedent, consequent }) =>
      consequent.length === 1 && consequent[0] === action && (bugType === null || antecedent.bugType === bugType),
  );
  const of = alike.reduce((sum, { ofType }) => sum + ofType, 0);
  return of === 0 ? 0 : alike.reduce((sum, { count }) => sum + count, 0) / of;
}

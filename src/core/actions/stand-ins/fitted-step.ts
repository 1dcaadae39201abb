import type { Usage } from '../name-usage';
import { knownNames } from '../known-names';
import type { StandInContext } from './build-stand-in';
import { proseOf } from './told-network';

/** How many features a message says that a fitted step was made for, and how many it was given; null: it does not say. */
export function toldFeatures(complaint: string): { readonly fitted: string; readonly given: string } | null {
  const told =
    /X has (\d{1,5}) features, but (?:\w+ )?\w+ is expecting (\d{1,5}) features/.exec(complaint) ??
    /X has (\d{1,5}) features per sample; expecting (\d{1,5})/.exec(complaint);
  if (told) return { given: told[1] ?? '', fitted: told[2] ?? '' };
  const turned = /[Nn]umber of features of the (?:model|input) must (?:match|be equal).{0,60}?(?:n_features is|model n_features is) (\d{1,5}) and input n_features is (\d{1,5})/.exec(complaint); // prettier-ignore
  return turned ? { fitted: turned[1] ?? '', given: turned[2] ?? '' } : null;
}

/** The step or estimator of scikit-learn that a message or a sentence names, with its import. */
export function toldEstimator(
  pattern: RegExp,
  context: StandInContext,
): { readonly name: string; readonly statement: string } | null {
  const words = `${context.complaint} ${proseOf(context.report)}`;
  return (
    knownNames.find(
      ({ module, name }) => module === 'sklearn' && pattern.test(name) && new RegExp(`\\b${name}\\b`).test(words),
    ) ?? null
  );
}

/** Whether the script itself fits a value. */
export function isFittedHere(usage: Usage): boolean {
  return ['fit', 'fit_transform', 'partial_fit', 'fit_predict'].some((method) => usage.methods.has(method));
}

/** The call that fits a value of ours to columns as many as the message tells, else as those of its kind have here. */
export function fitText(usage: Usage, context: StandInContext, labels: boolean): string {
  if (isFittedHere(usage)) return '';
  const columns = toldFeatures(context.complaint)?.fitted ?? context.layout.input?.at(-1) ?? '8';
  const size = /^\d+$/.test(columns) ? columns : '8';
  return `.fit(np.random.rand(64, ${size})${labels ? ', np.arange(64) % 2' : ''})`;
}

/** Statements for a step that changes data and that was fitted before, where the script does not fit it itself. */
export function fittedLines(name: string, usage: Usage, context: StandInContext): readonly string[] {
  const told = toldEstimator(/(?:Scaler|Encoder|Imputer|Normalizer|Binarizer|PCA|Transformer|Vectorizer)$/, context);
  const byName = /minmax|mms/i.test(name) ? 'MinMaxScaler' : 'StandardScaler';
  const chosen = told ?? { name: byName, statement: `from sklearn.preprocessing import ${byName}` };
  const isOfWords = /Vectorizer$|LabelEncoder$/.test(chosen.name);
  return [chosen.statement, `${name} = ${chosen.name}()${isOfWords ? '' : fitText(usage, context, false)}`];
}

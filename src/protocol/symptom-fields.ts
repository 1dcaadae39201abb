import { z } from 'zod';
import { Symptom } from './symptom';

type KeyOf<T> = T extends unknown ? keyof T : never;

/** What every symptom has, and what none of its kinds lets a person fill in. */
const ofAll = ['id', 'kind', 'confidence', 'span', 'author'] as const;
const notFilledIn = ['blamed', 'phase', 'bytesPerStep', 'classes'] as const;

export type SymptomKind = Symptom['kind'];
export type SymptomFieldName = Exclude<KeyOf<Symptom>, (typeof ofAll)[number] | (typeof notFilledIn)[number]>;

/** Something of a symptom that a person fills in. An empty field that is not required means: not known. */
export interface SymptomField {
  readonly name: SymptomFieldName;
  /** `long`: a text of several lines, as a message is. */
  readonly kind: 'text' | 'long' | 'number' | 'choice';
  readonly required: boolean;
  readonly options: readonly string[];
}

/** What there is to fill in for each kind, in the order of its schema. */
export const symptomFields: Readonly<Record<SymptomKind, readonly SymptomField[]>> = tableOf((shape) =>
  Object.entries(shape).flatMap(([name, schema]) => (isFilledIn(name) ? [fieldOf(name, schema)] : [])),
);

/** What each kind has besides, for a symptom that a person says for the first time: nothing is known of it. */
export const unsaid: Readonly<Record<SymptomKind, Readonly<Record<string, null>>>> = tableOf((shape) =>
  Object.fromEntries(
    notFilledIn.flatMap((name) => (shape[name] instanceof z.ZodNullable ? [[name, null] as const] : [])),
  ),
);

type Shape = Readonly<Record<string, z.core.$ZodType>>;

function tableOf<T>(of: (shape: Shape) => T): Readonly<Record<SymptomKind, T>> {
  return Object.fromEntries(
    Symptom.options.map((option) => [option.shape.kind.value, of(option.shape)] as const),
  ) as Record<SymptomKind, T>;
}

function isFilledIn(name: string): name is SymptomFieldName {
  return ![...ofAll, ...notFilledIn].some((other) => other === name);
}

function fieldOf(name: SymptomFieldName, schema: z.core.$ZodType): SymptomField {
  const required = !(schema instanceof z.ZodNullable);
  const bare = schema instanceof z.ZodNullable ? schema.unwrap() : schema;
  if (bare instanceof z.ZodEnum) return { name, kind: 'choice', required, options: bare.options.map(String) };
  const kind = bare instanceof z.ZodNumber ? 'number' : bare instanceof z.ZodString ? 'text' : 'long';
  return { name, kind, required, options: [] };
}

import { Symptom } from '../../../protocol/symptom';

/** Something of a symptom that a person fills in. An empty optional field means: not known. */
export interface SymptomField {
  readonly name:
    | 'type'
    | 'message'
    | 'category'
    | 'signal'
    | 'where'
    | 'afterSeconds'
    | 'what'
    | 'metric'
    | 'value'
    | 'direction'
    | 'between'
    | 'op'
    | 'expected'
    | 'actual'
    | 'ratio';
  readonly kind: 'text' | 'long' | 'number' | 'choice';
  readonly required: boolean;
  readonly options: readonly string[];
}

export type SymptomKind = Symptom['kind'];
export type SymptomValues = Readonly<Partial<Record<SymptomField['name'], string>>>;

const field = (name: SymptomField['name'], kind: SymptomField['kind'], required = false): SymptomField => ({
  name,
  kind,
  required,
  options: [],
});
const choice = (name: SymptomField['name'], ...options: readonly string[]): SymptomField => ({
  name,
  kind: 'choice',
  required: true,
  options,
});
const comparison = choice('op', '<', '<=', '>', '>=', '==', 'isnan');

/** What there is to fill in for each kind. */
export const symptomFields: Readonly<Record<SymptomKind, readonly SymptomField[]>> = {
  exception: [field('type', 'text', true), field('message', 'long')],
  signal: [field('signal', 'text', true)],
  outOfMemory: [choice('where', 'host', 'gpu')],
  hang: [field('afterSeconds', 'number')],
  warning: [field('category', 'text'), field('message', 'long', true)],
  nonFinite: [choice('what', 'loss', 'gradient', 'weight', 'output')],
  stuckMetric: [field('metric', 'text', true), field('value', 'number')],
  divergingMetric: [field('metric', 'text', true), choice('direction', 'up', 'down')],
  metricGap: [
    field('metric', 'text', true),
    choice('between', 'trainValidation', 'runs', 'backends'),
    comparison,
    field('value', 'number'),
  ],
  wrongShape: [field('what', 'text', true), field('expected', 'text'), field('actual', 'text')],
  wrongType: [field('what', 'text', true), field('expected', 'text'), field('actual', 'text')],
  wrongValue: [field('what', 'text', true), comparison, field('value', 'number')],
  slow: [field('what', 'text', true), field('ratio', 'number')],
  memoryGrowth: [],
  saveLoadMismatch: [field('what', 'text', true)],
  nonDeterminism: [field('what', 'text', true)],
};

/** A symptom's fields as they are shown. */
export function valuesOf(symptom: Symptom): SymptomValues {
  const all: Readonly<Record<string, unknown>> = symptom;
  return Object.fromEntries(
    symptomFields[symptom.kind].map(({ name }) => {
      const value = all[name];
      if (typeof value === 'object' && value !== null && 'source' in value) return [name, String(value.source)];
      return [name, typeof value === 'string' || typeof value === 'number' ? String(value) : ''];
    }),
  );
}

/**
 * The symptom that the fields say, as the user's own under a new id, so that a verdict on the old one counts no more.
 * Null where a required field is empty or a number is none.
 */
export function symptomOf(options: {
  readonly kind: SymptomKind;
  readonly values: SymptomValues;
  readonly before: Symptom | null;
  readonly id: string;
}): Symptom | null {
  const { kind, values, before, id } = options;
  const filled: Record<string, unknown> = {};
  for (const { name, kind: form, required } of symptomFields[kind]) {
    const text = values[name]?.trim() ?? '';
    if (text === '' && required) return null;
    if (text === '') filled[name] = null;
    else if (name === 'message') filled[name] = { source: text, parts: [{ kind: 'text', text }] };
    else filled[name] = form === 'number' ? Number(text) : text;
  }
  const kept =
    kind === 'exception' ? { blamed: null, phase: null } : kind === 'memoryGrowth' ? { bytesPerStep: null } : {};
  const same = before?.kind === kind ? before : {};
  const common = { id, confidence: 1, span: before?.span ?? null, author: 'user' };
  const parsed = Symptom.safeParse({ ...kept, ...same, ...filled, kind, ...common });
  return parsed.success ? parsed.data : null;
}

/** An id that no symptom has had. */
export function nextSymptomId(symptoms: readonly Pick<Symptom, 'id'>[]): string {
  const numbers = symptoms.map(({ id }) => Number(/^user-(\d+)$/.exec(id)?.[1] ?? 0));
  return `user-${Math.max(0, ...numbers) + 1}`;
}

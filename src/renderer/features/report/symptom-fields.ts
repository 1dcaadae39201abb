import { Symptom } from '../../../protocol/symptom';
import { symptomFields, unsaid, type SymptomFieldName, type SymptomKind } from '../../../protocol/symptom-fields';

export type SymptomValues = Readonly<Partial<Record<SymptomFieldName, string>>>;

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
  const same = before?.kind === kind ? before : {};
  const common = { id, confidence: 1, span: before?.span ?? null, author: 'user' };
  const parsed = Symptom.safeParse({ ...unsaid[kind], ...same, ...filled, kind, ...common });
  return parsed.success ? parsed.data : null;
}

/** An id that no symptom has had. */
export function nextSymptomId(symptoms: readonly Pick<Symptom, 'id'>[]): string {
  const numbers = symptoms.map(({ id }) => Number(/^user-(\d+)$/.exec(id)?.[1] ?? 0));
  return `user-${Math.max(0, ...numbers) + 1}`;
}

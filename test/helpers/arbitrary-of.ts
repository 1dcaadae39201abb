import fc from 'fast-check';
import type { z } from 'zod';

type Def = Readonly<Record<string, unknown>> & { readonly type: string };

function defOf(schema: z.ZodType): Def {
  return schema._zod.def as unknown as Def;
}

/** Values of a schema of the contract, drawn from the schema itself. Errors: throws on a kind that the contract does not use. */
export function arbitraryOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const def = defOf(schema);
  switch (def.type) {
    case 'string':
      return textOf(schema, def);
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'unknown':
      return fc.jsonValue();
    case 'literal':
      return fc.constantFrom(...(def['values'] as unknown[]));
    case 'enum':
      return fc.constantFrom(...Object.values(def['entries'] as object));
    case 'optional':
      return arbitraryOf(def['innerType'] as z.ZodType);
    case 'nullable':
      return fc.option(arbitraryOf(def['innerType'] as z.ZodType), { nil: null });
    case 'array':
      return fc
        .array(arbitraryOf(def['element'] as z.ZodType), { maxLength: 2 })
        .filter((value) => schema.safeParse(value).success);
    case 'tuple':
      return fc.tuple(...(def['items'] as z.ZodType[]).map(arbitraryOf));
    case 'record':
      return fc.dictionary(fc.stringMatching(/^[a-zA-Z.-]{1,5}$/), arbitraryOf(def['valueType'] as z.ZodType), {
        maxKeys: 2,
        noNullPrototype: true,
      });
    case 'object':
      return objectOf(def['shape'] as Readonly<Record<string, z.ZodType>>);
    case 'union':
      return fc.oneof(...(def['options'] as z.ZodType[]).map(arbitraryOf));
    default:
      throw new Error(`No values for a schema of the kind ${def.type}`);
  }
}

function objectOf(shape: Readonly<Record<string, z.ZodType>>): fc.Arbitrary<unknown> {
  const optional = (schema: z.ZodType) => defOf(schema).type === 'optional';
  const entries = Object.entries(shape);
  return fc.record(Object.fromEntries(entries.map(([key, schema]) => [key, arbitraryOf(schema)])), {
    requiredKeys: entries.filter(([, schema]) => !optional(schema)).map(([key]) => key) as never[],
    noNullPrototype: true,
  });
}

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', '🙂\u2028\u2029', '</script>', '{"a":1}'),
);

function textOf(schema: z.ZodType, def: Def): fc.Arbitrary<string> {
  const checks = (def['checks'] as { readonly _zod: { readonly def: Def } }[] | undefined) ?? [];
  const format = (def['format'] ?? checks.map((check) => check._zod.def['format']).find(Boolean)) as string | undefined;
  const pattern = checks.map((check) => check._zod.def['pattern']).find((value) => value instanceof RegExp);
  const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  if (format === 'datetime') return day.map((date) => date.toISOString());
  if (format === 'date') return day.map((date) => date.toISOString().slice(0, 10));
  if (format === 'url') {
    return fc.webUrl({ validSchemes: ['http', 'https'] }).filter((text) => schema.safeParse(text).success);
  }
  if (pattern instanceof RegExp) return fc.stringMatching(pattern);
  return texts.filter((text) => schema.safeParse(text).success);
}

function numberOf(schema: z.ZodType): fc.Arbitrary<number> {
  return fc
    .oneof(fc.nat({ max: 100 }), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true, min: 0, max: 1 }))
    .map((value) => (Object.is(value, -0) ? 0 : value))
    .filter((value) => schema.safeParse(value).success);
}

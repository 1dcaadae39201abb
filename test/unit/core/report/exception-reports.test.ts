import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readReport } from '../../../../src/core/report/read-report';
import { unwrapMessage } from '../../../../src/core/symptom/unwrap-message';

interface Expected {
  readonly type: string;
  /** What the message, or what a known wrapper holds, begins with. */
  readonly message: string;
  readonly function?: string;
  readonly code?: string;
  readonly frames?: number;
  readonly versions?: readonly string[];
  readonly date?: string;
}

const folder = path.join(import.meta.dirname, 'exception-reports');
const expected = JSON.parse(readFileSync(path.join(folder, 'expected.json'), 'utf8')) as Record<string, Expected>;
const lastName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** What the reader says of the fields that the expectation names. */
function read(name: string, wish: Expected): Record<string, unknown> {
  const text = readFileSync(path.join(folder, `${name}.txt`), 'utf8');
  const { readOut, symptoms } = readReport({ name: 'report.md', text, asOf: null });
  const [first] = symptoms;
  if (first?.kind !== 'exception') return { kind: first?.kind ?? 'nothing' };
  const printed = readOut.exceptions.find(({ span }) => span.start === first.span?.start);
  const says = unwrapMessage(first.message?.source ?? '').find((part) => part.startsWith(wish.message));
  const versions = readOut.versions.map(({ name: of, version }) => `${of} ${version}`);
  return {
    type: wish.type.includes('.') ? first.type : lastName(first.type),
    message: says === undefined ? (first.message?.source ?? null) : wish.message,
    ...(wish.function === undefined ? {} : { function: first.blamed?.function ?? null }),
    ...(wish.code === undefined ? {} : { code: first.blamed?.code ?? null }),
    ...(wish.frames === undefined ? {} : { frames: printed?.frames.length ?? 0 }),
    ...(wish.versions === undefined
      ? {}
      : { versions: wish.versions.every((version) => versions.includes(version)) ? wish.versions : versions }),
    ...(wish.date === undefined ? {} : { date: readOut.date?.value ?? null }),
  };
}

describe('reports of exceptions in the shapes that people use', () => {
  it.each(Object.entries(expected))('reads %s', (name, wish) => {
    expect(read(name, wish)).toEqual(wish);
  });
});

import { message } from '../../../protocol/catalogue/catalogue';
import { nothingSeen, type Finding, type SilentOf } from './finding';
import { printedShapes, shapeForm } from './printed-values';
import { nameWords } from './related-names';
import type { ObservedValues } from './values';

/** A shape among those that were printed: the reported one, or one that is not the expected but of its rank. */
export function checkShape(symptom: SilentOf<'wrongShape'>, { output }: ObservedValues): Finding {
  const printed = printedShapes(output);
  const expected = symptom.expected === null ? null : shapeForm(symptom.expected);
  const actual = symptom.actual === null ? null : shapeForm(symptom.actual);
  if (expected === null && actual === null) return nothingSeen('silent.noForm', { what: symptom.what });
  const rank = (form: string): number => form.split(',').length;
  const wrong = printed.find(({ shape }) =>
    actual !== null
      ? shape === actual
      : shape !== expected && rank(shape) === rank(expected ?? '') && sharesAxis(shape, expected ?? ''),
  );
  if (wrong) return { shown: true, observed: wrong.line, nearMiss: null, basis: basisOf(wrong.line), measure: null };
  const right = printed.find(({ shape }) => shape === expected);
  const seen = right?.line ?? printed.at(-1)?.line;
  if (seen === undefined) return nothingSeen('silent.noForm', { what: symptom.what });
  const near = message('silent.otherForm', { seen });
  return { shown: false, observed: seen, nearMiss: near, basis: basisOf(seen), measure: null };
}

/** At least one axis is as expected, so that it is a shape of the same thing. */
function sharesAxis(shape: string, expected: string): boolean {
  const wanted = expected.split(',');
  return shape.split(',').some((size, axis) => size === wanted[axis]);
}

/** A type by its name: `float64` where `float32` was expected. */
export function checkType(symptom: SilentOf<'wrongType'>, { output }: ObservedValues): Finding {
  const actual = lastName(symptom.actual);
  const expected = lastName(symptom.expected);
  const lines = output.split(/[\r\n]/).map((line) => line.trim());
  const has = (line: string, type: string): boolean =>
    new RegExp(String.raw`(?<![A-Za-z0-9_])${type}(?![A-Za-z0-9_])`).test(line);
  const about = lines.filter((line) => nameWords(symptom.what).some((word) => nameWords(line).includes(word)));
  const candidates = about.length > 0 ? about : lines;
  const wrong =
    actual !== null
      ? candidates.find((line) => has(line, actual))
      : candidates.find((line) => expected !== null && TYPE.test(line) && !has(line, expected));
  if (wrong !== undefined)
    return { shown: true, observed: wrong, nearMiss: null, basis: basisOfType(wrong), measure: null };
  const right = expected === null ? undefined : candidates.find((line) => has(line, expected));
  if (right === undefined) return nothingSeen('silent.noForm', { what: symptom.what });
  return {
    shown: false,
    observed: right,
    nearMiss: message('silent.otherForm', { seen: right }),
    basis: basisOfType(right),
    measure: null,
  };
}

const TYPE =
  /(?<![A-Za-z0-9_])(?:(?:b?float|u?int|complex)\d{1,3}|bool|object|str|list|tuple|ndarray|Tensor)(?![A-Za-z0-9_])/;

function lastName(type: string | null): string | null {
  const name = type?.split('.').at(-1)?.replace(/\W/g, '') ?? '';
  return name === '' ? null : name;
}

/** What stands before a type's name names it: `dtype` of `dtype: float64`, nothing of a bare `float64`. */
function basisOfType(line: string): Finding['basis'] {
  const at = TYPE.exec(line)?.index ?? line.length;
  const name = /([A-Za-z_]\w*)\W*$/.exec(line.slice(0, at))?.[1] ?? '';
  return [{ name, label: line, values: [], source: 'printed', line }];
}

/** The line as a value of one name: what stands before the shape or type names it. */
function basisOf(line: string): Finding['basis'] {
  const name = /([A-Za-z_]\w*)\W*$/.exec(line.split(/[([]/)[0] ?? '')?.[1] ?? '';
  return [{ name, label: line, values: [], source: 'printed', line }];
}

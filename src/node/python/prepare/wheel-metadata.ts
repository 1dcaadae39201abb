import { strFromU8, unzipSync } from 'fflate';

const MOST_BYTES = 1024 * 1024;
const MOST_LINES = 5000;
const LONGEST_VALUE = 1000;
/** Letters of a name, extras, versions and a condition: an address or a path needs others (`@`, `:`, `/`). */
const REQUIREMENT = /^[A-Za-z0-9][\w\s.,;<>=!~'"()[\]*+-]*$/;
const EXTRA = /^[A-Za-z0-9][\w.-]*$/;

/**
 * What the metadata of a wheel's bytes requires (core metadata, `Requires-Dist` and `Provides-Extra`). The bytes come from foreign code:
 * nothing of them is written or run. Null: it is no wheel with one plain list, or it asks for something that is no release of the index.
 */
export function readWheelMetadata(
  content: Uint8Array,
): { readonly requires: readonly string[]; readonly extras: readonly string[] } | null {
  const lines = linesOf(content);
  if (lines === null || lines.length > MOST_LINES) return null;
  const valuesOf = (field: string) =>
    lines.flatMap((line) => (line.toLowerCase().startsWith(`${field}:`) ? [line.slice(field.length + 1).trim()] : []));
  const requires = valuesOf('requires-dist');
  const extras = valuesOf('provides-extra');
  const fits = (one: string, pattern: RegExp) => one.length <= LONGEST_VALUE && pattern.test(one);
  return requires.every((one) => fits(one, REQUIREMENT)) && extras.every((one) => fits(one, EXTRA))
    ? { requires, extras }
    : null;
}

/** The lines of the header, of the one file of that name. */
function linesOf(content: Uint8Array): readonly string[] | null {
  let count = 0;
  try {
    const files = unzipSync(content, {
      filter: ({ name, originalSize }) => {
        if (!/^[^/\\]+\.dist-info\/METADATA$/.test(name)) return false;
        count += 1;
        return count === 1 && originalSize <= MOST_BYTES;
      },
    });
    const [text] = Object.values(files).map((bytes) => strFromU8(bytes));
    if (text === undefined || count !== 1) return null;
    return (text.split(/\r?\n\r?\n/)[0] ?? '').split(/\r?\n/);
  } catch {
    return null;
  }
}

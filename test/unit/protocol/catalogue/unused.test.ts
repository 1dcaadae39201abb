import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { english } from '../../../../src/protocol/catalogue/catalogue';

const sources = path.join(import.meta.dirname, '..', '..', '..', '..', 'src');
const code = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.replaceAll(path.sep, '/').startsWith('protocol/catalogue/en'))
  .map((name) => readFileSync(path.join(sources, name), 'utf8'))
  .join('\n');
const named = new Set([...code.matchAll(/['"`]([a-z][\w-]*(?:\.[\w-]+)+)['"`]/g)].map(([, key = '']) => key));
/** What stands before and behind a name that is put into a key: `app.symptom.${kind}`. */
const composed = [...code.matchAll(/`([a-z][\w-]*\.[\w.-]*)\$\{[^}]*\}([\w.-]*)/g)].map(
  ([, before = '', behind = '']) => ({ before, behind }),
);

describe('strings of the catalogue', () => {
  it('are all read somewhere', () => {
    const keys = [...new Set(Object.keys(english).map((key) => key.replace(/_(?:one|other)$/, '')))];
    expect(keys.length).toBeGreaterThan(1000);
    const unread = keys.filter(
      (key) =>
        !named.has(key) && !composed.some(({ before, behind }) => key.startsWith(before) && key.endsWith(behind)),
    );
    expect(unread).toEqual([]);
  });
});

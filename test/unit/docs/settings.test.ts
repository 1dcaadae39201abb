import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Settings, defaultSettings } from '../../../src/protocol/settings';
import { codeIn, documentAt, root, tableRows } from './documents';

const { text } = documentAt('docs/settings.md');
const rows = tableRows(text, 'key').map(([key = '', , byDefault = '', example = '']) => ({
  key: codeIn(key)[0] ?? '',
  byDefault: codeIn(byDefault)[0],
  example: codeIn(example)[0] ?? '',
}));

describe('the table of settings', () => {
  it('has a row for each key of the schema', () => {
    expect(rows.map(({ key }) => key).sort()).toEqual(Object.keys(Settings.shape).sort());
  });

  it.each(rows)('tells the default of $key, and a value that it takes', ({ key, byDefault, example }) => {
    const name = key as keyof Settings;
    expect(byDefault === undefined ? undefined : JSON.parse(byDefault)).toEqual(defaultSettings[name]);
    expect(Settings.shape[name].safeParse(JSON.parse(example)).error).toBeUndefined();
  });
});

describe('the table of variables', () => {
  it('names each variable of ours that is read', () => {
    const sources = ['src', 'bin'].flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:ts|tsx|cjs)$/.test(name))
        .map((name) => readFileSync(path.join(root, folder, name), 'utf8')),
    );
    const read = new Set(sources.flatMap((source) => source.match(/\bREPRISE_[A-Z][A-Z_]*[A-Z]\b/g) ?? []));
    // Marks the processes of one run for us; nobody sets it.
    read.delete('REPRISE_PROCESS_TREE');
    const named = new Set(tableRows(text, 'variable').flatMap((cells) => cells.flatMap(codeIn)));
    expect([...read].filter((name) => !named.has(name))).toEqual([]);
    const ofOurs = [...named].filter((name) => /^REPRISE_[A-Z_]+$/.test(name));
    // The key's variable is put together from the name that it has in a key store.
    const composed = new Set(['REPRISE_MODEL_API_KEY']);
    expect(ofOurs.filter((name) => !read.has(name) && !composed.has(name))).toEqual([]);
  });
});

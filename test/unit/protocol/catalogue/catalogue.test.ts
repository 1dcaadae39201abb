import { describe, expect, it } from 'vitest';
import { english, message } from '../../../../src/protocol/catalogue/catalogue';
import { formatMessage } from '../../../../src/protocol/catalogue/format';
import { commandRegistry } from '../../../../src/protocol/commands';

describe('the message catalogue', () => {
  it('has both plural forms wherever it has one', () => {
    const keys = new Set(Object.keys(english));
    const lonely = [...keys].filter(
      (key) =>
        (key.endsWith('_one') && !keys.has(key.replace(/_one$/, '_other'))) ||
        (key.endsWith('_other') && !keys.has(key.replace(/_other$/, '_one'))),
    );
    expect(lonely).toEqual([]);
  });

  it('has no empty text, and no placeholder that is not well formed', () => {
    const odd = Object.entries(english).filter(
      ([, text]) => text.trim() === '' || text.replace(/\{\{\w+\}\}/g, '').match(/\{\{|\}\}/),
    );
    expect(odd).toEqual([]);
  });

  it('keys start with their area, so that no two areas can overwrite each other', () => {
    expect(Object.keys(english).filter((key) => !/^[a-z][A-Za-z]*\.[A-Za-z0-9_.-]+$/.test(key))).toEqual([]);
  });

  it('fills placeholders, chooses plurals, and shows a missing value', () => {
    const catalogue = { 'a.b': 'Hello {{name}}', 'a.n_one': '{{count}} run', 'a.n_other': '{{count}} runs' };
    expect(formatMessage(catalogue, 'en', 'a.b', { name: '{{name}}' })).toBe('Hello {{name}}');
    expect(formatMessage(catalogue, 'en', 'a.b')).toBe('Hello {{name}}');
    expect(formatMessage(catalogue, 'en', 'a.n', { count: 1 })).toBe('1 run');
    expect(formatMessage(catalogue, 'en', 'a.n', { count: 1200 })).toBe('1,200 runs');
    expect(formatMessage({ 'a.l': 'line {{line}}' }, 'en', 'a.l', { line: 1911 })).toBe('line 1911');
  });
});

describe('the command registry', () => {
  it('gives each command a title, an id of its own, and no key twice', () => {
    const commands = Object.values(commandRegistry);
    const keys = commands.flatMap(({ key }) => (key === null ? [] : [key]));
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
    expect(new Set(keys).size).toBe(keys.length);
    expect(commands.filter(({ title }) => message(title) === title)).toEqual([]);
  });
});

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { app } from '../../../src/protocol/catalogue/en/app';
import { commands } from '../../../src/protocol/catalogue/en/commands';
import { english } from '../../../src/protocol/catalogue/catalogue';

/** Every quoted text of the page's sources that names a message, whole or by its beginning. */
function keysNamed(): { readonly file: string; readonly key: string }[] {
  return readdirSync('src/renderer', { recursive: true })
    .map(String)
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((file) => {
      const text = readFileSync(join('src/renderer', file), 'utf8');
      return [...text.matchAll(/message\([^)]*?['`]([a-z]+\.[\w.]+)/g)].map(([, key = '']) => ({ file, key }));
    });
}

describe('the words of the page', () => {
  it('are of the areas that its bundle holds', () => {
    const named = keysNamed();
    expect(named.length).toBeGreaterThan(200);
    const areas = new Set(named.map(({ key }) => key.split('.')[0]));
    expect([...areas].sort()).toEqual(['app', 'command']);
  });

  it('lie in the two files that the build keeps', () => {
    const kept = new Set([...Object.keys(app), ...Object.keys(commands)]);
    const all = Object.keys(english).filter((key) => /^(app|command)\./.test(key));
    expect(all.filter((key) => !kept.has(key))).toEqual([]);
  });
});

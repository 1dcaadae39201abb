import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from './documents';

const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
};

describe('third-party notices', () => {
  const notices = read('THIRD-PARTY-NOTICES.txt');

  it('name every dependency in the version that is shipped, and what the page is built of', () => {
    const lock = JSON.parse(read('package-lock.json')) as {
      readonly packages: Readonly<Record<string, { readonly version: string }>>;
    };
    const shipped = [...Object.keys(manifest.dependencies), 'react', 'react-dom', 'monaco-editor', '@xterm/xterm'];
    const lacking = shipped.filter(
      (name) => !notices.includes(`${name} ${lock.packages[`node_modules/${name}`]?.version ?? '?'} (`),
    );
    expect(lacking).toEqual([]);
  });

  it('name no tool of development', () => {
    expect(notices).not.toMatch(/^(?:vitest|eslint|prettier|playwright-core|electron-builder) \d/m);
  });
});

describe('the citation', () => {
  const citation = parse(read('CITATION.cff')) as {
    readonly version: string;
    readonly license: string;
    readonly references: readonly { readonly url: string; readonly authors: readonly object[] }[];
  };

  it('is of this version and licence, and names the two works', () => {
    expect([citation.version, citation.license]).toEqual([manifest.version, manifest.license]);
    expect(citation.references.map(({ url }) => url)).toEqual([
      'https://arxiv.org/abs/2401.03069',
      'https://arxiv.org/abs/2512.14990',
    ]);
    expect(citation.references.every(({ authors }) => authors.length > 0)).toBe(true);
  });
});

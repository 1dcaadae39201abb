import { describe, expect, it } from 'vitest';
import { readReport } from '../../../../src/core/report/read-report';

function versionsOf(text: string): readonly string[] {
  const { readOut } = readReport({ name: 'report.md', text, asOf: null });
  for (const { version, span } of readOut.versions) expect(text.slice(span.start, span.end)).toContain(version);
  return readOut.versions.map(({ name, version }) => `${name} ${version}`);
}

describe('versions of an upgrade', () => {
  it.each([
    ['jax 0.4.30 -> 0.4.34, on the CPU', ['jax 0.4.34']],
    ['**numpy** 1.23.5 → 1.24.0 in our lock file', ['numpy 1.24.0']],
    ['It crashes since I upgraded torch from 1.12.1 to 1.13.0.', ['torch 1.13.0']],
    ['We moved scikit-learn from `1.1` to `1.2`; now the pipeline fails.', ['scikit-learn 1.2']],
    ['Downgrading numpy from 1.24.1 to 1.23.5 makes the error go away.', ['numpy 1.24.1']],
    ['After rolling back pandas 2.0.3 -> 1.5.3 the script runs.', ['pandas 2.0.3']],
  ])('are the one with the fault: %s', (text, versions) => {
    expect(versionsOf(`# It fails\n\n${text}\n`)).toEqual(versions);
  });
});

describe('versions of libraries around the frameworks', () => {
  it.each([
    ['Preparing features for my GCN, networkx 2.4', ['networkx 2.4']],
    ['skimage version: 0.19.3', ['scikit-image 0.19.3']],
    ['I have imblearn 0.8.1 and gensim==4.0.1', ['imbalanced-learn 0.8.1', 'gensim 4.0.1']],
  ])('are read from sentences: %s', (text, versions) => {
    expect([...versionsOf(text)].sort()).toEqual([...versions].sort());
  });
});

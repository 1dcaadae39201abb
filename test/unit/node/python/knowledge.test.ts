import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readKnowledge, type PythonKnowledge } from '../../../../src/node/python/knowledge/read-knowledge';
import { minorRank } from '../../../../src/node/python/minor-version';
import { isDistributionName, normaliseName } from '../../../../src/protocol/requirement';

const resources = resolve(__dirname, '../../../../resources');

describe('the shipped tables', () => {
  let knowledge: PythonKnowledge;
  beforeAll(() => {
    knowledge = readKnowledge(resources);
  });

  it.each([
    ['cv2', 'opencv-python-headless'],
    ['sklearn', 'scikit-learn'],
    ['PIL', 'pillow'],
    ['yaml', 'pyyaml'],
    ['skimage', 'scikit-image'],
    ['bs4', 'beautifulsoup4'],
    ['tensorflow.keras.layers', 'tensorflow'],
    ['torch', 'torch'],
    ['pytorch_lightning', 'pytorch-lightning'],
    ['os', null],
    ['my_project', null],
  ])('gives the distribution of %s', (module, distribution) => {
    expect(knowledge.distributionOf(module)).toBe(distribution);
  });

  it('knows packages by any spelling of their name', () => {
    expect(knowledge.isKnown('Scikit_Learn')).toBe(true);
    expect(knowledge.isKnown('sklearn')).toBe(false);
  });

  it.each([
    ['numpyy', 'numpy'],
    ['numpi', 'numpy'],
    ['torhc', 'torch'],
    ['t0rch', 'torch'],
    ['scikit-leam', 'scikit-learn'],
    ['learn_scikit', 'scikit-learn'],
    ['sklearn', 'scikit-learn'],
    ['cv2', 'opencv-python-headless'],
    ['tensorfIow', 'tensorflow'],
    ['python-pandas', 'pandas'],
    ['pytorch.lightnlng', 'pytorch-lightning'],
    ['my-own-helpers', null],
    ['qiskit-machine-things', null],
  ])('tells which known name %s looks like', (name, known) => {
    expect(knowledge.nearestKnown(name)).toBe(known);
  });

  it('holds names as the index compares them', () => {
    const table = JSON.parse(readFileSync(resolve(resources, 'knowledge/known-packages.json'), 'utf8')) as {
      packages: Record<string, string[]>;
    };
    const names = Object.keys(table.packages);
    expect(names.length).toBeGreaterThan(150);
    for (const name of names) {
      expect(isDistributionName(name), name).toBe(true);
      expect(normaliseName(name)).toBe(name);
    }
  });

  it('tells which interpreters have ready-made packages', () => {
    expect(knowledge.supportOf('torch').get('1.5.0')).toEqual({ oldest: '3.6', newest: '3.8' });
    expect(knowledge.supportOf('tensorflow').get('1.15.0')).toEqual({ oldest: '3.6', newest: '3.7' });
    expect(knowledge.supportOf('six').size).toBe(0);
    for (const [release, range] of knowledge.supportOf('numpy')) {
      expect(minorRank(range.oldest), release).toBeLessThanOrEqual(minorRank(range.newest));
    }
  });

  it('tells the size of what a package brings, by release and platform', () => {
    const bytes = (name: string, specifier: string, platform: NodeJS.Platform = 'linux') =>
      knowledge.heavyPartsOf(name, specifier, platform);
    expect(bytes('numpy', '')).toEqual([]);
    expect(bytes('torch', '')[0]?.bytes).toBeGreaterThan(5e9);
    expect(bytes('torch', '==1.5.0')[0]?.bytes).toBeLessThan(2e9);
    expect(bytes('torch', '==2.1.*')[0]?.bytes).toBeGreaterThan(5e9);
    expect(bytes('torch', '<1.13')[0]?.bytes).toBeLessThan(2e9);
    expect(bytes('torch', '', 'darwin')[0]?.bytes).toBeLessThan(1e9);
    expect(bytes('torchvision', '==0.15.0').map((one) => one.name)).toEqual(['torch']);
    expect(bytes('tensorflow', '', 'freebsd')).toEqual([]);
  });
});

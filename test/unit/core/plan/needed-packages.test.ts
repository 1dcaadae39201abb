import { beforeAll, describe, expect, it } from 'vitest';
import { neededPackages, specifierOf } from '../../../../src/core/plan/needed-packages';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { readReport } from '../../../../src/core/report/read-report';
import { createTestParser } from '../../../helpers/create-test-parser';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

const distributions: Readonly<Record<string, string>> = {
  numpy: 'numpy',
  sklearn: 'scikit-learn',
  torch: 'torch',
  keras: 'keras',
  cv2: 'opencv-python',
};

function rows(report: string, script: string, change: { learned?: string[]; allowPackages?: string[] } = {}) {
  const { readOut } = readReport({ name: 'r.md', text: report, asOf: null });
  const found = neededPackages({
    scripts: [script],
    learned: change.learned ?? [],
    allowPackages: change.allowPackages ?? [],
    readOut,
    parser,
    distributionOf: (module) => distributions[module] ?? null,
  });
  return found.map(({ name, specifier, step }) => [name, specifier, step]);
}

describe('neededPackages', () => {
  it('takes distributions from imports and from names in use, with stated versions', () => {
    const report = '# T\n\nscikit-learn 1.4.2, numpy 1.26.\n';
    expect(rows(report, 'import os\nfrom sklearn.metrics import f1_score\nx = np.ones(3)\n')).toEqual([
      ['scikit-learn', '==1.4.2', 'stated'],
      ['numpy', '==1.26.*', 'stated'],
    ]);
  });

  it('leaves out standard modules and names that nobody knows, but not those that the user allows', () => {
    const script = 'import distutils, my_helpers, torch\n';
    expect(rows('# T\n', script)).toEqual([['torch', '', 'current']]);
    expect(rows('# T\n', script, { allowPackages: ['my_helpers'] })).toEqual([
      ['my-helpers', '', 'current'],
      ['torch', '', 'current'],
    ]);
  });

  it('takes the package of an object that the code is only handed from the traceback', () => {
    const traceback = [
      'Traceback (most recent call last):',
      '  File "a.py", line 3, in <module>',
      '    x = model.fit(table)',
      '  File "/usr/lib/python3.9/site-packages/sklearn/base.py", line 30, in fit',
      '    check(x)',
      '  File "/usr/lib/python3.9/site-packages/my_helpers/check.py", line 9, in check',
      '    raise ValueError("no")',
      'ValueError: no',
    ].join('\n');
    const inner = traceback.split('\n').filter((_line, index) => index < 5 || index > 6);
    expect(rows(`# T\n\n\`\`\`\n${inner.join('\n')}\n\`\`\`\n`, 'x = model.fit(table)\n')).toEqual([
      ['scikit-learn', '', 'current'],
    ]);
    expect(rows(`# T\n\n\`\`\`\n${traceback}\n\`\`\`\n`, 'x = model.fit(table)\n')).toEqual([]);
  });

  it('gives Keras something to compute with, unless the code has it', () => {
    expect(rows('# T\n', 'import keras\n')).toEqual([
      ['keras', '', 'current'],
      ['tensorflow', '', 'current'],
    ]);
    expect(rows('# T\n', 'import keras, torch\n').map(([name]) => name)).toEqual(['keras', 'torch']);
    expect(rows('# T\n\nKeras 2.0.8 on Theano 0.9.0\n', 'import keras\n')).toEqual([
      ['keras', '==2.0.8', 'stated'],
      ['theano', '==0.9.0', 'stated'],
    ]);
  });

  it('adds what a run did not find, also where no list knows it', () => {
    expect(rows('# T\n', 'import torch\n', { learned: ['cv2', 'my_helpers', 'imp'] })).toEqual([
      ['torch', '', 'current'],
      ['opencv-python', '', 'current'],
      ['my-helpers', '', 'current'],
    ]);
  });

  it('takes the release in full where a title names its series, the one with the fault, and no name that could not be one', () => {
    const report = '# NumPy 1.21 fails\n\nWith torch 2.0.1 it works.\n\nnumpy 1.21.2, torch 2.1.0\n';
    expect(rows(report, 'import numpy, torch\n', { learned: ['__init__', '__upgrade', 'x_'] })).toEqual([
      ['numpy', '==1.21.2', 'stated'],
      ['torch', '==2.1.0', 'stated'],
    ]);
  });

  it('keeps a stated NumPy beside a framework that alone is imported', () => {
    expect(rows('# T\n\nnumpy 1.23.5\n', 'import torch\n')).toEqual([
      ['torch', '', 'current'],
      ['numpy', '==1.23.5', 'stated'],
    ]);
  });
});

describe('specifierOf', () => {
  it.each([
    ['1.26.4', '==1.26.4'],
    ['1.26', '==1.26.*'],
    ['2', '==2.*'],
    ['2.0.1+cu118', '==2.0.1'],
    ['v1.13.1', '==1.13.1'],
    ['2.x', '==2.*'],
    ['2.0.0rc1', '==2.0.0rc1'],
    ['nightly', null],
    ['1.2.3; rm -rf /', null],
  ])('%s', (version, specifier) => {
    expect(specifierOf(version)).toBe(specifier);
  });
});

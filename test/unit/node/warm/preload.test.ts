import { describe, expect, it } from 'vitest';
import { cutPreload, preloadOf } from '../../../../src/node/warm/preload';
import { parseNamespaceIds } from '../../../../src/node/warm/find-process';
import { createTestParser } from '../../../helpers/create-test-parser';

const parser = await createTestParser();
const of = (script: string) => preloadOf(parser.parse(script));
const modules = (script: string) => of(script)?.statements.map(({ module, row }) => `${row} ${module}`);

describe('preloadOf', () => {
  it('takes the imports of frameworks at the top, with their lines, past modules of Python, comments and literals', () => {
    const script =
      '"""doc"""\nimport os, sys\n# why\nN = 3\nimport numpy as np\nfrom torch import nn, optim as o\nprint(1)\nimport scipy\n';
    expect(of(script)?.statements).toEqual([
      { module: 'numpy', names: null, row: 5 },
      { module: 'torch', names: ['nn', 'optim'], row: 6 },
    ]);
  });

  it.each([
    ['a call', 'import numpy\nprint(1)\nimport torch\n'],
    ['a package that may do anything', 'import numpy\nimport mine\nimport torch\n'],
    ['a relative import', 'import numpy\nfrom . import x\nimport torch\n'],
    ['a variable that the loader reads', 'import numpy\nimport os\nos.environ["LD_PRELOAD"] = "x.so"\nimport torch\n'],
    ['a variable with a computed value', 'import numpy\nimport os\nos.environ["TF_X"] = f()\nimport torch\n'],
    ['a choice', 'import numpy\ntry:\n    import torch\nexcept ImportError:\n    pass\n'],
    ['a seed that is computed', 'import numpy\nnumpy.random.seed(f())\nimport torch\n'],
  ])('stops at %s', (_name, script) => {
    expect(modules(script)).toEqual(['1 numpy']);
  });

  it('keeps the variables that a framework reads, and where filters and seeds stand', () => {
    const script =
      'import os\nos.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"\nimport numpy as np\nnp.random.seed(0)\nimport warnings\nwarnings.filterwarnings("ignore")\nimport tensorflow as tf\ntf.keras.Sequential()\n';
    expect(of(script)).toMatchObject({
      variables: { TF_CPP_MIN_LOG_LEVEL: '2' },
      beforeSeed: 1,
      beforeFilter: 1,
      later: [{ module: 'tensorflow.keras', names: ['layers'] }],
    });
  });

  it('is cut to what comes before a statement', () => {
    const script = 'import numpy\nnumpy.random.seed(0)\nimport tensorflow as tf\ntf.keras\n';
    const preload = of(script);
    const cut = preload && cutPreload(preload, 1, script);
    expect(cut).toMatchObject({ statements: [{ module: 'numpy' }], later: [], beforeSeed: null });
  });

  it('is none for a script that does not parse', () => {
    expect(of('import numpy\nx = (\n')).toBeNull();
  });
});

describe('parseNamespaceIds', () => {
  it('reads the numbers from outside in', () => {
    expect(parseNamespaceIds('Name:\tpython\nNSpid:\t4711\t5\t1\nUid:\t0\n')).toEqual([4711, 5, 1]);
    expect(parseNamespaceIds('')).toEqual([]);
  });
});

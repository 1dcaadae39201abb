import { beforeAll, describe, expect, it } from 'vitest';
import { buildSegment } from '../../../../src/core/context/index/build-segment';
import { indexFile, type FileIndex } from '../../../../src/core/context/index/index-file';
import { readIndex } from '../../../../src/core/context/index/read-index';
import { createModuleResolver } from '../../../../src/core/context/modules/resolve-modules';
import { readIgnoreRules } from '../../../../src/core/context/pieces/ignore-rules';
import { createTokenizer, stem } from '../../../../src/core/context/pieces/tokenize-code';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import { createTestParser } from '../../../helpers/create-test-parser';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

const tokenizer = createTokenizer();
const index = (path: string, text: string): FileIndex | null => indexFile({ path, text }, { parser, tokenizer });
const spans = (path: string, text: string): readonly (readonly [string, string, number, number])[] =>
  index(path, text)?.pieces.map(({ kind, name, firstLine, lastLine }) => [kind, name, firstLine, lastLine] as const) ??
  [];

describe('indexFile', () => {
  it('cuts Python at definitions, with decorators, and keeps the code outside of them', () => {
    const text = `"""A module."""
import os

@cache
def first(x):
    return x

class Net(Base):
    """A network."""
    size = 3

    def __init__(self):
        pass

    @property
    def width(self):
        return 1
    heads = 2

if os.name == 'nt':
    def second():
        pass

first(1)
`;
    expect(spans('a.py', text)).toEqual([
      ['module', '', 1, 2],
      ['function', 'first', 4, 6],
      ['class', 'Net', 8, 10],
      ['method', 'Net.__init__', 12, 13],
      ['method', 'Net.width', 15, 17],
      ['class', 'Net', 18, 18],
      ['module', '', 20, 20],
      ['function', 'second', 21, 22],
      ['module', '', 24, 24],
    ]);
  });

  it('takes Python 2 and broken files', () => {
    expect(spans('a.py', "def f():\n    print 'x'\n\ndef g():\n    exec 'y'\n")).toEqual([
      ['function', 'f', 1, 2],
      ['function', 'g', 4, 5],
    ]);
    const broken = spans('b.py', 'def f():\n    return 1\n\nx = ((((\n\ndef g():\n    return 2\n');
    expect(broken).toContainEqual(['function', 'f', 1, 2]);
  });

  it('takes notebooks by cells, in their form as a script', () => {
    const notebook = JSON.stringify({
      cells: [
        { cell_type: 'markdown', source: ['# A title'] },
        { cell_type: 'code', source: ['%matplotlib inline\n', 'import numpy as np'] },
      ],
    });
    expect(spans('a.ipynb', notebook)).toEqual([
      ['cell', 'cell 1', 1, 2],
      ['cell', 'cell 2', 4, 6],
    ]);
    expect(index('a.ipynb', notebook)?.imports.map(({ module }) => module)).toEqual(['numpy']);
    expect(spans('a.ipynb', '{"cells": [')).toEqual([]);
  });

  it('takes settings and documents apart from sources, and tests apart from both', () => {
    expect(index('conf/a.yaml', 'lr: 1\n')?.role).toBe('config');
    expect(index('README.md', '# One\ntext\n# Two\nmore\n')?.pieces.map(({ name }) => name)).toEqual(['One', 'Two']);
    expect(index('tests/test_a.py', 'x = 1\n')?.role).toBe('test');
    expect(index('pkg/a.py', 'x = 1\n')?.role).toBe('source');
    expect(index('weights.bin', 'x')).toBeNull();
  });

  it('leaves out what a tool wrote in lines without end', () => {
    expect(index('a.py', `x = [${'1,'.repeat(20_000)}]\n`)).toBeNull();
  });

  it('cuts words of code by case and underscores, and English by its endings', () => {
    expect(tokenizer.termsOf('trainBatch_size')).toEqual(
      ['trainbatch_size', 'train', 'batch', 'size'].map((word) => (word === 'size' ? stem('size') : word)),
    );
    expect(tokenizer.termsOf('self')).toEqual([]);
    expect(new Set(['training', 'trained', 'trains', 'train'].map(stem)).size).toBe(1);
    expect(new Set(['normalization', 'normalise', 'normalized'].map(stem)).size).toBe(1);
    expect(stem('loss')).toBe('loss');
  });
});

describe('createModuleResolver', () => {
  function resolver(files: Readonly<Record<string, string>>) {
    const indexed = Object.entries(files).flatMap(([path, text]) => {
      const file = index(path, text);
      return file ? [{ file, digest: path }] : [];
    });
    const segment = buildSegment(indexed);
    const reader = readIndex({
      segments: [segment],
      files: segment.files.map(({ path }, file) => ({ path, segment: 0, file })),
    });
    const made = createModuleResolver(reader);
    return {
      ...made,
      define: (from: string, name: string) => {
        const at = made.definitionOf(from, name);
        const piece = at && reader.piece(at);
        return piece ? `${piece.path}::${piece.name}` : null;
      },
    };
  }

  it('follows relative imports, packages that hand names on, stars and aliases', () => {
    const { define } = resolver({
      'pkg/__init__.py': 'from .core import *\nfrom .deep.inner import helper as aid\n',
      'pkg/core.py': 'def run():\n    pass\n',
      'pkg/deep/__init__.py': '',
      'pkg/deep/inner.py':
        'from ..core import run\n\ndef helper():\n    run()\n\nclass Net:\n    def forward(self):\n        pass\n',
      'main.py':
        'import pkg\nimport pkg.deep.inner as inner\nfrom pkg import aid, run\nfrom pkg.deep import inner as other\n',
    });
    expect(define('main.py', 'run')).toBe('pkg/core.py::run');
    expect(define('main.py', 'aid')).toBe('pkg/deep/inner.py::helper');
    expect(define('main.py', 'inner.helper')).toBe('pkg/deep/inner.py::helper');
    expect(define('main.py', 'other.Net.forward')).toBe('pkg/deep/inner.py::Net.forward');
    expect(define('main.py', 'pkg.deep.inner.helper')).toBe('pkg/deep/inner.py::helper');
    expect(define('pkg/deep/inner.py', 'run')).toBe('pkg/core.py::run');
    expect(define('main.py', 'numpy.array')).toBeNull();
  });

  it('finds src layouts, namespace packages and scripts beside each other; circles end', () => {
    const { define, importsOf } = resolver({
      'src/lib/__init__.py': 'from .a import x\n',
      'src/lib/a.py': 'from .b import x\n',
      'src/lib/b.py': 'from .a import x\n',
      'space/part/tool.py': 'def hammer():\n    pass\n',
      'app/run.py': 'from lib import x\nfrom space.part.tool import hammer\nimport beside\n',
      'app/beside.py': 'def near():\n    pass\n',
    });
    expect(define('app/run.py', 'hammer')).toBe('space/part/tool.py::hammer');
    expect(define('app/run.py', 'beside.near')).toBe('app/beside.py::near');
    expect(define('app/run.py', 'x')).toBeNull();
    expect(importsOf('app/run.py')).toEqual(['src/lib/__init__.py', 'space/part/tool.py', 'app/beside.py']);
  });
});

describe('readIgnoreRules', () => {
  const rules = readIgnoreRules('*.log\n/build/\ndata/**/raw\n!keep.log\n# a comment\nodd[0-9].py\n\\#hash\ndir/\n');
  it.each([
    ['a.log', false, true],
    ['deep/a.log', false, true],
    ['keep.log', false, false],
    ['build', true, true],
    ['deep/build', true, null],
    ['data/x/y/raw', true, true],
    ['odd1.py', false, true],
    ['oddx.py', false, null],
    ['#hash', false, true],
    ['dir', false, null],
    ['dir', true, true],
    ['main.py', false, null],
  ])('%s (folder: %s) is %s', (path, isFolder, expected) => {
    expect(rules(path, isFolder)).toBe(expected);
  });

  it('stays quick on rules that are made to be slow', () => {
    const slow = readIgnoreRules(`${'*a'.repeat(20)}b\n${'**/'.repeat(60)}x\n`);
    expect(slow('a'.repeat(200), false)).toBeNull();
  });
});

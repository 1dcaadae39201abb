import { describe, expect, it } from 'vitest';
import { plainly } from '../../../../../src/renderer/features/script/explain-script';
import { chainAt, readCursor } from '../../../../../src/renderer/features/script/read-cursor';

/** What is asked where `|` stands. */
function at(text: string) {
  const place = text.indexOf('|');
  const before = text.slice(0, place).split('\n');
  const lines = (text.slice(0, place) + text.slice(place + 1)).split('\n');
  return readCursor(lines, before.length, (before.at(-1) ?? '').length + 1);
}

describe('the place of the cursor', () => {
  it.each([
    ['torch.|', ['torch']],
    ['x = torch.nn.Li|', ['torch', 'nn']],
    ['f(a, np . linalg . |)', ['np', 'linalg']],
    ['x = "a.b" + json.|', ['json']],
    ['if größe.|', ['größe']],
  ])('asks for members in %s', (text, chain) => {
    expect(at(text)).toEqual({ wanted: { kind: 'members', chain, line: 1 }, offers: 'name' });
  });

  it.each([
    ['import |', 'modules', ''],
    ['import os, torch.n|', 'modules', 'torch'],
    ['from torch.nn.f|', 'modules', 'torch.nn'],
    ['from torch.nn import |', 'imported', 'torch.nn'],
    ['from torch.nn import (Linear, Re|', 'imported', 'torch.nn'],
  ])('asks for modules and what is in them in %s', (text, kind, of) => {
    expect(at(text)?.wanted).toMatchObject({ kind, of });
  });

  it.each([
    ['nn.Linear(|', ['nn', 'Linear']],
    ['nn.Linear(3, |)', ['nn', 'Linear']],
    ['x = nn.Linear(\n    3,\n    bi|\n)', ['nn', 'Linear']],
    ['f(g(1, 2), |)', ['f']],
  ])('asks how it is called in %s', (text, chain) => {
    expect(at(text)).toMatchObject({ wanted: { kind: 'described', chain }, offers: 'argument' });
  });

  it.each([
    '# torch.|',
    '"torch.|',
    "x = 'a\\'.|",
    'f(1).|',
    'a[0].|',
    '"a".|',
    '1.|',
    'x = |',
    'from . import |',
    'from .a|',
    'def f(|',
  ])('asks for nothing in %s', (text) => expect(at(text)).toBeNull());

  it('finds the chain of names that a place belongs to, up to the name there', () => {
    const text = 'y = torch.nn.Linear(1)';
    expect(chainAt(text, 6)).toEqual({ chain: ['torch'], from: 5 });
    expect(chainAt(text, 12)).toEqual({ chain: ['torch', 'nn'], from: 11 });
    expect(chainAt(text, 16)).toEqual({ chain: ['torch', 'nn', 'Linear'], from: 14 });
    expect(chainAt('# torch.nn', 9)).toBeNull();
    expect(chainAt('f(1).real', 7)).toBeNull();
  });
});

describe('texts of packages in a hover', () => {
  it('cannot become markup', () => {
    expect(plainly('<img src=x> [a](b) *c* & `d`')).toBe('&lt;img src\\=x\\> \\[a\\]\\(b\\) \\*c\\* &amp; \\`d\\`');
  });
});

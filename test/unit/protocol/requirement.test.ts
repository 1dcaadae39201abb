import { satisfies, validRange } from '@renovatebot/pep440';
import { describe, expect, it } from 'vitest';
import {
  isDistributionName,
  isPythonWish,
  isSpecifier,
  normaliseName,
  readRequirement,
} from '../../../src/protocol/requirement';

describe('isSpecifier', () => {
  const operators = ['==', '===', '~=', '!=', '<=', '>=', '<', '>', '=', ''];
  const versions = [
    '1',
    '1.0',
    '1.2.*',
    '1.0a1',
    '1.0.post1',
    '1.0-1',
    '1.0.dev3',
    '1!2.0',
    'v1.0',
    '1.0+cpu.1',
    '1.0rc',
  ];
  const broken = ['x', '1..0', '1.0.*.1', '*', '1.0,', '1.0+', '1.0.x', '2011k', ''];

  it('takes what PEP 440 takes, as another reader of it does', () => {
    for (const operator of operators) {
      for (const version of [...versions, ...broken]) {
        const text = `${operator}${version}`;
        // It compares `===` letter by letter, whatever stands behind it.
        if (text === '' || operator === '===') continue;
        expect([text, isSpecifier(text)]).toEqual([text, validRange(text)]);
      }
    }
    expect(isSpecifier('>=1.4,<2') && satisfies('1.5', '>=1.4,<2')).toBe(true);
    expect(isSpecifier('')).toBe(true);
  });

  it.each([
    '==1.0; python_version<"4"',
    '==1.0 --hash=x',
    '@https://x',
    '==1.0\n-e.',
    '>=1,',
    ',>=1',
    `==${'1'.repeat(300)}`,
  ])('refuses %j', (text) => expect(isSpecifier(text)).toBe(false));
});

describe('readRequirement', () => {
  it('reads a name and a version', () => {
    expect(readRequirement(' torch >= 1.4, < 2 ')).toEqual({ name: 'torch', specifier: '>=1.4,<2' });
    expect(readRequirement('Typing_Extensions')).toEqual({ name: 'Typing_Extensions', specifier: '' });
    expect(normaliseName('Typing_.Extensions')).toBe('typing-extensions');
  });

  it.each([
    'numpy[extra]',
    'numpy; python_version<"4"',
    'numpy @ https://example.invalid/x.whl',
    'git+https://example.invalid/x',
    '-e .',
    '-r other.txt',
    '--index-url=x',
    './numpy',
    '../numpy',
    'numpy.whl/',
    // Letters of other scripts that look like ours.
    'nυmpy',
    'tоrch',
    'numpy\u200b',
    'numpy==1.０',
    'numpy==1\u0660',
    '',
  ])('refuses %j', (text) => expect(readRequirement(text)).toBeNull());
});

describe('isDistributionName', () => {
  it('takes no letter that only looks like one of ours, whatever its other case is', () => {
    // The long s and the sign for kelvin become plain letters in the other case.
    for (const name of ['\u017fcipy', '\u212aeras', 'İpython', '-numpy', 'numpy-', 'a b', 'a/b']) {
      expect([name, isDistributionName(name)]).toEqual([name, false]);
    }
  });
});

describe('isPythonWish', () => {
  it('takes a version or a full path', () => {
    for (const text of ['3.9', '3.11.7', '/usr/bin/python3', 'C:\\Python39\\python.exe']) {
      expect([text, isPythonWish(text)]).toEqual([text, true]);
    }
    for (const text of ['3', 'python', 'bin/python', '3.9; rm', '-c', '']) {
      expect([text, isPythonWish(text)]).toEqual([text, false]);
    }
  });
});

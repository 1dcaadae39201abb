import { describe, expect, it } from 'vitest';
import { inlineMetadata, withInlineMetadata } from '../../../../src/core/execute/inline-metadata';
import type { ReadyEnvironment } from '../../../../src/protocol/environment';

const environment = (lock: string, pythonVersion = '3.11.7'): ReadyEnvironment => ({
  id: 'environment-1',
  kind: 'reprise',
  prefix: '/e',
  interpreter: '/e/bin/python',
  pythonVersion,
  packages: [],
  lock,
  lockDigest: '0'.repeat(64),
  reused: false,
  differences: [],
});

describe('inlineMetadata', () => {
  it('names what was asked for, and holds the rest by constraints', () => {
    const lock = 'numpy==1.26.4\npython-dateutil==2.9.0.post0\nPandas==2.2.0\n';
    expect(inlineMetadata({ environment: environment(lock), asked: ['pandas'] })).toBe(
      [
        '# /// script',
        '# requires-python = "==3.11.*"',
        '# dependencies = [',
        '#   "Pandas==2.2.0",',
        '# ]',
        '#',
        '# [tool.uv]',
        '# constraint-dependencies = [',
        '#   "numpy==1.26.4",',
        '#   "python-dateutil==2.9.0.post0",',
        '# ]',
        '# ///',
        '',
      ].join('\n'),
    );
  });

  it('names everything where nothing was asked for by name, and nothing for the standard library alone', () => {
    expect(inlineMetadata({ environment: environment('six==1.16.0\n'), asked: [] })).toContain('#   "six==1.16.0",');
    expect(inlineMetadata({ environment: environment(''), asked: [] })).toContain('# dependencies = []');
  });

  it('says nothing of what it cannot say', () => {
    for (const lock of ['torch==2.1.0+cpu\n', 'x @ file:///tmp/x.whl\n', '-e .\n', 'numpy>=1\n']) {
      expect(inlineMetadata({ environment: environment(lock), asked: [] })).toBeNull();
    }
    expect(inlineMetadata({ environment: environment('six==1.16.0\n', '2.7.18'), asked: [] })).toBeNull();
  });
});

describe('withInlineMetadata', () => {
  it('stands below the script, whose lines keep their numbers', () => {
    expect(withInlineMetadata('x = 1\n', '# /// script\n# ///\n')).toBe('x = 1\n\n# /// script\n# ///\n');
  });

  it('leaves a script alone that has a block, other ends of lines, or no end of its last line', () => {
    for (const text of ['# /// script\n# ///\nx = 1\n', 'x = 1\r\n', 'x = 1']) {
      expect(withInlineMetadata(text, '# /// script\n# ///\n')).toBe(text);
    }
  });
});

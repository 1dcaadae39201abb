import { describe, expect, it } from 'vitest';
import { linesOfEnvironments, timeLine } from '../../../src/cli/commands/environments';

describe('the list of environments', () => {
  it('begins with what its columns are', () => {
    const lines = linesOfEnvironments([
      {
        ...{ id: 'one', kind: 'reprise', name: '0123-py311', prefix: '/one', interpreter: '/one/bin/python' },
        ...{ pythonVersion: '3.11.1', frameworks: [{ name: 'torch', version: '2.1.0' }], ours: true, broken: null },
        ...{ bytes: 2_000_000_000, lastUsedAt: '2026-12-01T08:00:00.000Z' },
      },
    ]);
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['KIND', 'PYTHON', 'SIZE', 'LAST USE', 'NAME OR MAKER', 'FRAMEWORKS', 'INTERPRETER'],
      [
        'reprise',
        '3.11.1',
        expect.stringContaining('GB'),
        '2026-12-01',
        '0123-py311',
        'torch 2.1.0',
        '/one/bin/python',
      ],
    ]);
    expect(lines[0]?.indexOf('FRAMEWORKS')).toBe(lines[1]?.indexOf('torch'));
  });

  it('says of a time what it is made from', () => {
    expect(timeLine({ seconds: 600, bytesASecond: 10_000_000, measured: 0 })).toMatch(
      /^About 10 minutes, if .* nothing/,
    );
    expect(timeLine({ seconds: 60, bytesASecond: 40_000_000, measured: 3 })).toMatch(/^About 60 seconds, .* 3 env/);
    expect(timeLine({ seconds: 60, bytesASecond: 40_000_000, measured: 1 })).toContain('of the environment');
  });
});

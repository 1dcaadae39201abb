import { describe, expect, test } from 'vitest';
import { describeExit } from '../../../../src/node/process/describe-exit';
import { parseProcStat, parsePsLine, type ProcessEntry } from '../../../../src/node/process/list-processes';
import { parseSmapsRollup } from '../../../../src/node/process/measure-tree';
import { selectMembers } from '../../../../src/node/process/process-tree';

const entry = (id: number, parentId: number, other: Partial<ProcessEntry> = {}): ProcessEntry => ({
  id,
  parentId,
  groupId: id,
  sessionId: id,
  startedAt: `t${id}`,
  name: 'x',
  residentBytes: 0,
  ...other,
});
const idsOf = (entries: readonly ProcessEntry[]) => entries.map(({ id }) => id).sort((a, b) => a - b);

describe('members of a tree', () => {
  test('are found by parent, group and session', () => {
    const all = [
      entry(1, 0),
      entry(10, 1),
      entry(11, 10),
      entry(12, 11),
      entry(13, 1, { groupId: 10 }),
      entry(14, 1, { sessionId: 10 }),
      entry(20, 1),
    ];
    expect(idsOf(selectMembers(all, 10, new Map()))).toEqual([10, 11, 12, 13, 14]);
  });

  test('stay members when their parent is gone, with all that they start', () => {
    const seen = new Map<number, string>();
    selectMembers([entry(10, 1), entry(11, 10)], 10, seen);
    expect(idsOf(selectMembers([entry(11, 1), entry(12, 11)], 10, seen))).toEqual([11, 12]);
  });

  test('never include a stranger that was given the same number later', () => {
    const seen = new Map<number, string>();
    selectMembers([entry(10, 1), entry(11, 10)], 10, seen);
    expect(
      selectMembers([entry(11, 1, { startedAt: 'later' }), entry(10, 1, { startedAt: 'later' })], 10, seen),
    ).toEqual([]);
  });
});

describe('a line of /proc/PID/stat', () => {
  const line = (state: string, threads: number) =>
    `42 (a) b (c) ${state} 7 8 9 0 -1 4194560 1 0 0 0 3 1 0 0 20 0 ${threads} 0 12345 9999 10 0`;

  test('is read whatever the name holds', () => {
    expect(parseProcStat(line('S', 1))).toEqual({
      id: 42,
      parentId: 7,
      groupId: 8,
      sessionId: 9,
      startedAt: '12345',
      name: 'a) b (c',
      residentBytes: 40_960,
    });
  });

  test('is no process for a zombie, unless threads of it go on', () => {
    expect(parseProcStat(line('Z', 1))).toBeNull();
    expect(parseProcStat(line('Z', 3))?.id).toBe(42);
  });
});

test('a line of ps is read', () => {
  expect(parsePsLine('  501   1   501  2048 Ss   Mon Nov 30 14:03:00 2026 /usr/bin/python3')).toEqual([
    {
      id: 501,
      parentId: 1,
      groupId: 501,
      sessionId: 0,
      startedAt: 'Mon Nov 30 14:03:00 2026',
      name: 'python3',
      residentBytes: 2_097_152,
    },
  ]);
  expect(parsePsLine('  502   1   501  0 Z    Mon Nov 30 14:03:00 2026 (python3)')).toEqual([]);
});

test('the proportional share is read in bytes', () => {
  expect(
    parseSmapsRollup('55d0-7ffc ---p 0 00:00 0 [rollup]\nRss:    900 kB\nPss:       120 kB\nPss_Dirty: 3 kB\n'),
  ).toBe(122_880);
  expect(parseSmapsRollup('')).toBeNull();
});

test('an exit through bubblewrap names the signal behind its code; a plain one keeps the code', () => {
  expect(describeExit({ code: 139, signal: null, level: 'bubblewrap' })).toEqual({
    kind: 'signalled',
    signal: 'SIGSEGV',
  });
  expect(describeExit({ code: 139, signal: null, level: 'limitsOnly' })).toEqual({ kind: 'exited', code: 139 });
  expect(describeExit({ code: 1, signal: null, level: 'bubblewrap' })).toEqual({ kind: 'exited', code: 1 });
  expect(describeExit({ code: null, signal: 'SIGABRT', level: 'limitsOnly' })).toEqual({
    kind: 'signalled',
    signal: 'SIGABRT',
  });
});

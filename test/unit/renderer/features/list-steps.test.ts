import { describe, expect, it } from 'vitest';
import { groupByDay, matchesSearch } from '../../../../src/renderer/features/reproductions/group-by-day';
import { listSteps } from '../../../../src/renderer/features/steps/list-steps';
import { attempt, stateWith } from '../samples';

describe('listSteps', () => {
  it('keeps a line of single children flat and sets side branches apart', () => {
    const attempts = [
      attempt(1),
      attempt(2, { parentId: 'attempt-1' }),
      attempt(3, { parentId: 'attempt-2' }),
      attempt(4, { parentId: 'attempt-2' }),
      attempt(5, { parentId: 'attempt-4' }),
    ];
    const lines = listSteps(stateWith({ phase: 'attempting', attempts })).filter(({ attemptId }) => attemptId !== null);
    expect(lines.map(({ attemptId, depth }) => `${attemptId} ${depth}`)).toEqual([
      'attempt-1 1',
      'attempt-2 1',
      'attempt-3 2',
      'attempt-4 1',
      'attempt-5 1',
    ]);
  });

  it('loses no attempt, not even one whose parent is unknown', () => {
    const attempts = [attempt(1), attempt(2, { parentId: 'gone' })];
    const lines = listSteps(stateWith({ attempts }));
    expect(lines.filter(({ attemptId }) => attemptId !== null)).toHaveLength(2);
  });

  it('says which step is under way, and that nothing is while it is paused', () => {
    const statusOf = (paused: boolean) =>
      listSteps(stateWith({ phase: 'preparingEnvironment', paused })).find(({ id }) => id === 'environment')?.status;
    expect(statusOf(false)).toBe('under way');
    expect(statusOf(true)).toBe('to come');
  });

  it('says of no attempt that it runs while nothing does', () => {
    const attempts = [attempt(1, { phase: { kind: 'executing' } as never })];
    const detailOf = (paused: boolean) =>
      listSteps(stateWith({ phase: 'attempting', paused, attempts })).find(({ attemptId }) => attemptId !== null);
    expect([detailOf(false)?.detail, detailOf(false)?.tone]).toEqual(['running', 'live']);
    expect([detailOf(true)?.detail, detailOf(true)?.tone]).toEqual(['stopped', 'still']);
  });
});

describe('the list of reproductions', () => {
  const item = (id: string, createdAt: Date) => ({
    id,
    title: `Title ${id}`,
    createdAt: createdAt.toISOString(),
    phase: 'draft' as const,
    paused: false,
    outcome: null,
    damaged: null,
  });

  it('groups by the days of the clock on the wall, newest first', () => {
    const now = new Date(2026, 10, 30, 9, 0);
    const list = [
      item('old', new Date(2026, 9, 1)),
      item('night', new Date(2026, 10, 29, 23, 59)),
      item('early', new Date(2026, 10, 30, 0, 1)),
      item('late', new Date(2026, 10, 30, 8, 0)),
    ];
    expect(groupByDay(list, now).map(({ day, items }) => [day, items.map(({ id }) => id)])).toEqual([
      ['today', ['late', 'early']],
      ['yesterday', ['night']],
      ['earlier', ['old']],
    ]);
  });

  it('finds every word, in any order and case', () => {
    expect(matchesSearch('nan LOSS', ['Loss is NaN', 'Reproduced'])).toBe(true);
    expect(matchesSearch('nan paused', ['Loss is NaN', 'Reproduced'])).toBe(false);
    expect(matchesSearch('', ['anything'])).toBe(true);
  });
});

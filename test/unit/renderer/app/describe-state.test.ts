import { describe, expect, it } from 'vitest';
import { Phase } from '../../../../src/protocol/reproduction/state';
import { Outcome } from '../../../../src/protocol/verdict';
import { describeOutcome, describeState, describeSummary } from '../../../../src/renderer/app/describe-state';
import { chooseTheme } from '../../../../src/renderer/app/apply-theme';
import { followDocument, lookedAtAttempt } from '../../../../src/renderer/app/follow-document';
import { freshView } from '../../../../src/renderer/store/app-state';
import { at, attempt, conclusion, stateWith } from '../samples';

describe('describeState', () => {
  it('tells all outcomes apart by word and by picture, not by colour', () => {
    const words = Outcome.options.map(describeOutcome);
    expect(new Set(words.map(({ text }) => text)).size).toBe(words.length);
    expect(new Set(words.map(({ icon }) => icon)).size).toBe(words.length);
  });

  it('counts the repeats of what was reproduced', () => {
    const repeats = [true, true, false].map((shown, seed) => ({ executionId: `e${seed}`, cold: false, seed, shown }));
    const verdict = {
      outcome: 'reproduced' as const,
      symptomId: null,
      rules: [],
      repeats,
      byAnalogy: false,
      nearMiss: null,
      missing: [],
      observed: null,
    };
    const state = stateWith({ phase: 'concluded', conclusion: { ...conclusion('reproduced', null), verdict } });
    expect(describeState(state).text).toBe('Reproduced · 2 of 3');
  });

  it('says that it waits for a person, before what it is doing', () => {
    const scope = { kind: 'network', purpose: 'data' } as const;
    const request = { id: 'q', scope, digest: 'a'.repeat(64), question: 'May it?', requestedAt: at };
    expect(describeState(stateWith({ phase: 'attempting', requests: [request] })).tone).toBe('warn');
  });

  it('says in the list that a folder is damaged', () => {
    const line = { id: 'r1', title: '', createdAt: at, phase: 'draft' as const, paused: false, outcome: null };
    expect(describeSummary({ ...line, damaged: 'The log is torn.' }).tone).toBe('bad');
    expect(describeSummary({ ...line, damaged: null }).tone).toBe('still');
  });
});

describe('followDocument', () => {
  it('has a document for every phase', () => {
    const attempts = [attempt(1)];
    const shown = Phase.options.map((phase) => [phase, followDocument(stateWith({ phase, attempts }))]);
    expect(Object.fromEntries(shown)).toMatchObject({
      awaitingPlan: 'plan',
      attempting: 'script',
      concluded: 'script',
    });
  });

  it('looks at the chosen attempt, then at the judged one, then at the newest', () => {
    const state = stateWith({ attempts: [attempt(1), attempt(2), attempt(3)] });
    const judged = { ...state, conclusion: conclusion('notReproduced', 'attempt-2') };
    expect(lookedAtAttempt(state, freshView)?.number).toBe(3);
    expect(lookedAtAttempt(judged, freshView)?.number).toBe(2);
    expect(lookedAtAttempt(judged, { ...freshView, attemptId: 'attempt-1' })?.number).toBe(1);
    expect(lookedAtAttempt(judged, { ...freshView, attemptId: 'gone' })?.number).toBe(2);
  });
});

describe('chooseTheme', () => {
  it('follows the system unless a theme is chosen', () => {
    const matches =
      (...queries: string[]) =>
      (query: string) =>
        queries.some((name) => query.includes(name));
    expect(chooseTheme('system', matches())).toBe('light');
    expect(chooseTheme('system', matches('dark'))).toBe('dark');
    expect(chooseTheme('system', matches('dark', 'contrast'))).toBe('highContrast');
    expect(chooseTheme('light', matches('dark'))).toBe('light');
  });
});

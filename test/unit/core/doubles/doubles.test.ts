import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../src/core/doubles/manual-clock';
import { createMemorySession } from '../../../../src/core/doubles/memory-session';
import { createMemoryStore } from '../../../../src/core/doubles/memory-store';
import { createScriptedRunner } from '../../../../src/core/doubles/scripted-runner';
import { createSequentialIds } from '../../../../src/core/doubles/sequential-ids';

describe('the manual clock', () => {
  it('wakes sleepers in the order of their time, when it is turned that far', async () => {
    const clock = createManualClock('2026-11-30T12:00:00.000Z');
    const woken: string[] = [];
    const { signal } = new AbortController();
    const long = clock.sleep(50, signal).then(() => woken.push('long'));
    const short = clock.sleep(20, signal).then(() => woken.push('short'));
    clock.advance(10);
    await Promise.resolve();
    expect(woken).toEqual([]);
    clock.advance(40);
    await Promise.all([long, short]);
    expect(woken).toEqual(['short', 'long']);
    expect([clock.now(), clock.elapsed()]).toEqual(['2026-11-30T12:00:00.050Z', 50]);
  });

  it('rejects a sleeper whose signal aborts, before and after it fell asleep', async () => {
    const clock = createManualClock();
    const control = new AbortController();
    const asleep = clock.sleep(10, control.signal);
    control.abort();
    await expect(asleep).rejects.toMatchObject({ name: 'AbortError' });
    await expect(clock.sleep(10, control.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('sequential ids', () => {
  it('passes over names that are taken', () => {
    const ids = createSequentialIds(['attempt-1', 'attempt-3']);
    expect([ids.next('attempt'), ids.next('attempt'), ids.next('step')]).toEqual(['attempt-2', 'attempt-4', 'step-1']);
  });
});

describe('the memory store and session', () => {
  it('keep the order of events, give the same state back, and refuse what is not there', async () => {
    const store = createMemoryStore();
    await store.create('r');
    const session = createMemorySession({ reproductionId: 'r', store, clock: createManualClock() });
    const paused = session.until((state) => state.paused, new AbortController().signal);
    await Promise.all([
      session.emit({ type: 'reproduction/phaseEntered', phase: 'reading' }),
      session.emit({ type: 'reproduction/paused' }),
    ]);
    expect((await paused).seq).toBe(2);
    const loaded = await store.load('r');
    expect(loaded).toEqual({ kind: 'whole', state: session.state(), torn: 0 });
    expect((await store.readAfter('r', 1)).map(({ event }) => event.type)).toEqual(['reproduction/paused']);
    await expect(store.readScript('r', 'x')).rejects.toMatchObject({ code: 'notFound' });
    await expect(store.load('other')).rejects.toMatchObject({ code: 'notFound' });
  });

  it('let a waiter go when its signal aborts', async () => {
    const store = createMemoryStore();
    await store.create('r');
    const session = createMemorySession({ reproductionId: 'r', store, clock: createManualClock() });
    const control = new AbortController();
    const waiting = session.until(() => false, control.signal);
    control.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the scripted runner', () => {
  it('refuses as the real one does where the rule wants a sandbox that is not there', async () => {
    const level = { level: 'limitsOnly', network: 'none', reason: 'none here' } as const;
    const runner = createScriptedRunner({ level, answer: () => null });
    const request = { sandbox: 'require', allowWeakerSandbox: false } as Parameters<typeof runner.run>[0];
    const progress = { signal: new AbortController().signal, report: () => undefined };
    await expect(runner.run(request, progress)).rejects.toMatchObject({ code: 'unavailable' });
    expect(runner.requests()).toEqual([]);
  });
});

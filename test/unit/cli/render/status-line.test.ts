import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPalette } from '../../../../src/cli/render/palette';
import { createStatusLine } from '../../../../src/cli/render/status-line';
import { envelope, note, stateWith } from '../../renderer/samples';

const begun = envelope(1, { type: 'environment/preparationStarted', terminalId: 't' });
const failed = envelope(2, { type: 'environment/failed', reason: 'No Python.' });

describe('createStatusLine', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function open() {
    const written: string[] = [];
    const write = (text: string): void => void written.push(text);
    const status = createStatusLine({ write, now: () => Date.now(), palette: createPalette(false) });
    return { status, written };
  }

  it('tells each second how long it has taken, and takes its line away for others', () => {
    const { status, written } = open();
    status.follow(begun, stateWith({}));
    vi.advanceTimersByTime(2_000);
    status.clear();
    expect(written.map((text) => text.trim())).toEqual([
      'Getting the environment ready, 1.0 s',
      '\u001b[K',
      'Getting the environment ready, 2.0 s',
      '\u001b[K',
    ]);
  });

  it('says nothing while nothing takes time, and leaves nothing behind', () => {
    const { status, written } = open();
    vi.advanceTimersByTime(3_000);
    status.follow(begun, stateWith({}));
    status.follow(envelope(2, note('Still at it.')), stateWith({}));
    vi.advanceTimersByTime(1_000);
    expect(written).toHaveLength(1);
    status.follow(failed, stateWith({}));
    status.clear();
    vi.advanceTimersByTime(5_000);
    status.end();
    expect(written).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });
});

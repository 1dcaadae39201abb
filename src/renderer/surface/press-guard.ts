/** How long what is offered must have been in sight, unchanged, before a press counts: as browsers hold for their own questions. */
export const SETTLE_MS = 500;

/** Why a press does not count, or that it does. */
export type Answer = 'counts' | 'covered' | 'early';

/** Decides whether a press was meant. It is fed with what happens, and with the time in milliseconds. */
export interface PressGuard {
  /** Something else is offered now. */
  changed(): void;
  /** Whether all of it is in sight with nothing over it. */
  seen(visible: boolean): void;
  /** The keyboard came here. */
  focused(): void;
  /** Any key went down here: somebody who is typing does not mean a button. */
  keyed(): void;
  judge(how: 'pointer' | 'key'): Answer;
  /** Milliseconds until a pointer's press can count; null: not while it is covered. */
  settlesIn(): number | null;
}

/** Starts covered: what nobody has seen cannot have been meant. */
export function createPressGuard(now: () => number): PressGuard {
  let visible = false;
  let since = now();
  let focusedAt = -Infinity;
  let keyedAt = -Infinity;

  const rest = (at: number): number => Math.max(0, at + SETTLE_MS - now());
  return {
    changed: () => {
      since = now();
    },
    seen: (next) => {
      if (next && !visible) since = now();
      visible = next;
    },
    focused: () => {
      focusedAt = now();
    },
    keyed: () => {
      keyedAt = now();
    },
    judge: (how) => {
      if (!visible) return 'covered';
      if (rest(since) > 0) return 'early';
      return how === 'key' && Math.max(rest(focusedAt), rest(keyedAt)) > 0 ? 'early' : 'counts';
    },
    settlesIn: () => (visible ? rest(since) : null),
  };
}

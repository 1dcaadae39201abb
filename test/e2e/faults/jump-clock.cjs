// Loaded ahead of the program: its wall clock jumps, forwards and back, five times a second. What measures durations is left alone.
const HOUR = 3_600_000;
const JUMPS = [0, 2 * HOUR, -26 * HOUR, 7 * HOUR, 400 * 24 * HOUR, -10_000, -20 * 24 * HOUR, 30_000];

const Steady = Date;
const now = () => Steady.now() + JUMPS[Math.floor(performance.now() / 200) % JUMPS.length];

globalThis.Date = class Date extends Steady {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }

  static now() {
    return now();
  }
};

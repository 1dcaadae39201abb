/** Samples that are kept of one run. */
const MOST = 400;

/** How something went over time, in few samples: where there are too many, every second one goes, and later ones are kept as rarely. */
export function createCourse(most = MOST): {
  add(ms: number, value: number): void;
  /** Pairs of milliseconds since the start and the value, in order. */
  samples(): [number, number][];
} {
  let kept: [number, number][] = [];
  let every = 1;
  let seen = 0;
  return {
    add: (ms, value) => {
      if (seen++ % every !== 0) return;
      kept.push([Math.round(ms), value]);
      if (kept.length < most) return;
      kept = kept.filter((_, at) => at % 2 === 0);
      every *= 2;
    },
    samples: () => [...kept],
  };
}

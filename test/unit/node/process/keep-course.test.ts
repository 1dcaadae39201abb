import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCourse } from '../../../../src/node/process/keep-course';

describe('the course of a run', () => {
  it('keeps few samples, evenly, from the first on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 2, max: 50 }), (count, most) => {
        const course = createCourse(most);
        for (let at = 0; at < count; at += 1) course.add(at * 10, at);
        const samples = course.samples();
        expect(samples.length).toBeLessThanOrEqual(most);
        if (count === 0) return;
        expect(samples[0]).toEqual([0, 0]);
        const steps = new Set(samples.slice(1).map(([ms], at) => ms - (samples[at]?.[0] ?? 0)));
        expect(steps.size).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });
});

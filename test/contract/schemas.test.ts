import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClientFrame, HostFrame } from '../../src/protocol/frame';
import { methods } from '../../src/protocol/methods';
import { type EventEnvelope, ReproductionEvent } from '../../src/protocol/reproduction/events';
import { liftEvent } from '../../src/protocol/reproduction/lift-event';
import { emptyState, reduceReproduction } from '../../src/protocol/reproduction/reduce';
import { ReproductionState } from '../../src/protocol/reproduction/state';
import type { z } from 'zod';
import { arbitraryOf } from '../helpers/arbitrary-of';

const overJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const schemas: [string, z.ZodType][] = [
  ...Object.entries(methods).flatMap(([name, method]): [string, z.ZodType][] => [
    [`${name} params`, method.params],
    [`${name} result`, method.result],
  ]),
  ...ReproductionEvent.options.map((option): [string, z.ZodType] => [option.shape.type.value, option]),
  ['client frame', ClientFrame],
  ['host frame', HostFrame],
];

describe('the schemas of the contract', () => {
  it.each(schemas)('%s come back from JSON as they were', (_name, schema) => {
    fc.assert(
      fc.property(arbitraryOf(schema), (value) => {
        expect(schema.parse(overJson(value))).toEqual(value);
      }),
      { numRuns: 15 },
    );
  });
});

const at = '2026-01-01T00:00:00.000Z';
const eventLists = fc
  .array(arbitraryOf(ReproductionEvent) as fc.Arbitrary<ReproductionEvent>, { maxLength: 12 })
  .map((events) =>
    events.map((event, index): EventEnvelope => ({ v: 2, reproductionId: 'r-1', seq: index + 1, at, event })),
  );

describe('folding events', () => {
  it('gives the same state for a snapshot with its tail as for all events', () => {
    fc.assert(
      fc.property(eventLists, fc.nat({ max: 12 }), (envelopes, cut) => {
        const all = envelopes.reduce(reduceReproduction, emptyState('r-1'));
        const early = envelopes.slice(0, cut).reduce(reduceReproduction, emptyState('r-1'));
        const snapshot = ReproductionState.parse(overJson(early));
        expect(envelopes.slice(cut).reduce(reduceReproduction, snapshot)).toEqual(all);
      }),
      { numRuns: 60 },
    );
  });

  it('gives a state of the contract, whatever the order of events', () => {
    fc.assert(
      fc.property(eventLists, (envelopes) => {
        const state = envelopes.reduce(reduceReproduction, emptyState('r-1'));
        expect(ReproductionState.parse(overJson(state))).toEqual(state);
        expect(state.seq).toBe(envelopes.length);
      }),
      { numRuns: 60 },
    );
  });

  it('changes no state that it was given', () => {
    fc.assert(
      fc.property(eventLists, (envelopes) => {
        let state = emptyState('r-1');
        for (const envelope of envelopes) {
          const before = JSON.stringify(state);
          const next = reduceReproduction(state, envelope);
          expect(JSON.stringify(state)).toBe(before);
          state = next;
        }
      }),
      { numRuns: 30 },
    );
  });

  it('leaves an event of the present version as it is when it is lifted', () => {
    fc.assert(
      fc.property(eventLists, (envelopes) => {
        expect(envelopes.map((envelope) => liftEvent(overJson(envelope)))).toEqual(envelopes);
      }),
      { numRuns: 30 },
    );
  });
});

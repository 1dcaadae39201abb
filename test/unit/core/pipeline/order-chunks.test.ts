import { describe, expect, it } from 'vitest';
import { orderChunks } from '../../../../src/core/pipeline/model/order-chunks';
import type { ContextChunk } from '../../../../src/protocol/context';

const chunk = (id: string, score: number, pinned?: boolean): ContextChunk =>
  ({ id, score, ...(pinned === undefined ? {} : { pinned }) }) as ContextChunk;

describe('orderChunks', () => {
  it('puts what a person pinned before better parts, and keeps the list that it was given', () => {
    const given = [chunk('a', 0.9), chunk('b', 0.1, true), chunk('c', 0.4, false), chunk('d', 0.2, true)];
    expect(orderChunks(given).map(({ id }) => id)).toEqual(['d', 'b', 'a', 'c']);
    expect(given.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });
});

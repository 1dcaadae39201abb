import { describe, expect, it } from 'vitest';
import { findReproduction, shortId } from '../../../src/cli/input/find-reproduction';
import type { Client } from '../../../src/protocol/client';

function clientWith(...ids: readonly string[]): Client {
  const reproductions = ids.map((id, index) => ({ id, createdAt: `2026-11-30T00:00:0${index}.000Z` }));
  return { call: () => Promise.resolve({ reproductions }), listen: () => () => undefined } as unknown as Client;
}

const client = clientWith('reproduction-aaaa1111', 'reproduction-cccc2222', 'reproduction-bbbb2222');

describe('findReproduction', () => {
  it.each([
    ['all of an id', 'reproduction-aaaa1111', 'reproduction-aaaa1111'],
    ['what the history shows', shortId('reproduction-cccc2222'), 'reproduction-cccc2222'],
    ['the end of an id', '1111', 'reproduction-aaaa1111'],
    ['the newest', 'last', 'reproduction-bbbb2222'],
  ])('takes %s', async (_what, given, id) => {
    expect(await findReproduction(client, given)).toBe(id);
  });

  it('names all that an end fits', async () => {
    await expect(findReproduction(client, '2222')).rejects.toMatchObject({
      code: 'badInput',
      message: expect.stringContaining('reproduction-bbbb2222, reproduction-cccc2222'),
    });
  });

  it.each(['nope', '1', ''])('refuses %j, and says how to see those that are there', async (given) => {
    await expect(findReproduction(client, given)).rejects.toMatchObject({
      code: 'notFound',
      message: expect.stringContaining('reprise history'),
    });
  });

  it('has no newest one where there is none', async () => {
    await expect(findReproduction(clientWith(), 'last')).rejects.toMatchObject({ code: 'notFound' });
  });
});

import type { Client } from '../../protocol/client';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { badInput } from './refusal';

/** Characters at the end of an id that tell it from all others that one data folder will ever hold. */
const SHORT = 8;

/** The end of an id: what a person reads and types. */
export function shortId(id: string): string {
  return id.slice(-SHORT);
}

/**
 * The id that a person means by all of it, by its end, or by `last` for the newest. Errors: `notFound` where there is none;
 * `badInput` where it is the end of several.
 */
export async function findReproduction(client: Client, given: string): Promise<string> {
  const { reproductions } = await client.call('reproduction/list', {});
  const newestFirst = [...reproductions].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).map(({ id }) => id);
  const [last] = newestFirst;
  if (given === 'last' && last !== undefined) return last;
  if (newestFirst.includes(given)) return given;
  const [found, ...others] = newestFirst.filter((id) => given.length >= 4 && id.endsWith(given));
  if (found === undefined)
    throw new RepriseError('notFound', message('cli.id.none', { id: given }), { what: 'reproduction', id: given });
  if (others.length > 0) throw badInput('id', 'cli.id.several', { id: given, ids: [found, ...others].join(', ') });
  return found;
}

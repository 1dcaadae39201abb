import type { Terminals } from '../../core/ports/terminals';

/** Terminals that keep nothing: for what Reprise asks an interpreter by itself, which nobody watches. */
export function createSilentTerminals(): Pick<Terminals, 'open'> {
  const taken = Promise.resolve();
  return { open: async () => ({ write: () => taken, close: () => taken }) };
}

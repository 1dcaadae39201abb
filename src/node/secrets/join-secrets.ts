import type { Secrets } from '../../core/ports/secrets';

/**
 * Several places of keys as one. They are looked through in their order; kept is in the first that can, removed from all that can.
 * Where none can, the first one's reason and the last one's advice are told.
 */
export function joinSecrets(places: readonly Secrets[]): Secrets {
  const able = async (): Promise<readonly Secrets[]> => {
    const told = await Promise.all(places.map(async (place) => ({ place, ...(await place.describe()) })));
    return told.flatMap(({ place, available }) => (available ? [place] : []));
  };
  const describe = async (): Promise<{ readonly available: boolean; readonly reason: string | null }> => {
    const told = await Promise.all(places.map((place) => place.describe()));
    if (told.some(({ available }) => available)) return { available: true, reason: null };
    const reasons = [told[0]?.reason, told.at(-1)?.reason].filter((reason) => typeof reason === 'string');
    return { available: false, reason: reasons.length === 0 ? null : [...new Set(reasons)].join(' ') };
  };
  return {
    describe,
    read: async (name) => {
      for (const place of places) {
        const value = await place.read(name);
        if (value !== null) return value;
      }
      return null;
    },
    write: async (name, value) => ((await able())[0] ?? places.at(-1))?.write(name, value),
    remove: async (name) => {
      const found = await able();
      await Promise.all((found.length > 0 ? found : places.slice(-1)).map((place) => place.remove(name)));
    },
  };
}

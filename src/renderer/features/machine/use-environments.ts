import { useEffect, useState } from 'react';
import type { Result } from '../../../protocol/methods';
import { useApp, useAppState } from '../../app/app-context';

export interface Environments {
  /** Null: not known yet. */
  readonly list: Result<'environment/list'> | null;
  readonly looking: boolean;
  /** Searches anew and measures. */
  refresh(): void;
}

/** The list as it was last at once, then a fresh one, then its sizes; anew when environments went or places changed. */
export function useEnvironments(): Environments {
  const app = useApp();
  const connected = useAppState((it) => it.connection.kind === 'open');
  const removals = useAppState((it) => it.removals);
  const places = useAppState((it) => it.settings.environmentPlaces);
  const [list, setList] = useState<Environments['list']>(null);
  const [looking, setLooking] = useState(true);
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    if (!connected) return;
    let gone = false;
    const read = async (fresh: boolean, measured: boolean): Promise<void> => {
      const found = await app.ask('environment/list', { fresh, measured });
      // Sizes stay in sight until they are told anew.
      if (found && !gone) setList((before) => (measured || !before?.disk ? found : withSizes(found, before)));
    };
    const readAll = async (): Promise<void> => {
      await read(false, false);
      if (!gone) await read(true, false);
      if (!gone) await read(false, true);
      if (!gone) setLooking(false);
    };
    void readAll();
    return () => {
      gone = true;
    };
  }, [app, connected, removals, places, turn]);

  const refresh = (): void => {
    setLooking(true);
    setTurn((before) => before + 1);
  };
  return { list, looking, refresh };
}

function withSizes(found: Result<'environment/list'>, before: Result<'environment/list'>): Result<'environment/list'> {
  const known = new Map(before.environments.map((one) => [one.id, one]));
  const environments = found.environments.map((one) => {
    const { bytes, lastUsedAt } = known.get(one.id) ?? {};
    return {
      ...one,
      ...(bytes === undefined ? {} : { bytes }),
      ...(lastUsedAt === undefined ? {} : { lastUsedAt }),
    };
  });
  return { ...found, environments, ...(before.disk ? { disk: before.disk } : {}) };
}

import { useEffect, useState } from 'react';
import type { Hardware } from '../../../protocol/hardware';
import { useApp, useAppState } from '../../app/app-context';

/** Between two looks at the cards, while somebody looks. */
const EVERY_MS = 3000;

/** The hardware as it is now, read again and again while the page is in sight. Null: not known yet. */
export function useHardware(): Hardware | null {
  const app = useApp();
  const connected = useAppState((it) => it.connection.kind === 'open');
  const [hardware, setHardware] = useState<Hardware | null>(null);
  useEffect(() => {
    if (!connected) return;
    let gone = false;
    let timer = 0;
    const look = async (): Promise<void> => {
      const now = document.visibilityState === 'visible' ? await app.ask('hardware/read', {}) : null;
      if (gone) return;
      if (now) setHardware(now);
      timer = window.setTimeout(() => void look(), EVERY_MS);
    };
    void look();
    return () => {
      gone = true;
      window.clearTimeout(timer);
    };
  }, [app, connected]);
  return hardware;
}

/** The steps of one environment's framework, asked once for each. Null: not answered yet, or none is chosen. */
export function useStepsOf(environmentId: string | null): Hardware['steps'] | null {
  const app = useApp();
  const [told, setTold] = useState<{ readonly id: string; readonly steps: Hardware['steps'] } | null>(null);
  useEffect(() => {
    if (environmentId === null) return;
    let gone = false;
    void app.ask('hardware/read', { environmentId }).then((answer) => {
      if (answer && !gone) setTold({ id: environmentId, steps: answer.steps });
    });
    return () => {
      gone = true;
    };
  }, [app, environmentId]);
  return told !== null && told.id === environmentId ? told.steps : null;
}

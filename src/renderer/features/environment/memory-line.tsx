import { useEffect, useState } from 'react';
import { message } from '../../../protocol/catalogue/catalogue';
import type { Result } from '../../../protocol/methods';
import { useApp, useAppState, useReproduction } from '../../app/app-context';
import { Icon } from '../../components/icon';

/** What the script will take of memory, read from its text; a warning where it is over what is free. Nothing where there is no script. */
export function MemoryLine({ className = '' }: { readonly className?: string }) {
  const app = useApp();
  const state = useReproduction();
  const connected = useAppState((it) => it.connection.kind === 'open');
  const attempt = state?.attempts.at(-1);
  const [told, setTold] = useState<{ readonly key: string; readonly estimate: Result<'hardware/estimate'> } | null>(
    null,
  );
  const id = state?.id;
  const key = attempt === undefined ? null : JSON.stringify([id, attempt.scriptDigest, state?.options.devices ?? null]);
  useEffect(() => {
    if (key === null || id === undefined || !connected) return;
    let gone = false;
    void app.ask('hardware/estimate', { reproductionId: id }).then((estimate) => {
      if (estimate && !gone) setTold({ key, estimate });
    });
    return () => {
      gone = true;
    };
  }, [app, connected, id, key]);
  if (key === null || told?.key !== key || told.estimate.text === '') return null;
  const { text, isOver } = told.estimate;
  return (
    <p className={`memory-line small wrap ${isOver ? 'tone-warn' : 'quiet'} ${className}`}>
      {isOver && <Icon name="warning" />}
      {message('app.environment.memory', { text })}
    </p>
  );
}

import { Button } from 'react-aria-components';
import { message } from '../../protocol/catalogue/catalogue';
import { assertNever } from '../../protocol/primitives';
import type { ReproductionState } from '../../protocol/reproduction/state';
import type { Result } from '../../protocol/methods';
import type { Connection } from '../client/keep-connected';
import { useApp, useAppState, useReproduction } from './app-context';
import { formatDuration } from './format';
import { Key } from './header';

function describeConnection(connection: Connection): string {
  switch (connection.kind) {
    case 'connecting':
      return message('app.connection.connecting');
    case 'open':
      return message('app.connection.open');
    case 'waiting':
      return message('app.connection.waiting');
    case 'refused':
      return connection.message;
    default:
      return assertNever(connection);
  }
}

/** Seconds that the runs took, all together. */
function elapsed(state: ReproductionState): number {
  if (state.conclusion) return state.conclusion.elapsedMs;
  return state.executions.reduce((sum, execution) => sum + (execution.result?.durationMs ?? 0), 0);
}

function describeSandbox(state: ReproductionState | null, about: Result<'app/describe'> | null): string | null {
  const last = state?.executions.findLast((execution) => execution.result)?.result?.sandbox;
  if (last) {
    const network = last.network === 'none' ? 'app.sandbox.noNetwork' : 'app.sandbox.withNetwork';
    return `${message(`app.sandbox.${last.level}`)}, ${message(network)}`;
  }
  return about && message(`app.sandbox.${about.sandbox.level}`);
}

/** What runs where, in one quiet line. */
export function Footer() {
  const app = useApp();
  const connection = useAppState((it) => it.connection);
  const about = useAppState((it) => it.about);
  const settings = useAppState((it) => it.settings);
  const state = useReproduction();
  const autonomy = state?.options.autonomy ?? settings.autonomy;
  const sandbox = describeSandbox(state, about);
  return (
    <footer className="footer">
      <span className={connection.kind === 'open' ? '' : 'tone-warn'}>{describeConnection(connection)}</span>
      {state && (
        <span>
          {message('app.footer.executions', { count: state.executions.length })} · {formatDuration(elapsed(state))}
        </span>
      )}
      {state && state.calls > 0 && (
        <Button className="button plain footer-button" onPress={() => app.dialog({ kind: 'calls', text: null })}>
          {message('app.footer.calls', { count: state.calls })}
        </Button>
      )}
      {sandbox && <span>{sandbox}</span>}
      <span className="grow" />
      <span>{message(`app.autonomy.${autonomy}.short`)}</span>
      <Button className="button plain footer-button" onPress={app.toMachine}>
        {message('app.machine.title')}
      </Button>
      <Button className="button plain footer-button" onPress={() => app.dialog({ kind: 'settings' })}>
        {message('command.app.settings')}
      </Button>
      <Button className="button plain footer-button" onPress={() => app.dialog({ kind: 'palette', scope: 'commands' })}>
        {message('command.app.palette')} <Key command="palette" />
      </Button>
    </footer>
  );
}

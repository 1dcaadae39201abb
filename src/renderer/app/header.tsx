import { Button } from 'react-aria-components';
import { message } from '../../protocol/catalogue/catalogue';
import { commandRegistry, type CommandName } from '../../protocol/commands';
import type { ReproductionState } from '../../protocol/reproduction/state';
import { Icon } from '../components/icon';
import { IconButton } from '../components/icon-button';
import { useActs, useApp, useAppState, useReproduction } from './app-context';
import { RunSurface } from '../features/run/run-surface';
import { describeState } from './describe-state';
import { isApple, printAccelerator } from './keys';
import { mainFrameworks } from './main-frameworks';
import { useShape } from './use-shape';
import { nextAct } from '../../protocol/reproduction/next-act';

/** A key as it is printed on a button. */
export function Key({ command }: { readonly command: CommandName }) {
  const { key } = commandRegistry[command];
  if (key === null) return null;
  return <kbd aria-hidden="true">{printAccelerator(key, isApple(navigator.platform))}</kbd>;
}

/** Title, state and environment, and the one main button. */
export function Header() {
  const app = useApp();
  const state = useReproduction();
  const { list } = useShape();
  return (
    <header className="header">
      <IconButton
        icon="sidebar"
        label={message('command.view.list')}
        pressed={list}
        onPress={() => app.store.setState({ listShown: !list })}
      />
      <span className="brand">{message('app.name')}</span>
      {state && (
        <>
          <span className="faint" aria-hidden="true">
            /
          </span>
          <h1 className="crumb" title={state.title}>
            {state.title}
          </h1>
          <StateChip state={state} />
        </>
      )}
      <span className="grow" />
      {state && <EnvironmentChip state={state} />}
      <RunSurface />
      <MainButton state={state} />
    </header>
  );
}

function StateChip({ state }: { readonly state: ReproductionState }) {
  const { tone, icon, text } = describeState(state);
  return (
    <span className={`chip state-chip ${tone}`}>
      <Icon name={icon} />
      {text}
    </span>
  );
}

function EnvironmentChip({ state }: { readonly state: ReproductionState }) {
  const app = useApp();
  const { ready, resolution } = state.environment;
  const python = ready?.pythonVersion ?? resolution?.python.version;
  if (!python) return null;
  const named = mainFrameworks(ready?.packages ?? [], 2);
  const rest = named.map((item) => `${item.name} ${item.version}`);
  if (resolution?.asOf) rest.push(message('app.environment.asOf', { date: resolution.asOf }));
  return (
    <Button className="chip environment-chip" onPress={() => app.look({ document: 'environment' })}>
      <b>{message('app.environment.python', { version: python })}</b>
      <span className="chip-rest">{rest.join(' · ')}</span>
    </Button>
  );
}

/** What the page may do by itself: the rest, and so all that lets something run, is the Run surface's. */
function MainButton({ state }: { readonly state: ReproductionState | null }) {
  const acts = useActs();
  const acting = useAppState((it) => it.acting);
  const connected = useAppState((it) => it.connection.kind === 'open');
  const act = nextAct(state);
  if (act.kind !== 'create' && act.kind !== 'openReproducer') return null;
  return (
    <Button
      className="button primary"
      onPress={() => void acts.perform(act)}
      isDisabled={acting !== null || !connected}
    >
      {message(`app.act.${act.kind}`)}
      <Key command={act.kind === 'create' ? 'newReproduction' : 'openReproducer'} />
    </Button>
  );
}

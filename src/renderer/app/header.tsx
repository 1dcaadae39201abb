import { Button } from 'react-aria-components';
import { message } from '../../protocol/catalogue/catalogue';
import { commandRegistry, type CommandName } from '../../protocol/commands';
import { assertNever } from '../../protocol/primitives';
import type { ReproductionState } from '../../protocol/reproduction/state';
import { Icon } from '../components/icon';
import { IconButton } from '../components/icon-button';
import { useActs, useApp, useAppState, useReproduction } from './app-context';
import { describeState } from './describe-state';
import { isApple, printAccelerator } from './keys';
import { mainFrameworks } from './main-frameworks';
import { isRunning, nextAct, type NextAct } from './next-act';

/** The words of the main button, and the command whose key it has. */
export function nameAct(act: NextAct): { readonly label: string; readonly command: CommandName | null } {
  switch (act.kind) {
    case 'create':
      return { label: message('app.act.create'), command: 'newReproduction' };
    case 'start':
      return { label: message('app.act.start'), command: 'start' };
    case 'continue':
      return { label: message('app.act.continue'), command: 'start' };
    case 'acceptPlan':
      return { label: message('app.act.acceptPlan'), command: 'acceptPlan' };
    case 'review':
      return { label: message('app.act.review'), command: 'reviewRequest' };
    case 'stop':
      return { label: message('app.act.stop'), command: 'stop' };
    case 'runAgain':
      return { label: message('app.act.runAgain'), command: 'start' };
    case 'openReproducer':
      return { label: message('app.act.openReproducer'), command: 'openReproducer' };
    default:
      return assertNever(act);
  }
}

/** A key as it is printed on a button. */
export function Key({ command }: { readonly command: CommandName }) {
  const { key } = commandRegistry[command];
  if (key === null) return null;
  return <kbd aria-hidden="true">{printAccelerator(key, isApple(navigator.platform))}</kbd>;
}

/** Acts that do not look like the one forward. */
const looks: Partial<Record<NextAct['kind'], string>> = { stop: 'stop', review: 'review' };

/** Title, state and environment, and the one main button. */
export function Header() {
  const app = useApp();
  const state = useReproduction();
  const listShown = useAppState((it) => it.listShown);
  return (
    <header className="header">
      <IconButton
        icon="sidebar"
        label={message('command.view.list')}
        pressed={listShown}
        onPress={() => app.store.setState({ listShown: !listShown })}
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
      <MainButtons state={state} />
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

function MainButtons({ state }: { readonly state: ReproductionState | null }) {
  const acts = useActs();
  const acting = useAppState((it) => it.acting);
  const connected = useAppState((it) => it.connection.kind === 'open');
  const act = nextAct(state);
  const { label, command } = nameAct(act);
  const alsoStop = state !== null && act.kind !== 'stop' && isRunning(state);
  return (
    <>
      {alsoStop && (
        <Button className="button" onPress={() => void acts.stop()} isDisabled={acting !== null || !connected}>
          <Icon name="stop" />
          {message('app.act.stop')}
        </Button>
      )}
      <Button
        className={`button ${looks[act.kind] ?? 'primary'}`}
        onPress={() => void acts.perform(act)}
        isDisabled={acting !== null || !connected}
      >
        {act.kind === 'stop' && <Icon name="stop" />}
        {label}
        {command && <Key command={command} />}
      </Button>
    </>
  );
}

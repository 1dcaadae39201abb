import type { CommandName } from '../../protocol/commands';
import { assertNever } from '../../protocol/primitives';
import { openState, openedId } from '../store/app-state';
import { currentAct, type Acts } from '../store/acts';
import { draftKey } from '../store/draft-key';
import type { App } from '../store/create-app';
import { mayBisect } from '../features/bisect/list-releases';
import { lookedAtAttempt } from './follow-document';
import { isListShown } from './use-shape';
import { isRunning } from '../../protocol/reproduction/next-act';

/** Whether a command can do anything as things are. */
export function isAvailable(app: App, command: CommandName): boolean {
  const { opened, view, drafts, connection } = app.store.getState();
  const state = openState(app.store.getState());
  const act = currentAct(app);
  const attempt = state && lookedAtAttempt(state, view);
  switch (command) {
    case 'newReproduction':
    case 'search':
    case 'toggleList':
    case 'palette':
    case 'settings':
    case 'tour':
    case 'showMachine':
      return true;
    case 'start':
      return connection.kind === 'open' && ['start', 'continue', 'judgeAgain', 'runAgain'].includes(act.kind);
    case 'continue':
      return connection.kind === 'open' && act.kind === 'continue';
    case 'stop':
      return connection.kind === 'open' && state !== null && isRunning(state);
    case 'acceptPlan':
      return connection.kind === 'open' && act.kind === 'acceptPlan';
    case 'archive':
    case 'steer':
      return connection.kind === 'open' && state !== null;
    case 'reviewRequest':
      return act.kind === 'review';
    case 'remove':
      return opened.kind !== 'none';
    case 'runScript':
      return connection.kind === 'open' && attempt !== null;
    case 'keepEdit':
      return state !== null && attempt !== null && drafts[draftKey(state.id, attempt.id)] !== undefined;
    case 'compareScript':
      return (
        attempt !== null &&
        state !== null &&
        (state.attempts.length > 1 || drafts[draftKey(state.id, attempt.id)] !== undefined)
      );
    case 'explain':
      return attempt !== null;
    case 'showScript':
    case 'goToOutput':
    case 'goToVerdict':
    case 'showReport':
    case 'showPlan':
    case 'showEnvironment':
      return state !== null;
    case 'minimise':
      return connection.kind === 'open' && state?.conclusion?.outcome === 'reproduced';
    case 'bisect':
      return connection.kind === 'open' && state !== null && mayBisect(state);
    case 'openReproducer':
      return state?.reproducer !== null && state !== null;
    default:
      return assertNever(command);
  }
}

/** Does what a command says, if it can be done. */
export function runCommand(app: App, acts: Acts, command: CommandName): void {
  if (!isAvailable(app, command)) return;
  const { view, opened, list } = app.store.getState();
  const id = openedId(opened);
  switch (command) {
    case 'newReproduction':
      return app.dialog({ kind: 'new', name: '', text: '' });
    case 'search':
      return app.dialog({ kind: 'palette', scope: 'reproductions' });
    case 'palette':
      return app.dialog({ kind: 'palette', scope: 'commands' });
    case 'settings':
      return app.dialog({ kind: 'settings' });
    case 'showMachine':
      return app.toMachine();
    case 'toggleList':
      return app.store.setState((now) => ({ listShown: !isListShown(now, innerWidth) }));
    case 'start':
    case 'continue':
    case 'acceptPlan':
    case 'reviewRequest':
      return void acts.perform(currentAct(app));
    case 'stop':
      return void acts.stop();
    case 'tour':
      return app.dialog({ kind: 'tour' });
    case 'archive':
      if (id !== null) void acts.archive(id, !(list.find((item) => item.id === id)?.archived ?? false));
      return;
    case 'steer':
      return app.dialog({ kind: 'steer' });
    case 'remove':
      if (id !== null) app.dialog({ kind: 'remove', id, title: list.find((item) => item.id === id)?.title ?? id });
      return;
    case 'runScript':
      return void acts.runScript();
    case 'keepEdit':
      return void acts.keepEdit();
    case 'compareScript':
      return app.look({ document: 'script', scriptMode: view.scriptMode === 'code' ? 'sideBySide' : 'code' });
    case 'explain':
      return app.look({ document: 'script', explained: view.explained + 1 });
    case 'showReport':
      return app.look({ document: 'report' });
    case 'showPlan':
      return app.look({ document: 'plan' });
    case 'showScript':
      return app.look({ document: 'script' });
    case 'showEnvironment':
      return app.look({ document: 'environment' });
    case 'openReproducer':
      return app.look({ document: 'reproducer' });
    case 'minimise':
      if (id !== null) app.askAside({ kind: 'minimise', reproductionId: id });
      return;
    case 'bisect':
      return app.dialog({ kind: 'bisect' });
    case 'goToOutput':
      app.look({ below: 'output' });
      return focusElement('output-panel');
    case 'goToVerdict':
      if (!document.getElementById('verdict-panel')) app.look({ document: 'verdict' });
      return focusElement('verdict-panel');
    default:
      return assertNever(command);
  }
}

function focusElement(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}

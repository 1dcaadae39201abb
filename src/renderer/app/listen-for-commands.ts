import { commandRegistry, type CommandName } from '../../protocol/commands';
import type { Acts } from '../store/acts';
import type { App } from '../store/create-app';
import { commandOf, isApple } from './keys';
import { runCommand } from './run-command';

const alwaysThere: readonly CommandName[] = ['palette', 'search', 'settings'];

/**
 * Binds every command to its key, before the editor and the terminal see it, and to the menu of the window, which
 * speaks through a message from the page itself. Returns a function that ends the listening.
 */
export function listenForCommands(page: Window, app: App, acts: Acts): () => void {
  const apple = isApple(page.navigator.platform);
  const onKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const command = commandOf(event, apple);
    if (!command) return;
    // Behind an open dialog nothing is started.
    if (app.store.getState().dialog.kind !== 'none' && !alwaysThere.includes(command)) return;
    event.preventDefault();
    event.stopPropagation();
    runCommand(app, acts, command);
  };
  const onMessage = (event: MessageEvent<unknown>): void => {
    if (event.source !== page) return;
    const name = commandNamed(event.data);
    if (name) runCommand(app, acts, name);
  };
  page.addEventListener('keydown', onKey, { capture: true });
  page.addEventListener('message', onMessage);
  return () => {
    page.removeEventListener('keydown', onKey, { capture: true });
    page.removeEventListener('message', onMessage);
  };
}

function commandNamed(data: unknown): CommandName | null {
  if (typeof data !== 'object' || data === null || !('kind' in data) || data.kind !== 'reprise:command') return null;
  const id = 'id' in data ? data.id : null;
  const entry = Object.entries(commandRegistry).find(([, command]) => command.id === id);
  return entry ? (entry[0] as CommandName) : null;
}

import { Menu, type BrowserWindow, type MenuItemConstructorOptions } from 'electron';
import { message, type MessageKey } from '../protocol/catalogue/catalogue';
import { commandRegistry, type Command } from '../protocol/commands';
import { channels, surfaceFrame } from './connect-page';

/** Which commands stand in which menu, by the first word of their id. */
const menus: readonly { readonly title: MessageKey; readonly words: readonly string[] }[] = [
  { title: 'cli.menu.reproduction', words: ['reproduction', 'plan', 'approval', 'attempt'] },
  { title: 'cli.menu.view', words: ['view', 'script', 'app'] },
];

/** Fills the menu from the command registry; the page does what its own buttons do. */
export function setMenu(window: BrowserWindow, platform: NodeJS.Platform): void {
  const commands: readonly Command[] = Object.values(commandRegistry);
  const item = ({ id, title, key }: Command): MenuItemConstructorOptions => ({
    label: message(title),
    // Shown only: the page hears the key itself, and would do the act twice.
    ...(key !== null && { accelerator: key, registerAccelerator: false }),
    click: () => {
      if (!window.isDestroyed()) window.webContents.send(channels.command, id);
    },
  });
  /** A key that the page cannot press: the menu hears it, and the surface does what it shows as its main act. */
  const press: MenuItemConstructorOptions = {
    label: message('cli.menu.press'),
    accelerator: 'F5',
    click: () => surfaceFrame(window)?.send(channels.command, 'press'),
  };
  const ours = menus.map(({ title, words }): MenuItemConstructorOptions => ({
    label: message(title),
    submenu: words.flatMap((word, index) => [
      ...(index === 0 ? [] : [{ type: 'separator' } as const]),
      ...commands.filter(({ id }) => id.startsWith(`${word}.`)).map(item),
    ]),
  }));
  const [reproduction, view] = ours;
  if (Array.isArray(reproduction?.submenu)) reproduction.submenu.push({ type: 'separator' }, press);
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
      ...(reproduction ? [reproduction] : []),
      { role: 'editMenu' },
      ...(view ? [view] : []),
      {
        label: message('cli.menu.window'),
        submenu: [
          { role: 'reload' },
          { role: 'resetZoom' },
          { role: 'zoomIn' },
          { role: 'zoomOut' },
          { role: 'togglefullscreen' },
          { type: 'separator' },
          { role: 'quit' },
        ],
      },
    ]),
  );
}

import { app, dialog, shell, BrowserWindow, type Session, type WebContents } from 'electron';
import { message } from '../protocol/catalogue/catalogue';
import { PAGE_ADDRESS, SURFACE_ADDRESS, isPageAddress, isWebAddress } from './page-address';

/**
 * What the page may, and nobody else: write the clipboard after a press, for its copy buttons, and show a notification, which the
 * user turns on in the settings; it is words alone.
 */
const PERMITTED: readonly string[] = ['clipboard-sanitized-write', 'notifications'];

/** Refuses every permission and every device but those above, and those to the page alone. */
export function restrictSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(PERMITTED.includes(permission) && isPageAddress(details.requestingUrl)),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => PERMITTED.includes(permission) && isPageAddress(origin),
  );
  session.setDevicePermissionHandler(() => false);
}

/** Holds for every page that this program ever makes: none leaves its address, opens a window, or holds a webview. */
export function restrictAllContents(): void {
  /** Pages with a question open: a page that asks on and on gets one at a time. */
  const asking = new WeakSet<WebContents>();
  const offerToOpen = async (contents: WebContents, url: string): Promise<void> => {
    if (asking.has(contents) || !isWebAddress(url)) return;
    asking.add(contents);
    await askToOpen(contents, url).finally(() => asking.delete(contents));
  };

  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event, url) => {
      if (url === PAGE_ADDRESS) return;
      event.preventDefault();
      void offerToOpen(contents, url);
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => {
      // The Run surface is the one frame inside the page.
      if (event.url !== (event.isMainFrame ? PAGE_ADDRESS : SURFACE_ADDRESS)) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      void offerToOpen(contents, url);
      return { action: 'deny' };
    });
  });
}

/** A link is shown whole, and opened in the user's browser only on a yes. */
async function askToOpen(contents: WebContents, url: string): Promise<void> {
  const window = windowOf(contents);
  if (!window) return;
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: message('cli.window.openLink'),
    detail: url,
    buttons: [message('cli.window.cancel'), message('cli.window.open')],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (response === 1) await shell.openExternal(url);
}

function windowOf(contents: WebContents): BrowserWindow | null {
  return contents.isDestroyed() ? null : BrowserWindow.fromWebContents(contents);
}

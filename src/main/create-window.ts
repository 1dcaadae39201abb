import { BrowserWindow, nativeTheme, type Session } from 'electron';
import { PAGE_ADDRESS } from './page-address';
import type { WindowBounds } from './window-bounds';

/** The one window. It is shown once it has something to show. */
export async function createWindow(options: {
  readonly session: Session;
  readonly preload: string;
  /** A picture; other systems than Linux take the program's own. */
  readonly icon: string;
  readonly bounds: WindowBounds | null;
  /** Called before the page is loaded. */
  readonly onCreated: (window: BrowserWindow) => void;
}): Promise<BrowserWindow> {
  const { session, preload, icon, bounds } = options;
  const window = new BrowserWindow({
    width: 1360,
    height: 860,
    ...(bounds && { x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height }),
    minWidth: 480,
    minHeight: 400,
    title: 'Reprise',
    ...(process.platform === 'linux' && { icon }),
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181d' : '#ffffff',
    webPreferences: {
      session,
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      // Lets the preload run in the Run surface as well; neither has Node.
      nodeIntegrationInSubFrames: true,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      // The spelling dictionaries would be fetched from the network.
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => {
    if (bounds?.maximized) window.maximize();
    window.show();
  });
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit' && !window.isDestroyed()) window.webContents.reload();
  });
  options.onCreated(window);
  await window.loadURL(PAGE_ADDRESS);
  return window;
}

import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { app, dialog, session as sessions, type BrowserWindow } from 'electron';
import { resolveDataFolder } from '../node/data-folder/resolve-data-folder';
import { listPageFiles } from '../node/page/list-page-files';
import { errorCode } from '../node/system/error-code';
import { message } from '../protocol/catalogue/catalogue';
import { RepriseError } from '../protocol/errors';
import { connectPage } from './connect-page';
import { createWindow } from './create-window';
import { openHost } from './open-host';
import { restrictAllContents, restrictSession } from './restrict-contents';
import { registerPageScheme, servePage } from './serve-page';
import { setMenu } from './set-menu';
import { waitBeforeQuit } from './wait-before-quit';
import { readWindowBounds, rememberWindowBounds } from './window-bounds';

/** Where the program's parts lie. */
interface ProgramFolders {
  /** The built bundles and page; may be within an archive. */
  readonly builtFolder: string;
  /** `resources` and `examples`, as folders on disk. */
  readonly filesFolder: string;
}

/** Starts the window program. */
export async function startApplication({ builtFolder, filesFolder }: ProgramFolders): Promise<void> {
  const homeFolder = app.getPath('home');
  const dataFolder = resolveDataFolder({
    given: null,
    environmentBlock: process.env,
    homeFolder,
    workingFolder: process.cwd(),
    platform: process.platform,
  });
  // Before the lock of the single instance, which is bound to this folder.
  app.setPath('userData', makeWindowFolder(dataFolder));
  if (!app.requestSingleInstanceLock()) return app.exit(0);
  registerPageScheme();
  restrictAllContents();
  await app.whenReady();

  const files = await listPageFiles(path.join(builtFolder, 'renderer'));
  const { host, close } = await openHost({
    dataFolder,
    programFolder: filesFolder,
    workersFolder: path.join(builtFolder, 'node'),
    homeFolder,
    version: app.getVersion(),
  });
  let windowSettled: () => Promise<void> = () => Promise.resolve();
  waitBeforeQuit(async () => {
    await Promise.all([close(), windowSettled()]);
  });
  app.on('window-all-closed', () => app.quit());

  // Without `persist:` nothing of the page stays on disk; what is to stay goes through the host.
  const session = sessions.fromPartition('page');
  restrictSession(session);
  servePage(session, files);
  const window = await createWindow({
    session,
    preload: path.join(builtFolder, 'preload', 'index.cjs'),
    icon: path.join(filesFolder, 'resources', 'icons', '256x256.png'),
    bounds: await readWindowBounds(dataFolder),
    onCreated: (created) => {
      connectPage(created, host);
      setMenu(created, process.platform);
      windowSettled = rememberWindowBounds(created, dataFolder);
    },
  });
  app.on('second-instance', () => bringForward(window));
}

/** Folder of Chromium's own files. At once, since it must be known before the application is ready. Errors: `unwritable`. */
function makeWindowFolder(dataFolder: string): string {
  const folder = path.join(dataFolder, 'window');
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
    return folder;
  } catch (error) {
    const sentence = message('errors.unwritable', { path: dataFolder, reason: errorCode(error) ?? String(error) });
    throw new RepriseError('unwritable', sentence, { path: dataFolder });
  }
}

/** A folder with its parents, one by one: Node's own way of doing it never ends below a place such as /proc that takes none. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

function bringForward(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.focus();
}

/** Says in one sentence why the program cannot start, on the screen and where it was started from, and ends it. */
export async function refuseToStart(error: unknown): Promise<void> {
  const refusal = error instanceof RepriseError;
  const sentence = refusal ? error.message : message('cli.failure', { reason: String(error) });
  process.stderr.write(`${sentence}\n`);
  await app.whenReady();
  dialog.showErrorBox(message('cli.window.cannotStart'), sentence);
  app.exit(refusal ? 3 : 4);
}

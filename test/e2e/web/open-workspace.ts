import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type FrameLocator,
  type Locator,
  type Page,
} from 'playwright-core';
import { expect } from 'vitest';

const root = path.join(import.meta.dirname, '..', '..', '..');
const program = path.join(root, 'bin', 'reprise.cjs');

/** A Chromium of this machine, or null. */
export function findChromium(): string | null {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const found = folders
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));
  return process.env['CHROMIUM_PATH'] ?? found ?? null;
}

/** Why the tests of the page cannot run here, or null. */
export function whyNoPage(): string | null {
  if (findChromium() === null) return 'no Chromium on this machine';
  return existsSync(path.join(root, 'out', 'renderer', 'index.html')) ? null : 'the program is not built';
}

/** The built web host in a data folder of its own, and a browser. */
export interface Workspace {
  readonly browser: Browser;
  /** A page that is signed in by the address with the one-time token. */
  open(options?: Parameters<Browser['newPage']>[0]): Promise<Page>;
  /** Ends the program and starts it anew on the same data folder. Pages that were open lose it. */
  restart(): Promise<void>;
  /** Kills the program without a word. The browser stays. */
  kill(): Promise<void>;
  readonly dataFolder: string;
  /** The address of the page, and what signs a page of one's own in. */
  origin(): string;
  signedIn(): Awaited<ReturnType<BrowserContext['storageState']>>;
  close(): Promise<void>;
}

interface WorkspaceOptions {
  /** Over the test's own environment block. */
  readonly block?: Readonly<Record<string, string>>;
  /** Called before anything is served from the folder. */
  readonly prepare?: (dataFolder: string) => Promise<void>;
}

/** Serves the built page and starts a browser. Errors: rejects where the server ends before it says its address. */
export async function openWorkspace(options: WorkspaceOptions = {}): Promise<Workspace> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('There is no Chromium.');
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'reprise-page-'));
  await options.prepare?.(dataFolder);
  let serving = await serve(dataFolder, options.block);
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  // One session serves all pages: the token works once, the cookie stays.
  const signIn = async (): Promise<Awaited<ReturnType<BrowserContext['storageState']>>> => {
    const context = await browser.newContext();
    const visit = await context.newPage();
    await visit.goto(serving.address.href);
    await visit.waitForSelector('header');
    const storageState = await context.storageState();
    await context.close();
    return storageState;
  };
  let storageState = await signIn();
  return {
    browser,
    dataFolder,
    open: async (how) => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...how, storageState });
      await page.goto(serving.address.origin);
      await page.waitForSelector('header');
      return page;
    },
    restart: async () => {
      await end(serving.server);
      serving = await serve(dataFolder, options.block);
      storageState = await signIn();
    },
    origin: () => serving.address.origin,
    signedIn: () => storageState,
    kill: () => end(serving.server, 'SIGKILL'),
    close: async () => {
      await browser.close();
      await end(serving.server);
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** A workspace with a page on which an example of this title was reproduced; `faults` are what its scripts threw. */
export async function openReproduced(
  title: string,
  options: WorkspaceOptions = {},
): Promise<{ readonly workspace: Workspace; readonly page: Page; readonly faults: string[] }> {
  const workspace = await openWorkspace(options);
  const faults: string[] = [];
  try {
    const page = await workspace.open();
    page.on('pageerror', (error) => faults.push(error.message));
    await page.getByRole('button', { name: `Run the example: ${title}` }).click();
    await pressRun(page, 'Accept plan and run');
    await page.getByRole('button', { name: 'Open reproducer' }).waitFor({ timeout: 200_000 });
    return { workspace, page, faults };
  } catch (error) {
    await workspace.close();
    throw error;
  }
}

interface Serving {
  readonly server: ChildProcess;
  readonly address: URL;
}

async function serve(dataFolder: string, block: Readonly<Record<string, string>> = {}): Promise<Serving> {
  const server = spawn(process.execPath, [program, 'serve', '--port', '0', '--json'], {
    env: { ...process.env, ...block, REPRISE_HOME: dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const first = await firstLine(server);
  return { server, address: new URL((JSON.parse(first) as { address: string }).address) };
}

async function end(server: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await ended;
}

function firstLine(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!server.stdout) return reject(new Error('The server has no output.'));
    createInterface({ input: server.stdout }).once('line', resolve);
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
}

/** Waits until what is typed goes into this place: the keyboard comes a moment after a dialog is to be seen. */
export async function takesKeys(place: Locator): Promise<void> {
  await expect.poll(() => hasKeys(place)).toBe(true);
}

/** Whether the keyboard is at this very place. */
export function hasKeys(place: Locator): Promise<boolean> {
  return place.evaluate((it) => it === it.ownerDocument.activeElement);
}

/** A picture for the documents, where a folder for pictures is named. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['REPRISE_PICTURES'];
  if (folder === undefined || folder === '') return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}

/** The Run surface in a page: a document of its own, which the page's scripts do not reach. */
export function surfaceOf(page: Page): FrameLocator {
  return page.frameLocator('#run-surface');
}

/**
 * Presses a button of the Run surface as a person does; the click waits until the surface takes presses. What changed in the very moment
 * is refused, and the surface says so: then it is pressed again.
 */
export async function pressRun(page: Page, name: string | RegExp, timeout = 60_000): Promise<void> {
  const surface = surfaceOf(page);
  const refusal = surface.locator('.note', { hasText: /press again|Uncover it/ });
  do await surface.getByRole('button', { name }).click({ timeout });
  while ((await refusal.count()) > 0);
}

/** What the terminal shows once it is scrolled to its first line, as text. */
export function outputFromTop(page: Page): Promise<string> {
  return outputAfterTurn(page, -1_000_000);
}

/** What the terminal shows once it is scrolled to its last line, as text. */
export function outputFromEnd(page: Page): Promise<string> {
  return outputAfterTurn(page, 1_000_000);
}

/** Whether a text stands anywhere in the terminal, which then shows it: two streams of a run may come in either order. */
export async function showInOutput(page: Page, text: string): Promise<boolean> {
  let before: string | null = null;
  for (let shown = await outputFromTop(page); shown !== before; shown = await outputAfterTurn(page, 120)) {
    if (shown.includes(text)) return true;
    before = shown;
  }
  return false;
}

/**
 * Turns the wheel over the terminal, and reads what is painted then. The event is given to the terminal itself: the browser hands those
 * of a mouse that follow each other to the element that had the first, also when another terminal took its place.
 */
async function outputAfterTurn(page: Page, by: number): Promise<string> {
  await page.locator('.xterm-screen').evaluate(async (screen, deltaY) => {
    const { WheelEvent, requestAnimationFrame } = screen.ownerDocument.defaultView ?? globalThis;
    const turn = { deltaY, wheelDeltaY: -deltaY, bubbles: true, cancelable: true };
    screen.dispatchEvent(new WheelEvent('wheel', turn));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, by);
  return outputText(page);
}

/** What the terminal shows, as text. */
export async function outputText(page: Page): Promise<string> {
  const lines = await page.locator('.xterm-rows > div').allInnerTexts();
  return lines.join('\n').replaceAll('\u00a0', ' ');
}

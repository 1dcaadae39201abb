import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findInterpreters } from '../../helpers/interpreters';
import { jsonLines, requireBuild, runReprise, type Machine } from '../cli/reprise';
import {
  createDataFolder,
  electronProgram,
  openScreen,
  openWindow,
  root,
  whyNoWindow,
  type Screen,
  type Window,
} from '../electron/window';
import { committedEvents, processesNaming, unfinishedIn } from './left-behind';

const reason = process.platform === 'linux' ? whyNoWindow() : 'what is left is told on Linux';
const hasPython = findInterpreters().some(({ version }) => ['3.9', '3.10', '3.11', '3.12'].includes(version));
const patient = { timeout: 120_000 };

describe.skipIf(reason !== null || !hasPython)(
  `the window under faults (needs a Python from 3.9 to 3.12${reason === null ? '' : `; skipped: ${reason}`})`,
  () => {
    let screen: Screen;
    let place: Awaited<ReturnType<typeof createDataFolder>>;
    let machine: Machine;
    let window: Window;

    beforeAll(async () => {
      requireBuild();
      screen = await openScreen();
      place = await createDataFolder();
      const { dataFolder } = place;
      machine = { home: path.dirname(dataFolder), dataFolder, remove: () => Promise.resolve() };
      window = await openWindow(screen, dataFolder);
    });
    afterAll(async () => {
      await window?.application.close().catch(() => undefined);
      await place?.remove();
      screen?.close();
    });

    /** What the page shows, read by the program: Playwright has no hold of a page whose process is another one by now. */
    const shown = (): Promise<string> =>
      window.application.evaluate(async ({ BrowserWindow }) => {
        const [first] = BrowserWindow.getAllWindows();
        const text: unknown = await first?.webContents.executeJavaScript('document.body.innerText').catch(() => '');
        return String(text);
      });
    const idsNow = (): Promise<string[]> => readdir(path.join(place.dataFolder, 'reproductions'));
    /** Whether the button of the Run surface is still barred, told as its attribute; null while there is none. */
    const isReadyToRun = (): Promise<unknown> =>
      window.application.evaluate(async ({ BrowserWindow }) => {
        const frames = BrowserWindow.getAllWindows()[0]?.webContents.mainFrame.frames ?? [];
        const surface = frames.find(({ url }) => url.startsWith('reprise-run:'));
        const words = `[...document.querySelectorAll('button')].find(({ textContent }) => /Accept plan and run/.test(textContent))?.getAttribute('aria-disabled')`;
        return (await surface?.executeJavaScript(words).catch(() => null)) ?? null;
      });
    /** Kills the process of the page and waits until there is another. */
    const killPage = async (): Promise<void> => {
      const pageId = () =>
        window.application.evaluate(
          ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
        );
      const before = await pageId();
      process.kill(before, 'SIGKILL');
      await expect.poll(async () => ![0, before].includes(await pageId()), patient).toBe(true);
    };
    /** The menu hears a key that no script can press. */
    const pressRun = (): Promise<void> =>
      window.application.evaluate(({ Menu }) => {
        const items = Menu.getApplicationMenu()?.items[0]?.submenu?.items ?? [];
        items.find(({ accelerator }) => accelerator === 'F5')?.click();
      });

    it('is one for a data folder: a second start brings it forward and ends', async () => {
      await window.page.getByRole('button', { name: /NumPy/ }).waitFor();
      const second = spawnSync(electronProgram() ?? '', [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), root], {
        env: { ...process.env, DISPLAY: screen.display, REPRISE_HOME: place.dataFolder },
        timeout: 60_000,
      });
      expect(second.status).toBe(0);
      expect(await window.application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
      expect(await shown()).toMatch(/NumPy/);
    });

    it('loses its page at the plan and in the run, which goes on; then it is killed with the host in it, and another program goes on', async () => {
      await window.page.getByRole('button', { name: /NumPy/ }).click();
      await expect.poll(isReadyToRun, patient).toBe('false');
      await killPage();
      await expect.poll(isReadyToRun, patient).toBe('false');
      await expect.poll(shown, patient).toMatch(/Plan to accept/);
      await pressRun();
      const [id = ''] = await idsNow();
      const told = async (): Promise<string> =>
        (await committedEvents(place.dataFolder, id)).map(({ line }) => line).join();
      await expect.poll(told, patient).toContain('environment/preparationStarted');
      await killPage();
      await expect.poll(told, patient).toContain('execution/started');
      window.application.process().kill('SIGKILL');
      await expect.poll(() => processesNaming(place.dataFolder), patient).toEqual([]);
      const committed = await committedEvents(place.dataFolder, id);
      const resumed = await runReprise(machine, ['resume', id, '--json']);
      expect([resumed.code, resumed.errors]).toEqual([0, '']);
      expect(jsonLines(resumed.output).at(-1)).toMatchObject({ outcome: 'reproduced' });
      expect((await committedEvents(place.dataFolder, id)).slice(0, committed.length)).toEqual(committed);
      expect(await unfinishedIn(place.dataFolder)).toEqual([]);
    });
  },
);

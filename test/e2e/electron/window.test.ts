import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outputText, picture, pressRun, showInOutput, surfaceOf } from '../web/open-workspace';
import { plantedOutcome, plantedScript } from '../planted-script';
import { commandRegistry } from '../../../src/protocol/commands';
import { createDataFolder, openScreen, openWindow, root, whyNoWindow, type Screen, type Window } from './window';

const reason = whyNoWindow();
const pictureThemes = [
  { colorScheme: 'light', contrast: 'no-preference', theme: 'light', name: 'light' },
  { colorScheme: 'dark', contrast: 'no-preference', theme: 'dark', name: 'dark' },
  { colorScheme: 'dark', contrast: 'more', theme: 'highContrast', name: 'high-contrast' },
] as const;
const hasPython = spawnSync('python3', ['--version']).status === 0;

describe.skipIf(reason !== null)(`the window${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  let screen: Screen;
  let place: Awaited<ReturnType<typeof createDataFolder>>;
  let window: Window;

  beforeAll(async () => {
    if (!existsSync(path.join(root, 'out', 'node', 'main.cjs'))) {
      throw new Error('There is no build to test. Run `npm run build` first.');
    }
    screen = await openScreen();
    place = await createDataFolder();
    window = await openWindow(screen, place.dataFolder);
  });
  afterAll(async () => {
    await window?.application.close();
    await place?.remove();
    screen?.close();
  });

  it('opens the workspace with examples to run', async () => {
    expect(await window.page.title()).toBe('Reprise');
    await window.page.getByRole('button', { name: /NumPy/ }).waitFor();
    expect(window.page.url()).toBe('reprise://app/');
  });

  it('gives the page no way to the machine but the port', async () => {
    const seen = await window.page.evaluate(() => ({
      require: typeof (globalThis as Record<string, unknown>)['require'],
      process: typeof (globalThis as Record<string, unknown>)['process'],
      module: typeof (globalThis as Record<string, unknown>)['module'],
      bridge: JSON.stringify((globalThis as Record<string, unknown>)['reprise']),
    }));
    expect(seen).toEqual({
      require: 'undefined',
      process: 'undefined',
      module: 'undefined',
      bridge: '{"host":"window"}',
    });
    const preferences = await window.application.evaluate(({ BrowserWindow }) => {
      const [first] = BrowserWindow.getAllWindows();
      // Left out of the types, and the only place where what holds in fact can be read.
      const contents = first?.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> };
      const all = contents.getLastWebPreferences();
      const { contextIsolation, sandbox, nodeIntegration, webSecurity, webviewTag } = all;
      const { allowRunningInsecureContent, experimentalFeatures, enableBlinkFeatures = '' } = all;
      return {
        ...{ contextIsolation, sandbox, nodeIntegration, webSecurity, webviewTag },
        ...{ allowRunningInsecureContent, experimentalFeatures, enableBlinkFeatures },
      };
    });
    expect(preferences).toEqual({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      enableBlinkFeatures: '',
    });
  });

  it('shows no file, no foreign frame and no webview', async () => {
    const contentsBefore = await window.application.evaluate(
      ({ webContents }) => webContents.getAllWebContents().length,
    );
    const shown = await window.page.evaluate(`(async () => {
      const refused = [];
      for (const address of ['https://127.0.0.1:9/', 'data:text/html,x']) {
        const violation = new Promise((resolve) => document.addEventListener('securitypolicyviolation', resolve, { once: true }));
        const frame = document.createElement('iframe');
        frame.src = address;
        document.body.append(frame);
        refused.push((await violation).effectiveDirective);
        frame.remove();
      }
      const file = await fetch('file:///etc/passwd').then(() => 'read', () => 'refused');
      const webview = document.createElement('webview');
      webview.setAttribute('src', 'reprise://app/');
      webview.setAttribute('allowpopups', '');
      document.body.append(webview);
      const isWebview = 'getWebContentsId' in webview;
      webview.remove();
      return { refused, file, isWebview };
    })()`);
    expect(shown).toEqual({ refused: ['frame-src', 'frame-src'], file: 'refused', isWebview: false });
    const contentsAfter = await window.application.evaluate(
      ({ webContents }) => webContents.getAllWebContents().length,
    );
    expect(contentsAfter).toBe(contentsBefore);
  });

  it('gives a port to its own page, and to no other window that asks in the same way', async () => {
    const ports = await window.application.evaluate(
      async ({ BrowserWindow, ipcMain, session }, preload) => {
        /** How many ports a window's page is given for asking once. */
        const ask = async (asking: InstanceType<typeof BrowserWindow>): Promise<number> => {
          let given = 0;
          const frame = asking.webContents.mainFrame;
          const post = frame.postMessage.bind(frame);
          frame.postMessage = (...message) => {
            given += 1;
            post(...message);
          };
          // The program listened before, so it has answered when this one hears. Other frames may ask in between.
          const heard = new Promise<void>((resolve) => {
            ipcMain.on('reprise:connect', function hear(event) {
              if (event.senderFrame !== frame) return;
              ipcMain.off('reprise:connect', hear);
              resolve();
            });
          });
          await asking.webContents.executeJavaScript("postMessage({ kind: 'reprise:ready' }); null");
          await heard;
          return given;
        };
        const [own] = BrowserWindow.getAllWindows();
        if (!own) throw new Error('There is no window.');
        const webPreferences = {
          session: session.fromPartition('page'),
          preload,
          contextIsolation: true,
          sandbox: true,
        };
        const other = new BrowserWindow({ show: false, webPreferences });
        await other.loadURL('reprise://app/');
        const ports = { other: await ask(other), own: await ask(own) };
        other.destroy();
        return ports;
      },
      path.join(root, 'out', 'preload', 'index.cjs'),
    );
    expect(ports).toEqual({ other: 0, own: 1 });
    await window.page.reload();
    await window.page.getByRole('button', { name: /NumPy/ }).waitFor();
  });

  it('runs no inline script, and reaches no other address', async () => {
    const planted = await window.page.evaluate(`(async () => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.planted = true';
      document.body.append(script);
      const image = document.createElement('img');
      image.setAttribute('onerror', 'globalThis.planted = true');
      image.src = 'https://127.0.0.1:9/x.png';
      document.body.append(image);
      await new Promise((resolve) => image.addEventListener('error', resolve));
      script.remove();
      image.remove();
      const fetched = await fetch('http://127.0.0.1:9/').then(() => 'fetched', () => 'refused');
      return { planted: globalThis.planted ?? false, fetched };
    })()`);
    expect(planted).toEqual({ planted: false, fetched: 'refused' });
  });

  it('refuses every permission but notifications, which the page shows once the user has turned them on', async () => {
    const states = await window.page.evaluate<string[]>(`Promise.all(
      ['camera', 'microphone', 'geolocation', 'clipboard-read'].map(
        async (name) => (await navigator.permissions.query({ name })).state,
      ),
    )`);
    expect(new Set(states)).toEqual(new Set(['denied']));
    const { page } = window;
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    const tell = dialog.getByRole('switch', { name: /^Tell by a notification/ });
    await tell.waitFor();
    await dialog.getByText(/^Tell by a notification/).click();
    await expect.poll(() => tell.isChecked(), { timeout: 30_000 }).toBe(true);
    expect(await dialog.getByRole('alert').count()).toBe(0);
    expect(await page.evaluate('Notification.permission')).toBe('granted');
    const surface = page.frames().find((frame) => frame.url().startsWith('reprise-run:'));
    expect(await surface?.evaluate('Notification.permission')).toBe('denied');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('has every command in its menu, and the page does what the menu says', async () => {
    const titles = await window.application.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).flatMap((menu) => menu.submenu?.items.map(({ label }) => label) ?? []),
    );
    expect(titles.length).toBeGreaterThanOrEqual(Object.keys(commandRegistry).length);
    await window.application.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items[0]?.submenu?.items[0]?.click());
    await window.page.getByRole('dialog').waitFor();
    await window.page.keyboard.press('Escape');
    await window.page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it.skipIf(!hasPython)(
    `runs an example to its verdict over a reload${hasPython ? '' : ' (skipped: no python3)'}`,
    async () => {
      const { page } = window;
      await page.getByRole('button', { name: /NumPy/ }).click();
      const accept = page.frameLocator('#run-surface').getByRole('button', { name: /Accept plan and run/ });
      await accept.waitFor();
      expect(page.frames().map((frame) => frame.url())).toEqual(['reprise://app/', 'reprise-run://surface/']);
      expect(await page.evaluate(plantedScript)).toEqual(plantedOutcome);
      await page.reload();
      await accept.waitFor();
      await expect.poll(() => accept.getAttribute('aria-disabled')).toBe('false');
      // The menu hears a key that no script can press.
      await window.application.evaluate(({ Menu }) => {
        const items = Menu.getApplicationMenu()?.items[0]?.submenu?.items ?? [];
        items.find(({ accelerator }) => accelerator === 'F5')?.click();
      });
      await page
        .getByText(/Preparing environment|Attempt/)
        .first()
        .waitFor();
      await page.reload();
      await page
        .getByText(/^Reproduced/)
        .first()
        .waitFor({ timeout: 150_000 });
      for (const { theme, name, ...media } of pictureThemes) {
        await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
        await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe(theme);
        const colour = await page.evaluate('getComputedStyle(document.querySelector("pre")).color');
        expect(colour).toBe(await page.evaluate('getComputedStyle(document.body).color'));
        await picture(page, `window-${name}`);
      }
      const folders = await readdir(path.join(place.dataFolder, 'reproductions'));
      expect(folders).toHaveLength(1);
      const log = await readFile(path.join(place.dataFolder, 'reproductions', folders[0]!, 'events.jsonl'), 'utf8');
      expect(log).toContain('"by":"user"');
    },
  );

  it.skipIf(!hasPython)(
    'walks through what can be done with it, as the page in a browser does',
    async () => {
      const { page } = window;
      const chip = page.locator('.state-chip');
      const evidence = page.getByRole('region', { name: 'Reported, observed and verdict' });

      await page.keyboard.press('Control+1');
      await page.locator('.finding', { hasText: /^numpy/ }).click();
      await expect.poll(async () => (await page.locator('.source .lit').allInnerTexts()).join('')).toContain('1.26');

      await evidence.getByRole('button', { name: /^attempt 1/ }).click();
      await expect.poll(() => outputText(page)).toContain('ValueError: matmul');
      await page.getByRole('tab', { name: 'Observations' }).click();
      await page.getByRole('region', { name: 'Observations' }).getByText('reproducer.py').first().waitFor();
      await page.getByRole('tab', { name: 'Charts' }).click();
      await page.getByRole('region', { name: 'Charts' }).waitFor();
      await page.getByRole('tab', { name: 'Output' }).click();

      await page.getByRole('button', { name: 'Overrule this verdict…' }).click();
      const overrule = page.getByRole('dialog', { name: 'Overrule the verdict' });
      await overrule.getByRole('textbox', { name: 'Why' }).fill('The report means another layer.');
      await overrule.getByRole('button', { name: 'Overrule', exact: true }).click();
      await expect.poll(() => chip.innerText()).toMatch(/^You say: Not reproduced/);
      await page.getByRole('button', { name: 'Take back' }).click();
      await expect.poll(() => chip.innerText()).toMatch(/^Reproduced/);

      await page.keyboard.press('Control+Alt+s');
      const steer = page.getByRole('dialog', { name: 'Tell the next step something' });
      await steer.getByRole('textbox').fill('time limit 77 s');
      await page.keyboard.press('Control+Enter');
      await steer.getByText('From the next run on: time limit 77 s').waitFor();
      await page.keyboard.press('Escape');
      await steer.waitFor({ state: 'detached' });

      await page.keyboard.press('Control+3');
      await page.locator('.editor .view-line').first().click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('print("from the edit")\n');
      await page.getByText('Edited, not kept yet').waitFor();
      await page.keyboard.press('Control+s');
      await page.getByRole('option', { name: /^2 · your edit/ }).waitFor();
      await pressRun(page, 'Run attempt 2');
      await expect.poll(() => showInOutput(page, 'from the edit'), { timeout: 120_000 }).toBe(true);
      await page.keyboard.press('Control+d');
      await page.locator('.line-insert').first().waitFor();
      await page.keyboard.press('Control+d');
      await expect.poll(() => chip.innerText(), { timeout: 120_000 }).toMatch(/^Reproduced/);

      await page.keyboard.press('Control+e');
      await page.getByRole('tab', { name: 'reproducer.py' }).waitFor();
      await page.getByRole('button', { name: 'Shorten the script…' }).click();
      await surfaceOf(page).getByText('runs shorter forms').waitFor();
      await pressRun(page, 'Leave it');
      await page.getByRole('button', { name: 'Find the release it came with…' }).click();
      const release = page.getByRole('dialog', { name: 'Find the release that the fault came with' });
      await release.getByRole('button', { name: 'Go to Search' }).click();
      await surfaceOf(page).getByText('with releases of numpy').waitFor();
      await pressRun(page, 'Leave it');

      await page.keyboard.press('Control+7');
      await page.getByRole('listbox', { name: 'Environments', exact: true }).getByRole('option').first().waitFor();
      await page.keyboard.press('Control+2');
      await page.locator('.plan-card').first().waitFor();
      await page.getByRole('button', { name: 'Archive', exact: true }).click();
      await page.getByRole('button', { name: 'Take back', exact: true }).click();
      await page.getByRole('button', { name: 'Archive', exact: true }).waitFor();
    },
    400_000,
  );

  it('remembers where it was, frees the data folder at the end, and shows the same after a new start', async () => {
    await window.application.close();
    expect((await readdir(place.dataFolder)).filter((name) => name === 'lock' || name.endsWith('.tmp'))).toEqual([]);
    expect(JSON.parse(await readFile(path.join(place.dataFolder, 'window.json'), 'utf8'))).toMatchObject({
      width: 1360,
    });
    window = await openWindow(screen, place.dataFolder);
    await window.page
      .getByText(hasPython ? /shape mismatch/ : /NumPy/)
      .first()
      .waitFor();
  });

  // The last one: Playwright waits for ever for a navigation that was refused.
  it('leaves its address for no other, and opens no window', async () => {
    // What would be asked of the person is recorded instead of shown: a real question would wait for a press.
    await window.application.evaluate(({ dialog }) => {
      const asked: string[] = [];
      Object.assign(globalThis, { asked });
      dialog.showMessageBox = ((_window: unknown, options: { detail: string }) => {
        asked.push(options.detail);
        return Promise.resolve({ response: 0, checkboxChecked: false });
      }) as typeof dialog.showMessageBox;
    });
    const opened = await window.page.evaluate(`(async () => {
      const results = [];
      for (const address of ['https://example.org/a', 'file:///etc/passwd', 'javascript:1']) {
        results.push(globalThis.open(address));
        location.href = address;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      return results;
    })()`);
    expect(opened).toEqual([null, null, null]);
    expect(window.page.url()).toBe('reprise://app/');
    const { asked, windows } = await window.application.evaluate(({ BrowserWindow }) => ({
      asked: (globalThis as unknown as { asked: string[] }).asked,
      windows: BrowserWindow.getAllWindows().length,
    }));
    expect([...new Set(asked)]).toEqual(['https://example.org/a']);
    expect(windows).toBe(1);
    expect(await window.page.evaluate('document.body.innerText')).toMatch(/^Connected$/m);
  });
});

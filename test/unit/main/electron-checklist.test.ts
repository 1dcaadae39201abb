import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { PAGE_ADDRESS } from '../../../src/main/page-address';
import { pageHeaders, surfaceHeaders } from '../../../src/protocol/page-policy';
import { callsOf, functionAround, nodesOf, propertiesOf, propertyOf, sourcesOf } from './main-sources';

// What of Electron's checklist the text of the program decides. What only a running window shows is in test/e2e/electron; the table
// in docs/security.md says which test holds which item, and the last test here holds the table.

const root = path.join(import.meta.dirname, '..', '..', '..');
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');
const main = sourcesOf('main');
const preload = sourcesOf('preload');
const calls = callsOf(main);
const callsTo = (pattern: RegExp) => calls.filter(({ callee }) => pattern.test(callee));

/** The one window's preferences, as they are written. */
function windowPreferences(): Readonly<Record<string, string>> {
  const windows = callsTo(/^(BrowserWindow|BrowserView|WebContentsView|BaseWindow)$/);
  expect(windows).toHaveLength(1);
  return propertiesOf(propertyOf(windows[0]?.arguments[0], 'webPreferences'));
}

/** A policy's directives, each with its sources. */
function directives(headers: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  const policy = headers['Content-Security-Policy'] ?? '';
  return new Map(policy.split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]));
}

describe("Electron's checklist, in the text of the program", () => {
  it('1 loads nothing but its own address, of a scheme that the program itself answers', () => {
    expect(callsTo(/\.load(URL|File)$/).map(({ callee, arguments: given }) => [callee, given[0]?.getText()])).toEqual([
      ['window.loadURL', 'PAGE_ADDRESS'],
    ]);
    expect(new URL(PAGE_ADDRESS).protocol).toBe('reprise:');
  });

  it('2 gives no page Node', () => {
    expect(windowPreferences()).toMatchObject({ nodeIntegration: 'false', nodeIntegrationInWorker: 'false' });
  });

  it('3 isolates the context of the preload', () => {
    expect(windowPreferences()).toMatchObject({ contextIsolation: 'true' });
  });

  it('4 keeps the sandbox of pages on, and has no switch of its own that ends it', () => {
    expect(windowPreferences()).toMatchObject({ sandbox: 'true' });
    expect(callsTo(/commandLine|disableHardwareAcceleration/)).toEqual([]);
  });

  it('5 restricts every session that it makes before a page is loaded in it', () => {
    const made = callsTo(/^sessions?\.from(Partition|Path)$/);
    expect(made.map(({ file }) => file)).toEqual(['start-application.ts']);
    const order = calls
      .filter(
        ({ file, callee }) =>
          file === 'start-application.ts' && /^(restrictSession|servePage|createWindow)$/.test(callee),
      )
      .map(({ callee }) => callee);
    expect(order).toEqual(['restrictSession', 'servePage', 'createWindow']);
    expect(windowPreferences()).toHaveProperty('session', 'session');
  });

  it('6, 8, 9, 10 changes no default that protects, and switches nothing experimental on', () => {
    const preferences = windowPreferences();
    expect(preferences).toMatchObject({ webSecurity: 'true', allowRunningInsecureContent: 'false' });
    const risky = /experimentalFeatures|[bB]linkFeatures|plugins|nativeWindowOpen|enableWebSQL|enablePreferredSizeMode/;
    expect(Object.keys(preferences).filter((name) => risky.test(name))).toEqual([]);
  });

  it('7 answers the page and the surface with a policy that lets no foreign and no inline script run', () => {
    const page = directives(pageHeaders({ connect: [], surface: ['reprise-run:'] }));
    const surface = directives(surfaceHeaders({ connect: [], pages: ['reprise://app'] }));
    for (const policy of [page, surface]) {
      expect(policy.get('default-src')).toEqual(["'none'"]);
      expect(policy.get('script-src')).toEqual(["'self'"]);
      expect(policy.get('base-uri')).toEqual(["'none'"]);
      expect(policy.get('form-action')).toEqual(["'none'"]);
      expect([...policy.values()].flat().filter((source) => /^\*|^https?:|unsafe-eval/.test(source))).toEqual([]);
    }
    expect(page.get('frame-src')).toEqual(['reprise-run:']);
    expect(surface.get('require-trusted-types-for')).toEqual(["'script'"]);
  });

  it('11, 12 has no webview, and refuses one that is made all the same', () => {
    expect(windowPreferences()).toMatchObject({ webviewTag: 'false' });
    const refused = callsTo(/^contents\.on$/).find(
      ({ arguments: given }) => given[0]?.getText() === "'will-attach-webview'",
    );
    expect(refused?.arguments[1]?.getText()).toBe('(event) => event.preventDefault()');
  });

  it('13, 14 restricts all contents before the first can be made', () => {
    const order = calls
      .filter(
        ({ file, callee }) => file === 'start-application.ts' && /^(restrictAllContents|app\.whenReady)$/.test(callee),
      )
      .map(({ callee }) => callee);
    expect(order.slice(0, 2)).toEqual(['restrictAllContents', 'app.whenReady']);
    const handlers = callsTo(/^contents\.setWindowOpenHandler$/);
    expect(handlers).toHaveLength(1);
    const answers = callsOf(handlers.map(({ node }) => node));
    expect(answers.length).toBeGreaterThan(0);
    const actions = nodesOf(handlers.map(({ node }) => node)).filter(
      (node) => ts.isPropertyAssignment(node) && node.name.getText() === 'action',
    );
    expect(actions.map((node) => node.getText())).toEqual(["action: 'deny'"]);
  });

  it('15 hands an address to the system in one place, after a look at its form and a question', () => {
    const opened = callsTo(/^shell\./);
    expect(opened.map(({ callee, node }) => [callee, functionAround(node)])).toEqual([
      ['shell.openExternal', 'askToOpen'],
    ]);
    const asked = callsTo(/^askToOpen$/);
    expect(asked.map(({ node }) => functionAround(node))).toEqual(['offerToOpen']);
    const [looked] = callsTo(/^isWebAddress$/).filter(({ node }) => functionAround(node) === 'offerToOpen');
    expect(looked?.node.pos).toBeLessThan(asked[0]?.node.pos ?? 0);
  });

  it('16 is pinned to one version of Electron, 45 or newer, which the packaging does not change', () => {
    const pinned = (JSON.parse(read('package.json')) as { devDependencies: Record<string, string> }).devDependencies;
    expect(pinned['electron']).toMatch(/^\d+\.\d+\.\d+$/);
    expect(Number(pinned['electron']?.split('.')[0])).toBeGreaterThanOrEqual(45);
    const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version?: string }> };
    expect(lock.packages['node_modules/electron']?.version).toBe(pinned['electron']);
    expect(read('electron-builder.yml')).not.toMatch(/electronVersion|electronDist/);
  });

  it('17 looks at the frame of every message that it hears before it does anything', () => {
    const heard = callsTo(/^ipcMain\./);
    expect(heard.map(({ callee, arguments: given }) => [callee, given[0]?.getText()])).toEqual([
      ['ipcMain.on', 'channels.connect'],
    ]);
    for (const { arguments: given } of heard) {
      const body = given[1];
      expect(body && ts.isArrowFunction(body) && ts.isBlock(body.body)).toBe(true);
      const steps = body && ts.isArrowFunction(body) && ts.isBlock(body.body) ? body.body.statements : [];
      expect([...steps].slice(0, 4).map((step) => step.getText())).toEqual([
        'const frame = event.senderFrame;',
        'if (window.isDestroyed() || event.sender !== window.webContents || !frame) return;',
        'const role = roleOf(frame, window);',
        'if (!role) return;',
      ]);
    }
  });

  it('18 uses no address of files', () => {
    const texts = nodesOf(main).filter(ts.isStringLiteralLike);
    expect(texts.filter(({ text }) => /^file:/.test(text)).map(({ text }) => text)).toEqual([]);
    expect(callsTo(/registerFileProtocol|interceptFileProtocol|pathToFileURL/)).toEqual([]);
  });

  it('20 shows the page a constant, and neither a function nor a part of Electron', () => {
    const shown = callsOf(preload).filter(({ callee }) => /^contextBridge\./.test(callee));
    expect(shown.map(({ callee, arguments: given }) => [callee, ...given.map((one) => one.getText())])).toEqual([
      ['contextBridge.exposeInMainWorld', "'reprise'", "{ host: 'window' }"],
    ]);
    const sent = callsOf(preload).filter(({ callee }) =>
      /^ipcRenderer\.(send|invoke|sendSync|postMessage)/.test(callee),
    );
    expect(sent.map(({ arguments: given }) => given.map((one) => one.getText()))).toEqual([["'reprise:connect'"]]);
  });

  it('asks nobody for a newer version of itself: no updater, and no place of updates', () => {
    const names = nodesOf([...main, ...preload]).filter(
      (node) => ts.isIdentifier(node) || ts.isStringLiteralLike(node),
    );
    expect(names.filter(({ text }) => /updater|update-electron|setFeedURL|checkForUpdates/i.test(text))).toEqual([]);
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Readonly<Record<string, string>> };
    expect(Object.keys(dependencies).filter((name) => /updat/.test(name))).toEqual([]);
  });

  it('is told in docs/security.md: 20 items, each with tests that are there', () => {
    const rows = read('docs/security.md')
      .split('\n')
      .filter((line) => /^\|\s*\d+\s*\|/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    expect(rows.map((row) => Number(row[1]))).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    for (const row of rows) {
      const named = [...(row[4] ?? '').matchAll(/`([^`:]+): ([^`]+)`/g)];
      expect([row[1], named.length > 0]).toEqual([row[1], true]);
      for (const [, file, title] of named) expect(read(`test/${file}`)).toContain(title);
    }
  });
});

import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSettingsStore } from '../../../../src/node/settings/create-settings-store';
import { defaultSettings } from '../../../../src/protocol/settings';
import { temporaryFolder } from '../../../helpers/temporary-folder';

async function stored(text?: string) {
  const dataFolder = await temporaryFolder();
  const path = join(dataFolder, 'settings.json');
  if (text !== undefined) await writeFile(path, text);
  return { dataFolder, path, store: createSettingsStore({ dataFolder }) };
}

describe('settings', () => {
  it('are the defaults at first, and what was set after', async () => {
    const { dataFolder, store } = await stored();
    expect(await store.read()).toEqual(defaultSettings);
    await Promise.all([store.update({ theme: 'dark' }), store.update({ timeLimit: 5 })]);
    const expected = { ...defaultSettings, theme: 'dark', timeLimit: 5 };
    expect(await createSettingsStore({ dataFolder }).read()).toEqual(expected);
    expect(await readdir(dataFolder)).toEqual(['settings.json']);
  });

  it('in a file that is none give the defaults, and the file is kept aside', async () => {
    const { path, store } = await stored('{"theme": "dark"');
    expect(await store.read()).toEqual(defaultSettings);
    expect(await readFile(`${path}.damaged`, 'utf8')).toBe('{"theme": "dark"');
    expect(await store.update({ theme: 'light' })).toMatchObject({ theme: 'light' });
  });

  it('with one bad value keep the others, and keys of a newer version', async () => {
    const text = JSON.stringify({ theme: 'dark', timeLimit: -1, later: { on: true } });
    const { path, store } = await stored(text);
    expect(await store.read()).toEqual({ ...defaultSettings, theme: 'dark' });
    expect(await readFile(`${path}.damaged`, 'utf8')).toBe(text);
    await store.update({ autonomy: 'auto' });
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      theme: 'dark',
      timeLimit: defaultSettings.timeLimit,
      autonomy: 'auto',
      later: { on: true },
    });
  });

  it('that cannot be written say what to do', async () => {
    const { dataFolder } = await stored();
    const store = createSettingsStore({ dataFolder: join(dataFolder, 'settings.json', 'below') });
    await writeFile(join(dataFolder, 'settings.json'), '');
    await expect(store.update({ theme: 'dark' })).rejects.toMatchObject({ code: 'unwritable' });
  });
});

import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listPageFiles } from '../../../../src/node/page/list-page-files';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-page-'));
  await mkdir(join(folder, 'page', 'assets'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the files of the page', () => {
  it('are those in the folder, of known types, and nothing that a path or a link leads to', async () => {
    await writeFile(join(folder, 'outside.js'), 'outside');
    await writeFile(join(folder, 'page', 'index.html'), '<head>');
    await writeFile(join(folder, 'page', 'notes.txt'), 'notes');
    await writeFile(join(folder, 'page', 'assets', 'a.js'), 'a');
    await symlink(join(folder, 'outside.js'), join(folder, 'page', 'link.js'));
    await symlink(folder, join(folder, 'page', 'up'));
    const files = await listPageFiles(join(folder, 'page'));
    const read = async (urlPath: string) => {
      const file = await files.read(urlPath);
      return file && [new TextDecoder().decode(file.bytes), file.type];
    };
    expect(await read('/')).toEqual(['<head>', 'text/html; charset=utf-8']);
    expect(await read('/assets/a.js')).toEqual(['a', 'text/javascript; charset=utf-8']);
    for (const path of [
      '/notes.txt',
      '/link.js',
      '/up/outside.js',
      '/../outside.js',
      '/assets/../assets/a.js',
      'assets/a.js',
    ]) {
      expect([path, await read(path)]).toEqual([path, null]);
    }
  });

  it('are refused where the page is not built', async () => {
    await expect(listPageFiles(join(folder, 'page'))).rejects.toMatchObject({ code: 'unavailable' });
    await expect(listPageFiles(join(folder, 'nothing'))).rejects.toMatchObject({ code: 'unavailable' });
  });
});

import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkspace } from '../../../../src/node/workspace/create-workspace';
import { temporaryFolder } from '../../../helpers/temporary-folder';

const progress = { signal: new AbortController().signal, report: () => undefined };

async function project(files: Readonly<Record<string, string | Buffer>>) {
  const outside = await temporaryFolder();
  const folder = join(outside, 'project');
  for (const [path, content] of Object.entries(files)) {
    const full = join(folder, path);
    await mkdir(join(full, '..'), { recursive: true });
    await writeFile(full, content);
  }
  await writeFile(join(outside, 'secret.py'), 'secret');
  return { folder, outside, workspace: createWorkspace({ dataFolder: outside }) };
}

describe('reading a file of a project', () => {
  it('gives its text, whichever of the two usual encodings it is in', async () => {
    const { folder, workspace } = await project({ 'a/b.py': 'é = 1', 'old.py': Buffer.from([0x23, 0xe9]) });
    expect(await workspace.readText(folder, 'a/b.py', progress)).toBe('é = 1');
    expect(await workspace.readText(folder, 'old.py', progress)).toBe('#é');
  });

  it.each(['../secret.py', 'a/../../secret.py', 'link.py', 'linked/secret.py', 'absent.py', 'a', '', 'b\0.py', 'pipe'])(
    'gives nothing for %j',
    async (file) => {
      const { folder, outside, workspace } = await project({ 'a/b.py': 'x' });
      await symlink(join(outside, 'secret.py'), join(folder, 'link.py'));
      await symlink(outside, join(folder, 'linked'));
      execFileSync('mkfifo', [join(folder, 'pipe')]);
      expect(await workspace.readText(folder, file, progress)).toBeNull();
      expect(await workspace.readText(folder, join(outside, 'secret.py'), progress)).toBeNull();
    },
  );

  it('follows a link that stays inside', async () => {
    const { folder, workspace } = await project({ 'a/b.py': 'x' });
    await symlink('a/b.py', join(folder, 'link.py'));
    expect(await workspace.readText(folder, 'link.py', progress)).toBe('x');
  });

  it('gives nothing for a binary file or one over 2 MB', async () => {
    const limit = 2 * 1024 * 1024;
    const { folder, workspace } = await project({
      'a.bin': Buffer.from([1, 0, 2]),
      'large.py': 'x'.repeat(limit + 1),
      'fits.py': 'x'.repeat(limit),
    });
    expect(await workspace.readText(folder, 'a.bin', progress)).toBeNull();
    expect(await workspace.readText(folder, 'large.py', progress)).toBeNull();
    expect(await workspace.readText(folder, 'fits.py', progress)).toHaveLength(limit);
  });
});

describe('listing a project', () => {
  it('leaves out what is not its source, follows no link, and starts near the top', async () => {
    const { folder, outside, workspace } = await project({
      'train.py': '',
      'src/model.py': '',
      'src/__pycache__/model.pyc': '',
      '.git/config': '',
      'venv/lib/site.py': '',
      'src/deep/er.py': '',
    });
    await symlink(outside, join(folder, 'outside'));
    await symlink('.', join(folder, 'loop'));
    expect(await workspace.listFiles(folder, 100, progress)).toEqual(['train.py', 'src/model.py', 'src/deep/er.py']);
    expect(await workspace.listFiles(folder, 2, progress)).toEqual(['train.py', 'src/model.py']);
    expect(await workspace.listFiles(join(folder, 'absent'), 2, progress)).toEqual([]);
  });

  it('ends when it is cancelled', async () => {
    const { folder, workspace } = await project({ 'a.py': '' });
    const signal = AbortSignal.abort();
    await expect(workspace.listFiles(folder, 10, { ...progress, signal })).rejects.toThrow();
  });
});

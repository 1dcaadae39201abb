import { chmod, mkdir, mkdtemp, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readIndex } from '../../../src/core/context/index/read-index';
import { searchByText } from '../../../src/core/context/search-by-text';
import type { ContextIndex, IndexedProject } from '../../../src/core/ports/context-index';
import { createContextIndex } from '../../../src/node/context/create-context-index';
import { listSources } from '../../../src/node/context/list-sources';
import { buildWorkers } from '../../helpers/build-workers';
import { temporaryFolder } from '../../helpers/temporary-folder';

let workers = '';
beforeAll(async () => {
  workers = await mkdtemp(join(tmpdir(), 'reprise-context-workers-'));
  await buildWorkers(workers);
});
afterAll(() => rm(workers, { recursive: true, force: true }));

const open = (dataFolder: string): ContextIndex =>
  createContextIndex({ dataFolder, workerFile: join(workers, 'context-worker.cjs'), wasmFolder: workers });

const quiet = () => ({ signal: new AbortController().signal, report: () => undefined });

async function write(folder: string, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Files that were written long ago, so that their time tells whether they changed. */
async function settle(folder: string): Promise<void> {
  // The kernel sets the time of change itself: a file counts as settled once it is older than the index's own caution.
  const index = open(join(folder, '..', 'settling'));
  const project = folder;
  await expect
    .poll(async () => (await index.update(project, { first: [] }, quiet())).fresh, { timeout: 30_000, interval: 500 })
    .toBe(0);
}

const namesOf = ({ index }: IndexedProject): readonly string[] => {
  const reader = readIndex(index);
  return reader.paths
    .flatMap((path) => (reader.fileOf(path)?.pieces ?? []).map((at) => `${path}::${reader.piece(at).name}`))
    .sort();
};

const module = (name: string): string => `def ${name}(x):\n    return x + 1\n`;

/** More text than code, so that some batches are needed and little time. */
const large = (name: string): string =>
  `${module(name)}${'SETTING = "a line that says nothing of note"\n'.repeat(300)}`;

describe('the index of a project', () => {
  it('reads only what changed, knows files again by their content, and forgets those that are gone', async () => {
    const root = await temporaryFolder();
    const project = join(root, 'project');
    await write(project, { 'a.py': module('alpha'), 'pkg/b.py': module('beta'), 'pkg/c.py': module('gamma') });
    const data = join(root, 'data');
    expect(await open(data).update(project, { first: [] }, quiet())).toMatchObject({ files: 3, fresh: 3 });
    await write(project, { 'a.py': module('delta') });
    await rm(join(project, 'pkg/c.py'));
    const next = await open(data).update(project, { first: [] }, quiet());
    expect(next).toMatchObject({ files: 2, fresh: 1 });
    expect(namesOf(next)).toEqual(['a.py::delta', 'pkg/b.py::beta']);
    // The old content comes back: it lies in the index no more or still; either way the names are right.
    await write(project, { 'a.py': module('alpha') });
    expect(namesOf(await open(data).update(project, { first: [] }, quiet()))).toEqual([
      'a.py::alpha',
      'pkg/b.py::beta',
    ]);
  });

  it('shares the content of two checkouts of one repository', async () => {
    const root = await temporaryFolder();
    const git = join(root, 'origin', '.git');
    await write(git, { config: '[remote "origin"]\n\turl = https://example.org/a/b.git\n' });
    const first = join(root, 'origin');
    await write(first, { 'a.py': module('alpha'), 'b.py': module('beta') });
    const second = join(root, 'worktree');
    await write(join(git, 'worktrees', 'w'), { commondir: '../..\n' });
    await write(second, {
      '.git': `gitdir: ${join(git, 'worktrees', 'w')}\n`,
      'a.py': module('alpha'),
      'b.py': module('other'),
    });
    const index = open(join(root, 'data'));
    expect(await index.update(first, { first: [] }, quiet())).toMatchObject({ files: 2, fresh: 2 });
    const shared = await index.update(second, { first: [] }, quiet());
    expect(shared).toMatchObject({ files: 2, fresh: 1 });
    expect(namesOf(shared)).toEqual(['a.py::alpha', 'b.py::other']);
    expect(namesOf(await index.update(first, { first: [] }, quiet()))).toEqual(['a.py::alpha', 'b.py::beta']);
  });

  it('is answered from the disk after a restart, and made anew where its files are damaged', async () => {
    const root = await temporaryFolder();
    const project = join(root, 'project');
    await write(project, { 'a.py': module('alpha') });
    await settle(project);
    const data = join(root, 'data');
    await open(data).update(project, { first: [] }, quiet());
    expect((await open(data).update(project, { first: [] }, quiet())).fresh).toBe(0);
    const cache = join(data, 'cache', 'context');
    const [key = ''] = await readdir(cache);
    for (const name of await readdir(join(cache, key, 'segments'))) {
      await writeFile(join(cache, key, 'segments', name), 'not a segment');
    }
    const again = await open(data).update(project, { first: [] }, quiet());
    expect(again.fresh).toBe(1);
    expect(namesOf(again)).toEqual(['a.py::alpha']);
  });

  it('takes no harm from what projects hold: links in circles, unreadable, huge, binary, minified and oddly encoded files', async () => {
    const root = await temporaryFolder();
    const project = join(root, 'project');
    await write(project, {
      'good.py': module('good'),
      'latin.py': Buffer.from('# caf\xe9\ndef latin():\n    return "\xe9"\n', 'latin1'),
      'wide.py': Buffer.from(`\uFEFF${module('wide')}`, 'utf16le'),
      'huge.py': `x = 1\n${'# padding line\n'.repeat(1_400_000)}`,
      'binary.py': Buffer.from([1, 2, 0, 3]),
      'minified.py': `x = [${'1,'.repeat(20_000)}]\n`,
      'broken.py': 'def broken(:\n    (((\n\ndef after():\n    return 1\n',
      'empty.py': '',
      '.gitignore': 'ignored/\n*_gen.py\n',
      'ignored/a.py': module('ignored'),
      'x_gen.py': module('generated'),
      '.repriseignore': 'private.py\n',
      'private.py': module('private'),
    });
    await symlink(project, join(project, 'circle'));
    await symlink('/etc/passwd', join(project, 'outside.py'));
    await symlink(join(project, 'nowhere'), join(project, 'dangling.py'));
    const indexed = await open(join(root, 'data')).update(project, { first: [] }, quiet());
    const names = namesOf(indexed);
    for (const name of ['good.py::good', 'latin.py::latin', 'wide.py::wide', 'broken.py::after']) {
      expect(names).toContain(name);
    }
    expect(names.join(' ')).not.toMatch(/ignored|generated|private|outside|circle/);
    const skipped = Object.fromEntries(indexed.skipped.map(({ reason, examples }) => [reason, examples]));
    expect(skipped).toMatchObject({ large: ['huge.py'], binary: ['binary.py'], generated: ['minified.py'] });
  });

  it('says which files may not be read; root may read all', async () => {
    const root = await temporaryFolder();
    await write(root, { 'a.py': module('alpha') });
    await chmod(join(root, 'a.py'), 0);
    const { skipped, fresh } = await open(join(root, 'data')).update(root, { first: [] }, quiet());
    const isRoot = process.getuid?.() === 0;
    expect(fresh).toBe(isRoot ? 1 : 0);
    expect(skipped).toEqual(isRoot ? [] : [{ reason: 'unreadable', count: 1, examples: ['a.py'] }]);
  });

  it('ends at a limit where a project has no end', async () => {
    const root = await temporaryFolder();
    for (let index = 0; index < 30; index += 1) await write(root, { [`d${index}/a.py`]: 'x = 1\n' });
    const { signal } = new AbortController();
    expect(await listSources(root, signal, { files: 10 })).toMatchObject({ isCut: true, files: { length: 10 } });
    expect((await listSources(root, signal, { entries: 12 })).isCut).toBe(true);
    expect((await listSources(root, signal)).isCut).toBe(false);
  });

  it('looks at a part of a project of a million files, and says that it ended', async () => {
    let listed = 0;
    const entry = (name: string, isFolder: boolean) => ({
      name,
      isFile: () => !isFolder,
      isDirectory: () => isFolder,
    });
    const own = [
      ...Array.from({ length: 1_000 }, (_, at) => entry(`picture${at}.png`, false)),
      ...Array.from({ length: 10 }, (_, at) => entry(`d${at}`, true)),
    ];
    const found = await listSources('/nowhere', new AbortController().signal, {
      listFolder: async () => {
        listed += own.length;
        return own;
      },
    });
    expect(found).toMatchObject({ isCut: true, files: [] });
    // 300,000 entries, and what was asked for together with the last of them.
    expect(listed).toBeLessThan(340_000);
  });

  it('is empty for a folder without sources, and refuses one that is not there', async () => {
    const root = await temporaryFolder();
    await write(root, { 'picture.png': 'x' });
    const index = open(join(root, 'data'));
    expect(await index.update(root, { first: [] }, quiet())).toMatchObject({ files: 0, fresh: 0 });
    await expect(index.update(join(root, 'gone'), { first: [] }, quiet())).rejects.toMatchObject({ code: 'badInput' });
  });

  it('tells its progress, gives what it has on the way, and ends when it is cancelled', async () => {
    const root = await temporaryFolder();
    const project = join(root, 'project');
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`m${index}.py`, large(`f${index}`)]));
    await write(project, files);
    const abort = new AbortController();
    const notes: string[] = [];
    let some = 0;
    const index = open(join(root, 'data'));
    const cancelled = index.update(
      project,
      {
        first: ['m59.py'],
        onSome: ({ files: found }) => {
          some = found.length;
          abort.abort();
        },
      },
      { signal: abort.signal, report: (note) => notes.push(note) },
    );
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
    expect(some).toBeGreaterThan(0);
    expect(some).toBeLessThan(60);
    expect(notes[0]).toMatch(/of 60 files/);
    expect((await index.update(project, { first: [] }, quiet())).files).toBe(60);
  });

  it('gives a whole index of a project that changes while it is read', async () => {
    const root = await temporaryFolder();
    const project = join(root, 'project');
    const names = Array.from({ length: 40 }, (_, index) => `m${index}.py`);
    await write(project, Object.fromEntries(names.map((name, index) => [name, large(`f${index}`)])));
    const index = open(join(root, 'data'));
    let turned = false;
    await index.update(
      project,
      {
        first: [],
        onSome: () => {
          if (turned) return;
          turned = true;
          void rename(join(project, 'm39.py'), join(project, 'moved.py'));
          void writeFile(join(project, 'm38.py'), module('changed'));
          void utimes(join(project, 'm38.py'), 1, 1);
        },
      },
      quiet(),
    );
    await expect
      .poll(
        async () => {
          const names = namesOf(await index.update(project, { first: [] }, quiet()));
          return [names.includes('m38.py::changed'), names.some((name) => name.startsWith('m39.py'))];
        },
        { timeout: 30_000 },
      )
      .toEqual([true, false]);
  });

  it('finds what a person types', async () => {
    const root = await temporaryFolder();
    const project = join(root, 'project');
    await write(project, { 'a.py': module('alpha_beta'), 'b.py': module('unrelated') });
    const [first] = await searchByText(
      { project, text: 'alpha_beta', limit: 5, index: open(join(root, 'data')) },
      quiet(),
    );
    expect(first).toMatchObject({ file: 'a.py', name: 'alpha_beta', firstLine: 1, lastLine: 2 });
    expect(first?.reason).not.toBe('');
  });
});

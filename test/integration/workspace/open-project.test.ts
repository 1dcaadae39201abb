import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProjectWish } from '../../../src/core/ports/workspace';
import { createWorkspace } from '../../../src/node/workspace/create-workspace';
import { openRepository } from '../../../src/node/workspace/git/open-repository';
import { git } from '../../helpers/git';
import { temporaryFolder } from '../../helpers/temporary-folder';

const progress = { signal: new AbortController().signal, report: () => undefined };

function whyNoGit(): string | null {
  try {
    execFileSync('git', ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'no git on this machine';
  }
}

const why = whyNoGit();

async function put(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

/** Three commits of three days, the second with a tag. */
async function makeRepository(): Promise<{ readonly project: string; readonly ids: readonly string[] }> {
  const project = path.join(await temporaryFolder(), 'a project');
  await mkdir(project);
  git(project, ['init', '-q', '-b', 'main']);
  const ids: string[] = [];
  const long = Array.from({ length: 400 }, (_, at) => `line_${at} = ${at}`).join('\n');
  for (const [at, day] of ['2024-01-10', '2024-02-10', '2024-03-10'].entries()) {
    await put(project, {
      'pyproject.toml': '[project]\nname = "my-model"\n[tool.setuptools.package-dir]\n"" = "lib"\n',
      'lib/my_model/__init__.py': `version = ${at + 1}\n`,
      'lib/my_model/long.py': `${long}\nlast = ${at}\n`,
      'scripts/train.py': `import my_model\n`,
    });
    git(project, ['add', '.'], day);
    git(project, ['commit', '-q', '-m', `change ${at + 1}`], day);
    ids.push(git(project, ['rev-parse', 'HEAD']));
    if (at === 1) git(project, ['tag', '-a', 'v0.2.0', '-m', 'two'], day);
  }
  return { project, ids };
}

const wish = (project: string, over: Partial<ProjectWish> = {}): ProjectWish => ({
  reproductionId: 'reproduction-1',
  project,
  given: null,
  revisions: [],
  versions: [],
  day: null,
  files: [],
  ...over,
});

async function open(project: string, over: Partial<ProjectWish> = {}) {
  const dataFolder = await temporaryFolder();
  const opened = await createWorkspace({ dataFolder }).open(wish(project, over), progress);
  const text = await readFile(path.join(opened.folder, 'lib/my_model/__init__.py'), 'utf8').catch(() => null);
  const version = text === null ? null : Number(/\d+/.exec(text)?.[0]);
  return { ...opened, version, dataFolder };
}

/** Everything below a folder with its content, times of change left out. */
async function picture(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(folder, { recursive: true });
  const files = await Promise.all(
    names.sort().map(async (name) => {
      const file = path.join(folder, name);
      const found = await stat(file);
      return [name, found.isFile() ? (await readFile(file)).toString('base64') : 'folder'] as const;
    }),
  );
  return Object.fromEntries(files);
}

describe.skipIf(why !== null)(`a project in a real repository${why === null ? '' : ` (skipped: ${why})`}`, () => {
  it.each(['as it was made', 'packed', 'packed with many deltas'])(
    'is read at each of its commits, %s',
    async (form) => {
      const { project, ids } = await makeRepository();
      if (form === 'packed') git(project, ['gc', '-q']);
      if (form === 'packed with many deltas')
        git(project, ['repack', '-q', '-a', '-d', '-f', '--depth=50', '--window=50']);
      for (const [at, id] of ids.entries()) {
        const opened = await open(project, { given: id });
        expect([opened.how, opened.commit, opened.version, opened.leftOut]).toEqual(['given', id, at + 1, 0]);
        for (const file of ['lib/my_model/long.py', 'scripts/train.py', 'pyproject.toml']) {
          const kept = execFileSync('git', ['show', `${id}:${file}`], { cwd: project, encoding: 'utf8' });
          expect(await readFile(path.join(opened.folder, file), 'utf8')).toBe(kept);
        }
      }
    },
  );

  it('is opened at what the report tells, the surest first', async () => {
    const { project, ids } = await makeRepository();
    const [first = '', second = '', third = ''] = ids;
    const all = {
      revisions: [first.slice(0, 9)],
      versions: [{ name: 'My_Model', version: '0.2.0' }],
      day: '2024-02-20',
    };
    expect(await open(project, { ...all, given: 'v0.2.0' })).toMatchObject({
      how: 'given',
      commit: second,
      version: 2,
    });
    expect(await open(project, all)).toMatchObject({ how: 'stated', commit: first, version: 1 });
    expect(await open(project, { ...all, revisions: ['0123456789'] })).toMatchObject({
      how: 'version',
      commit: second,
    });
    expect(await open(project, { day: '2024-02-20' })).toMatchObject({ how: 'date', commit: second, version: 2 });
    expect(await open(project, { day: '2024-01-10' })).toMatchObject({ how: 'date', commit: first });
    // What is checked out serves where it is meant, with what the user has not committed.
    for (const over of [{}, { day: '2024-05-01' }, { day: '2020-01-01' }, { revisions: [third] }]) {
      expect(await open(project, over)).toMatchObject({ how: 'asItIs', commit: null, version: 3, folder: project });
    }
    const other = [{ name: 'torch', version: '0.2.0' }];
    expect(await open(project, { versions: other })).toMatchObject({ how: 'asItIs' });
    expect((await open(project, { given: 'gone' })).reason).toContain('has no commit gone');
  });

  it('leaves the user’s folder and repository as they are, to the byte', async () => {
    const { project, ids } = await makeRepository();
    await writeFile(path.join(project, 'notes.txt'), 'not kept');
    const before = await picture(project);
    const opened = await open(project, { given: ids[0] ?? '' });
    expect(opened.folder.startsWith(path.join(opened.dataFolder, 'reproductions', 'reproduction-1'))).toBe(true);
    expect(existsSync(path.join(opened.folder, 'notes.txt'))).toBe(false);
    expect(await picture(project)).toEqual(before);
  });

  it('starts nothing that a repository names: no hook, no filter, no store of large files, no other repository', async () => {
    const { project } = await makeRepository();
    const mark = path.join(project, 'ran');
    const config = [
      ['core.fsmonitor', `touch '${mark}'`],
      ['core.sshCommand', `touch '${mark}'`],
      ['filter.lfs.smudge', `touch '${mark}'`],
      ['filter.lfs.required', 'true'],
      ['core.hooksPath', path.join(project, 'hooks')],
    ] as const;
    await put(project, { '.gitattributes': '*.bin filter=lfs\n*.txt eol=crlf\n', 'text.txt': 'a\nb\n' });
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n';
    await put(project, { 'weights.bin': pointer, 'hooks/post-checkout': `#!/bin/sh\ntouch '${mark}'\n` });
    await symlink('/etc/passwd', path.join(project, 'link'));
    git(project, ['add', '.']);
    git(project, ['update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},other`]);
    git(project, ['commit', '-q', '-m', 'hostile'], '2024-04-01');
    git(project, ['commit', '-q', '--allow-empty', '-m', 'later'], '2024-05-01');
    for (const [name, value] of config) git(project, ['config', name, value]);
    const opened = await open(project, { day: '2024-04-02' });
    expect(opened).toMatchObject({ how: 'date', leftOut: 2 });
    expect(await readFile(path.join(opened.folder, 'weights.bin'), 'utf8')).toBe(pointer);
    expect(await readFile(path.join(opened.folder, 'text.txt'), 'utf8')).toBe('a\nb\n');
    expect(await readdir(opened.folder)).not.toContain('link');
    expect(existsSync(mark)).toBe(false);
  });

  it('never writes outside its folder, whatever names a tree has', async () => {
    const { project } = await makeRepository();
    const blob = git(project, ['rev-parse', 'HEAD:scripts/train.py']);
    const entry = (name: string): Buffer => Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.from(blob, 'hex')]);
    const tree = Buffer.concat(['../out.py', '..', '.git', '.GIT', 'a/b.py', 'fine.py'].map(entry));
    const hash = (type: string, input: Buffer | string): string =>
      execFileSync('git', ['hash-object', '-t', type, '-w', '--stdin', '--literally'], { cwd: project, input })
        .toString()
        .trim();
    const treeId = hash('tree', tree);
    const commit = `tree ${treeId}\nauthor T <t@e> 1 +0000\ncommitter T <t@e> 1 +0000\n\nhostile\n`;
    const opened = await open(project, { given: hash('commit', commit) });
    expect(await readdir(opened.folder)).toEqual(['fine.py']);
    expect(opened.leftOut).toBe(5);
    const own = path.basename(opened.folder);
    expect(await readdir(path.dirname(opened.folder))).toEqual([own, `${own}.repository`]);
  });

  it('reads a part of a repository, a worktree of git’s own, and what a repository borrows', async () => {
    const { project, ids } = await makeRepository();
    const part = await open(path.join(project, 'scripts'), { given: ids[0] ?? '' });
    expect(await readdir(part.folder)).toEqual(['train.py']);
    expect((await open(path.join(project, 'scripts'), { given: 'v0.2.0' })).how).toBe('given');
    const beside = path.join(path.dirname(project), 'beside');
    git(project, ['worktree', 'add', '-q', '--detach', beside, 'v0.2.0']);
    expect(await open(beside, { day: '2024-01-31' })).toMatchObject({ how: 'date', version: 1 });
    const clone = path.join(path.dirname(project), 'clone');
    git(path.dirname(project), ['clone', '-q', '--shared', project, clone]);
    expect(await open(clone, { given: 'v0.2.0' })).toMatchObject({ how: 'given', version: 2 });
    const shallow = path.join(path.dirname(project), 'shallow');
    git(path.dirname(project), ['clone', '-q', '--depth=1', `file://${project}`, shallow]);
    expect(await open(shallow, { day: '2024-01-31' })).toMatchObject({ how: 'asItIs', version: 3 });
  });

  it('takes a damaged repository for none, and says so', async () => {
    const { project } = await makeRepository();
    git(project, ['gc', '-q']);
    const folder = path.join(project, '.git', 'objects', 'pack');
    for (const name of (await readdir(folder)).filter((one) => one.endsWith('.idx'))) {
      // git leaves them without the right to write, which a plain user needs.
      await chmod(path.join(folder, name), 0o644);
      await writeFile(path.join(folder, name), 'x');
    }
    expect(await open(project, { day: '2024-01-31' })).toMatchObject({ how: 'asItIs', version: 3 });
    const plain = await temporaryFolder();
    expect((await open(plain)).reason).toContain('no git repository');
    expect(await openRepository(plain)).toBeNull();
  });

  it('does not make it twice, and makes anew what was half-made', async () => {
    const { project } = await makeRepository();
    const dataFolder = await temporaryFolder();
    const workspace = createWorkspace({ dataFolder });
    const first = await workspace.open(wish(project, { given: 'v0.2.0' }), progress);
    await writeFile(path.join(first.folder, 'kept'), '');
    await mkdir(`${first.folder}.half`);
    expect(await workspace.open(wish(project, { given: 'v0.2.0' }), progress)).toEqual(first);
    expect(existsSync(path.join(first.folder, 'kept'))).toBe(true);
    const aborted = AbortSignal.abort();
    const other = workspace.open(wish(project, { given: 'main' }), { ...progress, signal: aborted });
    await expect(other).rejects.toThrow();
    const own = path.basename(first.folder);
    expect((await readdir(path.dirname(first.folder))).filter((name) => !name.endsWith('.half'))).toEqual([
      own,
      `${own}.repository`,
    ]);
  });
});

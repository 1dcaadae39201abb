import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGistServer, type GistServer } from '../../helpers/gist-server';
import { createMachine, jsonLines, requireBuild, runReprise, type Machine } from './reprise';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const hasSandbox = process.platform === 'darwin' || spawnSync('bwrap', ['--version']).status === 0;
const hasUv = spawnSync('uv', ['--version']).status === 0;
const canRun = hasPython && hasSandbox;
const where = canRun ? '' : ' (skipped: needs python3 and bubblewrap on PATH)';

const report = `# Rows can not be counted on http://10.1.2.3:8888/lab

I have my key in HF_TOKEN=hf_AbCdEfGhIjKlMnOpQrStUvWxYz012345.

\`\`\`python
rows = 5
size = len(rows)
\`\`\`

\`\`\`
Traceback (most recent call last):
  File "/home/annika/count.py", line 2, in <module>
    size = len(rows)
TypeError: object of type 'int' has no len()
\`\`\`
`;

describe.skipIf(!canRun)(`reprise export and import${where}`, () => {
  let machine: Machine;
  let server: GistServer;
  let script = '';
  let id = '';
  const at = (name: string): string => path.join(machine.home, name);
  const run = (...args: readonly string[]) =>
    runReprise(machine, args, { environment: { REPRISE_GIST_SERVER: server.address, GITHUB_TOKEN: 'good-token' } });

  beforeAll(async () => {
    requireBuild();
    machine = await createMachine();
    server = await startGistServer();
    await writeFile(at('report.md'), report);
    const made = await run('reproduce', at('report.md'), '--out', at('made'), '--repeats', '2');
    expect(made.code, made.output + made.errors).toBe(0);
    const list = await run('history', '--json');
    id = (JSON.parse(list.output) as { reproductions: { id: string }[] }).reproductions[0]?.id ?? list.output;
    script = await readFile(at('made/reproducer.py'), 'utf8');
  });
  afterAll(async () => {
    await server?.close();
    await machine?.remove();
  });

  /** Judges what was exported, from the start, and gives its outcome. */
  async function judgedAgain(place: string): Promise<unknown> {
    const again = await run('import', place, '--run', '--repeats', '2', '--json');
    const last = jsonLines(again.output).at(-1);
    return (last as { outcome?: string } | undefined)?.outcome ?? again.errors;
  }

  it('writes a folder without what would give something away, and judges it again to the same end', async () => {
    const { code, errors } = await run('export', id, '--to', 'folder', '--out', at('folder'));
    expect(code, errors).toBe(0);
    expect(errors).toContain('report.md: hugging-face-token');
    const names = await readdir(at('folder'));
    expect(names).toEqual(expect.arrayContaining(['README.md', 'report.md', 'reproduction.json', 'run.log']));
    for (const name of names) {
      const text = await readFile(at(`folder/${name}`), 'utf8');
      for (const told of ['hf_AbCd', 'annika', '10.1.2.3']) expect(text, name).not.toContain(told);
    }
    expect(await readFile(at('folder/reproducer.py'), 'utf8')).toBe(script);
    expect(await judgedAgain(at('folder'))).toBe('reproduced');
  });

  it('packs a zip file that holds the same, and judges that', async () => {
    expect((await run('export', id, '--to', 'zip', '--out', at('a.zip'))).code).toBe(0);
    expect(await judgedAgain(at('a.zip'))).toBe('reproduced');
    const again = await run('export', id, '--to', 'zip', '--out', at('a.zip'));
    expect(again.code).not.toBe(0);
    expect(again.errors).toContain('nothing is written over');
  });

  it('makes a gist of two revisions only when told to, and judges that', async () => {
    const refused = await run('export', id, '--to', 'gist');
    expect(refused.errors).toContain('give --yes');
    expect(refused.output).toContain('unlisted, not private');
    expect(server.gists.size).toBe(0);
    const made = await run('export', id, '--to', 'gist', '--yes');
    expect(made.code, made.errors).toBe(0);
    const address = /Shared at (\S+)/.exec(made.output)?.[1] ?? '';
    const [gist] = server.gists.values();
    expect(gist?.isPublic).toBe(false);
    expect(gist?.revisions).toHaveLength(2);
    expect(gist?.revisions[0]).toEqual({ 'reproducer.py': 'rows = 5\nsize = len(rows)\n' });
    expect(gist?.revisions[1]?.['reproducer.py']).toBe(script);
    expect(JSON.stringify(gist)).not.toMatch(/hf_AbCd|annika|good-token/);
    expect(await judgedAgain(address)).toBe('reproduced');
    const updated = await run('export', id, '--to', 'gist', '--gist', address, '--yes', '--json');
    expect(JSON.parse(updated.output)).toMatchObject({ address, revisions: 3 });
  });

  it('writes a notebook and a comment with the script in them, and judges these again', async () => {
    expect((await run('export', id, '--to', 'notebook', '--out', at('a.ipynb'))).code).toBe(0);
    const notebook = JSON.parse(await readFile(at('a.ipynb'), 'utf8')) as {
      nbformat: number;
      cells: { cell_type: string; source: string[] }[];
    };
    expect(notebook.nbformat).toBe(4);
    expect(notebook.cells.find(({ cell_type: type }) => type === 'code')?.source.join('')).toBe(script);
    const comment = await run('export', id, '--to', 'markdown');
    expect(comment.output).toContain(script.trimEnd());
    expect(comment.output).toContain('<summary>What the confirming run printed</summary>');
    await writeFile(at('comment.md'), comment.output.replace(/\n/g, '\r\n'));
    expect(await judgedAgain(at('a.ipynb'))).toBe('reproduced');
    expect(await judgedAgain(at('comment.md'))).toBe('reproduced');
  });

  it('writes a test that fails while the bug is there, and one that expects it', async () => {
    const python = spawnSync('python3', ['-c', 'import pytest']).status === 0;
    for (const xfail of [false, true]) {
      const folder = at(xfail ? 'xfail' : 'fails');
      const made = await run('export', id, '--to', 'pytest', '--out', folder, ...(xfail ? ['--xfail'] : []));
      expect(made.code, made.errors).toBe(0);
      const text = await readFile(path.join(folder, 'test_reproduction.py'), 'utf8');
      expect(text.includes('xfail(strict=True')).toBe(xfail);
      // Where there is no pytest the file is still one that Python reads, and its test is called by hand.
      const call = python
        ? spawnSync('python3', ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', folder])
        : spawnSync('python3', ['-c', withoutPytest, folder]);
      expect(call.status === 0, String(call.stdout) + String(call.stderr)).toBe(xfail);
    }
    expect(await judgedAgain(at('fails'))).toBe('reproduced');
  });

  it.skipIf(!hasUv)(
    `runs by uv alone, from the block at its end${hasUv ? '' : ' (skipped: needs uv on PATH)'}`,
    async () => {
      expect((await run('export', id, '--to', 'folder', '--out', at('alone'))).code).toBe(0);
      const text = await readFile(at('alone/reproducer.py'), 'utf8');
      expect(text).toMatch(/^# \/\/\/ script\n(?:# .*\n)*?# requires-python = /m);
      const env = { PATH: process.env['PATH'], HOME: machine.home, UV_PYTHON_DOWNLOADS: 'never', UV_NO_CONFIG: '1' };
      const ran = spawnSync('uv', ['run', 'reproducer.py'], { cwd: at('alone'), env, encoding: 'utf8' });
      expect(ran.status).toBe(1);
      expect(ran.stderr).toContain("TypeError: object of type 'int' has no len()");
    },
  );

  const withoutPytest = `
import sys, types
sys.path.insert(0, sys.argv[1])
kept = {}
def xfail(strict, reason):
    kept["xfail"] = True
    return lambda function: function
pytest = types.ModuleType("pytest")
pytest.mark = types.SimpleNamespace(xfail=xfail)
sys.modules["pytest"] = pytest
import test_reproduction
try:
    test_reproduction.test_reproduction()
except AssertionError:
    sys.exit(0 if kept else 1)
sys.exit(1 if kept else 0)
`;

  it('runs nothing of a reproducer that was not asked for, nor one that was changed', async () => {
    const unasked = await run('import', at('folder'));
    expect(unasked.code).not.toBe(0);
    expect(unasked.errors).toContain('Nothing of it was run.');
    await mkdir(at('changed'));
    for (const name of await readdir(at('folder'))) {
      await writeFile(at(`changed/${name}`), await readFile(at(`folder/${name}`)));
    }
    await writeFile(at('changed/reproducer.py'), `import os\n${script}`);
    const changed = await run('import', at('changed'), '--run');
    expect(changed.code).not.toBe(0);
    expect(changed.errors).toContain('is not the one that was judged');
  });

  it.each([
    ['a place that is not there', 'nowhere', 'is not there'],
    ['a file that is no zip', 'made/run.log', 'no zip file'],
    ['a text that is no comment of ours', 'report.md', 'There is no reproducer.py here'],
    ['a folder of something else', '.', 'There is no reproducer.py here'],
  ])('says what to do about %s', async (_, place, words) => {
    const { code, errors } = await run('import', at(place), '--run');
    expect(code).not.toBe(0);
    expect(errors).toContain(words);
  });

  it('takes the token of the gh tool only when asked, and not for ever', async () => {
    await mkdir(at('bin'));
    await writeFile(at('bin/gh'), '#!/bin/sh\n[ "$1 $2" = "auth token" ] && echo good-token\n');
    await chmod(at('bin/gh'), 0o755);
    const environment = {
      REPRISE_GIST_SERVER: server.address,
      PATH: `${at('bin')}${path.delimiter}${process.env['PATH'] ?? ''}`,
    };
    const without = await runReprise(machine, ['export', id, '--to', 'gist', '--yes'], { environment });
    expect(without.errors).toContain('needs a token');
    const given = await runReprise(machine, ['export', id, '--to', 'gist', '--yes', '--gh'], { environment });
    expect(given.code, given.errors).toBe(0);
  });
});

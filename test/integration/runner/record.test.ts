import { describe, expect, test } from 'vitest';
import { compareVersions, findInterpreters } from '../../helpers/interpreters';
import { INSTRUCTIONS, afterManyNames } from './instructions';
import { RUNNER, lineOf, linesOf, runPlain, runRecorded, withFolder } from './run-script';
import type { RecordedRun, RunOptions } from './run-script';

const interpreters = findInterpreters();

/** A feature that a version does not have is nothing to test there, which is not the same as skipping a test. */
const testWhere = (there: boolean) => (there ? test : () => undefined);

if (interpreters.length === 0) test.skip('skipped: no Python interpreter is found on this machine', () => {});

async function record(
  python: string,
  source: string,
  options: Omit<RunOptions, 'folder'> = {},
  files = {},
): Promise<RecordedRun> {
  return withFolder({ 'script.py': source, ...files }, (folder) => runRecorded(python, { folder, ...options }));
}

describe.each(interpreters)('Python $version: the record', ({ python, version }) => {
  const isPython2 = compareVersions(version, '3.0') < 0;

  test('holds the run from its header to its end, every line by the schema', async () => {
    const run = await record(python, 'x = 1\n', { arguments: ['a', 'é'], options: ['--seed', '7'] });
    expect(run.record.dropped).toBe(0);
    expect(run.record.lines).toHaveLength(run.written.split('\n').length - 1);
    expect(lineOf(run.record, 'header')).toMatchObject({
      version: 1,
      implementation: 'cpython',
      argv: ['script.py', 'a', 'é'],
      seed: 7,
    });
    expect(lineOf(run.record, 'header').python.startsWith(`${version}.`)).toBe(true);
    const phases = linesOf(run.record, 'phase').map((line) => line.name);
    expect(phases).toEqual([
      'started',
      'firstStatement',
      ...(phases.includes('importsDone') ? ['importsDone'] : []),
      'finished',
    ]);
    const finished = lineOf(run.record, 'finished');
    expect(run.record.lines.at(-1)).toBe(finished);
    expect(finished.exitCode).toBe(0);
    expect(finished.peakHostBytes).toBeGreaterThan(1_000_000);
    const times = run.record.lines.flatMap((line) => ('atMs' in line ? [line.atMs] : []));
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  testWhere(compareVersions(version, '3.12') >= 0)(
    'tells when imports are done and the first call starts',
    async () => {
      const source =
        'import json\ntry:\n    import not_there\nexcept ImportError:\n    not_there = None\nX = 1\nfor i in range(3):\n    X += i\n';
      const run = await record(python, source);
      const phases = linesOf(run.record, 'phase').map((line) => line.name);
      expect(phases).toEqual(['started', 'firstStatement', 'importsDone', 'firstCall', 'finished']);
    },
  );

  test('names the instruction that each kind of failure stopped at', async () => {
    const seen: Record<string, string> = {};
    for (const [name, { source, since }] of Object.entries(INSTRUCTIONS)) {
      if (since !== undefined && compareVersions(version, since) < 0) continue;
      const frame = lineOf((await record(python, source)).record, 'exception').chain[0]?.frames[0];
      seen[name] = frame?.instruction?.op ?? 'none';
    }
    const wrong = Object.entries(seen).filter(([name, op]) => INSTRUCTIONS[name]?.ops.test(op) !== true);
    expect(wrong).toEqual([]);
    expect(Object.keys(seen).length).toBeGreaterThanOrEqual(20);
  });

  test('names the instruction also where its argument is a wide one', async () => {
    const run = await record(python, afterManyNames('n1.attribute_of_a_late_name\n', isPython2 ? 66_000 : 300));
    const frame = lineOf(run.record, 'exception').chain[0]?.frames[0];
    expect(frame?.instruction?.op).toBe('LOAD_ATTR');
  });

  test('holds all frames of an exception, outermost first, with place and source line', async () => {
    const files = { 'root/package/__init__.py': 'import json\ndef load(text):\n    return json.loads(text)\n' };
    const run = await withFolder(
      { 'script.py': 'import package\ndef f():\n    return package.load(3)\nf()\n', ...files },
      (folder) => runRecorded(python, { folder, options: ['--project', `${folder}/root`, '--path', `${folder}/root`] }),
    );
    const [error] = lineOf(run.record, 'exception').chain;
    expect(error).toMatchObject({
      type: 'TypeError',
      module: isPython2 ? 'exceptions' : 'builtins',
      relation: 'raised',
    });
    expect(error?.bases.at(-1)).toBe('BaseException');
    const frames = error?.frames ?? [];
    expect(frames.slice(0, 3)).toMatchObject([
      { line: 4, function: '<module>', module: '__main__', place: 'script', code: 'f()' },
      { line: 3, function: 'f', module: '__main__', place: 'script', code: 'return package.load(3)' },
      { line: 3, function: 'load', module: 'package', place: 'project', code: 'return json.loads(text)' },
    ]);
    expect(frames.slice(3).length).toBeGreaterThan(0);
    expect(new Set(frames.slice(3).map((frame) => frame.place))).toEqual(new Set(['standardLibrary']));
    expect(frames.some((frame) => frame.file.includes('reprise_runner'))).toBe(false);
    expect(lineOf(run.record, 'finished').exitCode).toBe(1);
  });

  testWhere(!isPython2)('holds the chain of an exception: cause and context, not what is suppressed', async () => {
    const source = `
def low():
    try:
        {}["k"]
    except KeyError:
        int("x")
try:
    try:
        low()
    except ValueError as error:
        raise OSError("cause") from error
except OSError:
    raise RuntimeError("last")
`;
    const chain = lineOf((await record(python, source)).record, 'exception').chain;
    expect(chain.map((error) => [error.relation, error.type, error.frames.length])).toEqual([
      ['raised', 'RuntimeError', 1],
      ['context', 'OSError', 1],
      ['cause', 'ValueError', 2],
      ['context', 'KeyError', 1],
    ]);
    const none = await record(python, 'try:\n    1/0\nexcept ZeroDivisionError:\n    raise KeyError("k") from None\n');
    expect(lineOf(none.record, 'exception').chain).toHaveLength(1);
  });

  testWhere(compareVersions(version, '3.11') >= 0)('holds the members of a group with their own frames', async () => {
    const source =
      'def f():\n    1 / 0\ntry:\n    f()\nexcept ZeroDivisionError as e:\n    raise ExceptionGroup("g", [e, ValueError(1)]) from None\n';
    const chain = lineOf((await record(python, source)).record, 'exception').chain;
    expect(chain.map((error) => [error.relation, error.type, error.frames.length])).toEqual([
      ['raised', 'ExceptionGroup', 1],
      ['member', 'ZeroDivisionError', 2],
      ['member', 'ValueError', 0],
    ]);
  });

  test('keeps the ends of a deep recursion, and of a long message', async () => {
    const source = 'import sys\nsys.setrecursionlimit(900)\ndef f(n):\n    return f(n + 1)\nf(0)\n';
    const deep = await record(python, source);
    const frames = lineOf(deep.record, 'exception').chain[0]?.frames ?? [];
    expect(frames).toHaveLength(200);
    expect([frames[0]?.line, frames[1]?.line, frames.at(-1)?.line]).toEqual([5, 4, 4]);
    const long = await record(python, 'raise ValueError("m" * 30000)\n');
    expect(lineOf(long.record, 'exception').chain[0]?.message).toHaveLength(20_000);
  });

  test('is not broken by an exception that cannot be told', async () => {
    const source =
      'class Odd(Exception):\n    def __str__(self):\n        raise SystemExit(3)\n    def __getattr__(self, name):\n        raise KeyError(name)\nraise Odd()\n';
    const run = await record(python, source);
    expect(lineOf(run.record, 'exception').chain[0]).toMatchObject({
      type: 'Odd',
      module: '__main__',
      message: '<exception str() failed>',
    });
    expect(run.exit).toBe(1);
  });

  test('tells where a script does not compile', async () => {
    const error = lineOf((await record(python, 'x = 1\ny = = 2\n')).record, 'exception').chain[0];
    expect(error).toMatchObject({
      type: 'SyntaxError',
      message: 'invalid syntax',
      frames: [{ line: 2, place: 'script', instruction: null, code: 'y = = 2' }],
    });
  });

  test('holds no exception for an exit, and its code as the system sees it', async () => {
    const run = await record(python, 'import sys\ntry:\n    1 / 0\nexcept ZeroDivisionError:\n    sys.exit(300)\n');
    expect(linesOf(run.record, 'exception')).toEqual([]);
    expect(lineOf(run.record, 'finished').exitCode).toBe(run.exit);
    expect(run.exit).toBe(44);
  });

  test('holds warnings and log records with the frame that gave them', async () => {
    const source = `
import logging, warnings
def old():
    warnings.warn("use new", FutureWarning, stacklevel=2)
def log():
    logging.getLogger("a").info("no")
    logging.getLogger("a").error("%s failed", "it")
old()
log()
`;
    const warnings = linesOf((await record(python, source)).record, 'warning');
    expect(warnings).toMatchObject([
      {
        category: 'FutureWarning',
        message: 'use new',
        channel: 'warnings',
        frame: { function: 'old', line: 4, place: 'script' },
      },
      {
        category: 'ERROR',
        message: 'it failed',
        channel: 'logging',
        frame: { function: 'log', line: 7, place: 'script' },
      },
    ]);
    expect(warnings.every((line) => /^CALL/.test(line.frame?.instruction?.op ?? ''))).toBe(true);
  });

  test('holds observed values, also those that are no finite number, and never fails the script', async () => {
    const source = `
reprise_observe("loss", 0.25, 3)
reprise_observe("loss", float("nan"), step=4)
reprise_observe(u"v\\xe9rit\\xe9", -float("inf"))
reprise_observe("count", 12)
reprise_observe("shape", "no number")
reprise_observe("steps", 1, 10 ** 30)
`;
    const run = await record(python, source);
    expect(run.exit).toBe(0);
    expect(linesOf(run.record, 'metric').map(({ name, value, step, source }) => [name, value, step, source])).toEqual([
      ['loss', 0.25, 3, 'observe'],
      ['loss', 'nan', 4, 'observe'],
      ['vérité', '-inf', null, 'observe'],
      ['count', 12, null, 'observe'],
      ['steps', 1, null, 'observe'],
    ]);
  });

  test('tells which lines of the script ran, where that is asked for', async () => {
    const source =
      'import sys\ndef twice(x):\n    y = x + x\n    return y\nif "--fixed" in sys.argv:\n    sys.exit(0)\nelse:\n    twice(2)\n';
    const ranges = async (words: readonly string[]) =>
      lineOf((await record(python, source, { options: ['--watch', 'reached'], arguments: words })).record, 'reached')
        .ranges;
    expect(await ranges([])).toEqual([
      [1, 5],
      [8, 8],
    ]);
    expect(await ranges(['--fixed'])).toEqual([
      [1, 2],
      [5, 6],
    ]);
    expect(linesOf((await record(python, source)).record, 'reached')).toEqual([]);
  });

  test('seeds `random` once the script imports it, and says so', async () => {
    const source = 'import random\nprint(random.random())\n';
    const first = await record(python, source, { options: ['--seed', '5'] });
    const second = await record(python, source, { options: ['--seed', '5'] });
    expect(first.stdout).toMatch(/^0\.\d+\n$/);
    expect(second.stdout).toBe(first.stdout);
    expect(linesOf(first.record, 'seeded')).toMatchObject([{ library: 'random', seed: 5 }]);
    expect(linesOf((await record(python, source)).record, 'seeded')).toEqual([]);
  });

  test("is written by the script's own process alone", async () => {
    const source = `
import subprocess, sys
code = "import os\\nfor fd in range(3, 1024):\\n    try:\\n        os.fstat(fd)\\n    except OSError:\\n        continue\\n    print(fd)\\n"
subprocess.check_call([sys.executable, "-c", code], close_fds=False)
`;
    const forking = `
import os, warnings
pid = os.fork()
if pid == 0:
    reprise_observe("child", 1)
    warnings.warn("child")
    raise ValueError("child")
os.waitpid(pid, 0)
reprise_observe("parent", 1)
`;
    await withFolder({ 'script.py': source, 'forking.py': forking }, async (folder) => {
      expect((await runRecorded(python, { folder })).stdout).toBe((await runPlain(python, { folder })).stdout);
      const run = await runRecorded(python, { folder, script: 'forking.py' });
      expect(run.record.dropped).toBe(0);
      expect(linesOf(run.record, 'metric').map((line) => line.name)).toEqual(['parent']);
      expect([linesOf(run.record, 'warning'), linesOf(run.record, 'exception')]).toEqual([[], []]);
      expect(linesOf(run.record, 'finished')).toHaveLength(1);
    });
  });

  test('is whole when several threads write to it', async () => {
    const source = `
import threading
def f(n):
    for i in range(500):
        reprise_observe("t%d" % n, i, i)
threads = [threading.Thread(target=f, args=(n,)) for n in range(4)]
for t in threads: t.start()
for t in threads: t.join()
`;
    const run = await record(python, source);
    expect(run.record.dropped).toBe(0);
    expect(linesOf(run.record, 'metric')).toHaveLength(2000);
  });

  test('names the distribution of a frame and those that were imported', async () => {
    const site = 'lib/site-packages';
    const files = {
      [`${site}/shown/__init__.py`]: 'def fail():\n    return 1 / 0\n',
      [`${site}/Shown_Name-1.2.dist-info/METADATA`]:
        'Metadata-Version: 2.1\nName: Shown.Name\nVersion: 1.2\n\nName: not this\n',
      [`${site}/Shown_Name-1.2.dist-info/RECORD`]: 'shown/__init__.py,sha256=x,1\nShown_Name-1.2.dist-info/RECORD,,\n',
      [`${site}/space/one.py`]: '',
      [`${site}/space/two/__init__.py`]: '',
      [`${site}/space_one-1.0.dist-info/METADATA`]: 'Name: space-one\nVersion: 1.0\n',
      [`${site}/space_one-1.0.dist-info/RECORD`]: 'space/one.py,,\n',
      [`${site}/space_two-2.0-py3.egg-info/PKG-INFO`]: 'Name: space-two\nVersion: 2.0\n',
      [`${site}/space_two-2.0-py3.egg-info/top_level.txt`]: 'space\n',
      [`${site}/space_two-2.0-py3.egg-info/installed-files.txt`]: '../space/two/__init__.py\n',
      [`${site}/never_used-9.dist-info/METADATA`]: 'Name: never-used\nVersion: 9\n',
      ...(isPython2 ? { [`${site}/space/__init__.py`]: '' } : {}),
    };
    const run = await withFolder(
      { 'script.py': 'import shown, space.one, space.two\nshown.fail()\n', ...files },
      (folder) => runRecorded(python, { folder, options: ['--path', `${folder}/${site}`] }),
    );
    const shown = { name: 'Shown.Name', version: '1.2' };
    expect(lineOf(run.record, 'exception').chain[0]?.frames.at(-1)).toMatchObject({
      place: 'distribution',
      distribution: shown,
    });
    const { imported } = lineOf(run.record, 'packages');
    expect(imported).toEqual(
      expect.arrayContaining([shown, { name: 'space-one', version: '1.0' }, { name: 'space-two', version: '2.0' }]),
    );
    expect(imported.map(({ name }) => name)).not.toContain('never-used');
  });

  test('is not asked for in vain: no descriptor, no script and unknown options are told in one sentence', async () => {
    await withFolder({ 'script.py': 'print("ran")\n' }, async (folder) => {
      for (const args of [
        ['--', 'script.py'],
        ['--record-fd', '3', '--', 'script.py'],
        ['--record-fd', 'x', '--', 'script.py'],
        ['--unknown', '1'],
      ]) {
        const run = await runPlain(python, { folder, script: RUNNER, arguments: args });
        expect(run).toMatchObject({ exit: 2, stdout: '' });
        expect(run.stderr).toMatch(/^reprise_runner: .+\nusage: /);
      }
      const missing = await runRecorded(python, { folder, script: 'none.py' });
      expect(missing.exit).toBe(2);
      expect(missing.stderr).toContain("can't open file");
    });
  });
});

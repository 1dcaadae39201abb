import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/core/ports/sandbox';
import type { RunRequest } from '../../../src/core/ports/script-runner';
import { cleanWork } from '../../../src/node/execution/clean-work';
import { createScriptRunner } from '../../../src/node/execution/create-script-runner';
import { listProcesses } from '../../../src/node/process/list-processes';
import { createSandbox } from '../../../src/node/sandbox/create-sandbox';
import { createTerminals } from '../../../src/node/terminal/create-terminals';
import type { ReadyEnvironment } from '../../../src/protocol/environment';
import { findPython } from '../process/find-python';
import { limitScripts, stubbornScript } from './limit-scripts';

const python = findPython();
const sandbox = createSandbox({
  platform: process.platform,
  environmentBlock: process.env,
  userId: process.getuid?.() ?? null,
});
const { level, reason } = await sandbox.describe();
const unable = level !== 'bubblewrap' || python === null;
const why = unable ? ` (skipped: ${reason ?? 'no Python 3 here'})` : '';
const none: Sandbox = createSandbox({ platform: 'darwin', environmentBlock: {}, userId: 501 });

let folder = '';
let dataFolder = '';
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reprise-runner-'));
  dataFolder = join(folder, 'data');
  await mkdir(dataFolder, { mode: 0o700 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function environmentOf(interpreter: string, pythonVersion = '3.11.0'): ReadyEnvironment {
  return {
    id: 'e1',
    kind: 'system',
    prefix: dirname(dirname(interpreter)),
    interpreter,
    pythonVersion,
    packages: [],
    lock: '',
    lockDigest: '0'.repeat(64),
    reused: true,
    differences: [],
  };
}

function requestOf(script: string, change: Partial<RunRequest> = {}): RunRequest {
  count += 1;
  return {
    reproductionId: 'r1',
    executionId: `execution-${count}`,
    terminalId: `terminal-${count}`,
    environment: environmentOf(python ?? ''),
    script,
    scriptName: 'reproducer.py',
    arguments: [],
    mode: 'plain',
    seed: null,
    limits: { seconds: 60, memoryBytes: null, outputBytes: 10_000_000, processes: 100, diskBytes: 100_000_000 },
    project: null,
    data: null,
    sandbox: 'require',
    allowWeakerSandbox: false,
    ...change,
  };
}

function runnerWith(box: Sandbox = sandbox, block: Record<string, string | undefined> = process.env) {
  const terminals = createTerminals({ dataFolder });
  const resourcesFolder = join(process.cwd(), 'resources');
  return createScriptRunner({ terminals, sandbox: box, dataFolder, resourcesFolder, environmentBlock: block });
}

const run = (request: RunRequest, signal: AbortSignal = new AbortController().signal, box: Sandbox = sandbox) =>
  runnerWith(box).run(request, { signal, report: () => undefined });

/** What is left of the folders of runs. */
const leftovers = () => readdir(join(dataFolder, 'reproductions', 'r1', 'work')).catch(() => []);
const logOf = ({ terminalId }: RunRequest) =>
  readFile(join(dataFolder, 'reproductions', 'r1', 'logs', `${terminalId}.log`), 'utf8');

describe(`a script in the sandbox${why}`, () => {
  test.skipIf(unable)(
    'runs plainly as `python script.py`: streams, arguments, exit code, and a log of both',
    async () => {
      const script =
        'import sys, os\nprint(sys.argv, __name__)\nprint("häuser")\nsys.stderr.write("warned\\n")\nsys.exit(3)\n';
      const request = requestOf(script, { arguments: ['--fixed', 'a b'] });
      const result = await run(request);
      expect(result).toMatchObject({
        end: { kind: 'exited', code: 3 },
        stdout: { tail: "['reproducer.py', '--fixed', 'a b'] __main__\nhäuser\n" },
        stderr: { bytes: 7, tail: 'warned\n' },
        record: null,
        sandbox: { level: 'bubblewrap', network: 'none' },
      });
      expect(await logOf(request)).toContain('häuser\n');
      expect(await logOf(request)).toContain('warned\n');
      expect(await leftovers()).toEqual([]);
    },
  );

  test.skipIf(unable)('takes no line for the record that the script or its child writes to a descriptor', async () => {
    const forged = JSON.stringify({ type: 'metric', atMs: 1, name: 'forged', value: 1, step: null, source: 'hook' });
    const script = [
      'import os, subprocess, sys',
      'write = "import os, sys\\nfor n in range(3, 1024):\\n  try: os.write(n, sys.argv[1].encode())\\n  except OSError: pass"',
      `sys.argv.append('${forged}\\n')`,
      'exec(write.replace("argv[1]", "argv[-1]"))',
      'found = [n for n in range(3, 1024) if os.path.exists("/proc/self/fd/%d" % n)]',
      'subprocess.run([sys.executable, "-c", write, sys.argv[-1]], pass_fds=found, check=True)',
      'print(len(found) > 0)',
      'reprise_observe("real", 2)',
    ].join('\n');
    const result = await run(requestOf(script, { mode: 'recorded' }));
    expect(result).toMatchObject({ end: { kind: 'exited', code: 0 }, stdout: { tail: 'True\n' } });
    const metrics = result.record?.lines.filter((line) => line.type === 'metric');
    expect(metrics).toMatchObject([{ name: 'real', value: 2 }]);
    // Once by the script, once by its child.
    expect(result.record?.dropped).toBeGreaterThanOrEqual(2);
    expect(result.record?.lines.at(-1)?.type).toBe('finished');
  });

  test.skipIf(unable)('runs under the runner: the record comes by its own descriptor', async () => {
    const script = 'import warnings\nwarnings.warn("old")\nshape = (2, 3)\n"ab" @ shape\n';
    const { end, record, stderr } = await run(requestOf(script, { mode: 'recorded', seed: 7 }));
    expect(end).toEqual({ kind: 'exited', code: 1 });
    expect(stderr.tail).toContain('TypeError');
    expect(record?.dropped).toBe(0);
    expect(record?.lines[0]).toMatchObject({ type: 'header', seed: 7, argv: ['reproducer.py'] });
    const exception = record?.lines.find((line) => line.type === 'exception');
    expect(exception).toMatchObject({ chain: [{ type: 'TypeError', frames: [{ place: 'script', line: 4 }] }] });
    expect(record?.lines.at(-1)).toMatchObject({ type: 'finished', exitCode: 1 });
  });

  test.skipIf(unable)(
    'sees the project and its source roots, without keys and hooks, and the data, all read-only',
    async () => {
      const project = join(folder, 'project');
      const data = join(folder, 'data-of-user');
      for (const name of [join(project, 'src/pkg'), join(project, '.git/hooks'), data])
        await mkdir(name, { recursive: true });
      await writeFile(join(project, 'src/pkg/__init__.py'), 'value = 41\n');
      await writeFile(join(project, '.git/hooks/pre-commit'), 'hook');
      await writeFile(join(project, '.git/config'), 'token');
      await writeFile(join(project, 'src/.env'), 'KEY=secret');
      await writeFile(join(data, 'rows.csv'), '1,2\n');
      const script = `
import os, pkg
print(pkg.value, open(${JSON.stringify(join(data, 'rows.csv'))}).read().strip())
print(os.listdir(${JSON.stringify(join(project, '.git/hooks'))}), open(${JSON.stringify(join(project, '.git/config'))}).read(), open(${JSON.stringify(join(project, 'src/.env'))}).read())
for folder in (${JSON.stringify(project)}, ${JSON.stringify(data)}):
    try:
        open(os.path.join(folder, "new"), "w"); print("written")
    except (IOError, OSError): pass
`;
      const where = { project: { folder: project, sourceRoots: [join(project, 'src')] }, data };
      for (const mode of ['plain', 'recorded'] as const) {
        const result = await run(requestOf(script, { ...where, mode }));
        expect(result.stderr.tail).toBe('');
        expect(result.stdout.tail).toBe('41 1,2\n[]  \n');
      }
      expect(await readdir(project)).not.toContain('new');
    },
  );

  test.skipIf(unable)('leaves links and locked folders behind, and the host follows none and removes all', async () => {
    const precious = join(folder, 'precious');
    await mkdir(precious);
    await writeFile(join(precious, 'file'), 'kept');
    const script = `
import os
os.symlink(${JSON.stringify(precious)}, "link")
os.mkdir("locked"); os.mkdir("locked/inner"); open("locked/inner/file", "w").close()
os.symlink(${JSON.stringify(join(precious, 'file'))}, "locked/link")
os.remove("reproducer.py"); os.symlink(${JSON.stringify(join(precious, 'file'))}, "reproducer.py")
os.chmod("locked", 0)
`;
    const result = await run(requestOf(script));
    expect(result.end).toEqual({ kind: 'exited', code: 0 });
    expect(await leftovers()).toEqual([]);
    expect(await readFile(join(precious, 'file'), 'utf8')).toBe('kept');
  });

  test.skipIf(unable)('gets no key of the host, also not through a process beside it', async () => {
    process.env['REPRISE_TEST_KEY'] = 'sk-planted';
    try {
      const script = `
import os
found = []
for name in os.listdir("/proc"):
    try:
        if name.isdigit() and b"sk-planted" in open("/proc/%s/environ" % name, "rb").read(): found.append(name)
    except (IOError, OSError): pass
print(found, sorted(k for k in os.environ if "KEY" in k or "TOKEN" in k))
`;
      expect((await run(requestOf(script))).stdout.tail).toBe('[] []\n');
    } finally {
      delete process.env['REPRISE_TEST_KEY'];
    }
  });

  test.skipIf(unable)('is stopped with all that it started, and nothing of it is left', async () => {
    const controller = new AbortController();
    const script = stubbornScript('print("ready", flush=True)');
    const request = requestOf(script);
    const terminals = createTerminals({ dataFolder });
    const runner = createScriptRunner({
      terminals,
      sandbox,
      dataFolder,
      resourcesFolder: join(process.cwd(), 'resources'),
      environmentBlock: process.env,
    });
    terminals.watch(request.terminalId, () => {
      void logOf(request).then((text) => text.includes('ready') && controller.abort());
    });
    const before = new Set((await listProcesses()).map(({ id, startedAt }) => `${id} ${startedAt}`));
    const result = await runner.run(request, { signal: controller.signal, report: () => undefined });
    expect(result.end).toEqual({ kind: 'stopped' });
    const fresh = (await listProcesses()).filter(({ id, startedAt }) => !before.has(`${id} ${startedAt}`));
    const ours = await Promise.all(fresh.map(({ id }) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
    expect(ours.filter((line) => line.includes(request.executionId))).toEqual([]);
    expect(await leftovers()).toEqual([]);
  });

  test.skipIf(unable)('before its start is stopped without one', async () => {
    const result = await run(requestOf('print(1)'), AbortSignal.abort());
    expect(result).toMatchObject({ end: { kind: 'stopped' }, stdout: { bytes: 0 } });
    expect(await leftovers()).toEqual([]);
  });

  test.skipIf(unable).each(limitScripts)('is ended by its limit: %s', async (_name, script, limit, kind) => {
    const { limits } = requestOf('');
    const result = await run(requestOf(script, { limits: { ...limits, ...limit } }));
    expect(result.end.kind).toBe(kind);
    expect(await leftovers()).toEqual([]);
  });

  test.skipIf(unable)('that may not see a folder as a whole is told so, as a result', async () => {
    const result = await run(requestOf('print(1)', { data: homedir() }));
    expect(result.end).toMatchObject({ kind: 'couldNotStart', reason: expect.stringContaining('project') as string });
  });

  test.skipIf(unable)('of a missing interpreter could not start', async () => {
    const result = await run(requestOf('print(1)', { environment: environmentOf('/usr/bin/python-gone') }));
    expect(result.end).toMatchObject({
      kind: 'couldNotStart',
      reason: expect.stringContaining('python-gone') as string,
    });
  });
});

describe(`interpreters${why}`, () => {
  const versions = join(homedir(), '.pyenv', 'versions');
  const installed = existsSync(versions)
    ? readdirSync(versions).filter((name) => /^(2\.7|3\.(6|9|13))\.\d+$/.test(name))
    : [];

  test.skipIf(unable || installed.length === 0)(
    `of several versions run in both modes: ${installed.join(', ') || 'none found'}`,
    async () => {
      const script =
        'from __future__ import print_function\nimport sys, json, ctypes\nprint(sys.version_info[:2], u"\\xe4")\n';
      for (const version of installed) {
        const environment = environmentOf(join(versions, version, 'bin', 'python'), version);
        const [major, minor] = version.split('.');
        for (const mode of ['plain', 'recorded'] as const) {
          const result = await run(requestOf(script, { environment, mode }));
          expect([version, mode, result.stderr.tail, result.stdout.tail]).toEqual([
            version,
            mode,
            '',
            `(${major}, ${minor}) ä\n`,
          ]);
          expect(result.end).toEqual({ kind: 'exited', code: 0 });
        }
      }
    },
  );

  test.skipIf(unable)('of a virtual environment behind a chain of links run', async () => {
    const environment = join(folder, 'env-real');
    await promisify(execFile)(python ?? '', ['-m', 'venv', '--without-pip', environment]);
    await symlink(environment, join(folder, 'env-link'));
    const interpreter = join(folder, 'env-link', 'bin', 'python');
    const ready: ReadyEnvironment = { ...environmentOf(interpreter), kind: 'venv' };
    const result = await run(requestOf('import sys\nprint(sys.prefix != sys.base_prefix)\n', { environment: ready }));
    expect([result.stderr.tail, result.stdout.tail]).toEqual(['', 'True\n']);
  });
});

describe('without a sandbox', () => {
  const bare = (change: Partial<RunRequest>) =>
    run(requestOf('import os\nprint(os.getcwd())', change), undefined, none);

  test.each(['require', 'prefer'] as const)('the rule %s refuses, and names the way out', async (rule) => {
    const refused = bare({ sandbox: rule });
    await expect(refused).rejects.toMatchObject({ code: 'unavailable', data: { what: 'sandbox' } });
    await expect(refused).rejects.toThrow('--sandbox off');
    expect(await leftovers()).toEqual([]);
  });

  test.skipIf(python === null)(
    'an approved weaker one runs with limits only, and says why (needs a Python)',
    async () => {
      const result = await bare({ sandbox: 'require', allowWeakerSandbox: true });
      expect(result.end).toEqual({ kind: 'exited', code: 0 });
      expect(result.sandbox.level).toBe('limitsOnly');
      expect(result.sandbox.reason).toContain('cannot be confined');
      expect(await leftovers()).toEqual([]);
    },
  );

  test.skipIf(python === null)(
    'a switched off one runs with limits only, in a home of its own (needs a Python)',
    async () => {
      const script = 'import os, tempfile\nprint(os.path.expanduser("~"), tempfile.gettempdir())';
      const request = requestOf(script, { sandbox: 'off' });
      const result = await run(request);
      expect(result.sandbox).toMatchObject({ level: 'limitsOnly', network: 'open' });
      const own = join(dataFolder, 'reproductions', 'r1', 'work', request.executionId);
      expect(result.stdout.tail).toBe(`${join(own, 'home')} ${join(own, 'tmp')}\n`);
    },
  );

  test('is described by rule', async () => {
    expect(await runnerWith(none).describe('require')).toMatchObject({ level: 'limitsOnly', network: 'open' });
    expect((await runnerWith(none).describe('off')).reason).toContain('off');
  });
});

describe('the folders of runs', () => {
  test.each(['../x.py', 'a/b.py', '-c.py', 'x.sh', '.py'])(
    'are never led elsewhere by the name %s',
    async (scriptName) => {
      await expect(run(requestOf('', { scriptName, sandbox: 'off' }))).rejects.toMatchObject({ code: 'badInput' });
      await expect(run(requestOf('', { executionId: scriptName, sandbox: 'off' }))).rejects.toMatchObject({
        code: 'badInput',
      });
    },
  );

  test('of an earlier program are removed at the next start, and nothing else is', async () => {
    const other = join(folder, 'other-data');
    const work = join(other, 'reproductions', 'r9', 'work');
    await mkdir(join(work, 'execution-1', 'case'), { recursive: true });
    await mkdir(join(other, 'reproductions', 'r9', 'logs'));
    await mkdir(join(other, 'scopes', 'reprise-scope-1'), { recursive: true });
    await mkdir(join(folder, 'outside'));
    await symlink(join(folder, 'outside'), join(work, 'link'));
    expect(await cleanWork({ dataFolder: other })).toBe(2);
    expect(await readdir(join(other, 'scopes'))).toEqual([]);
    expect(await readdir(join(other, 'reproductions', 'r9'))).toEqual(['logs', 'work']);
    expect((await stat(join(folder, 'outside'))).isDirectory()).toBe(true);
    expect(await cleanWork({ dataFolder: join(folder, 'nowhere') })).toBe(0);
  });
});

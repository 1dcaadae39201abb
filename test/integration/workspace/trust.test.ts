import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type * as ChildProcess from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runProcess } from '../../../src/node/process/run-process';
import { buildWorkers } from '../../helpers/build-workers';
import { hear } from '../../helpers/start-host';
import { openRealHost } from '../host/open-real-host';

/** Every child that this process starts, by pipes or by a terminal. */
const started = vi.hoisted((): string[] => []);

vi.mock('node:child_process', async (importOriginal) => {
  const real = await importOriginal<typeof ChildProcess>();
  const counting = <F extends (...args: never[]) => unknown>(name: string, run: F): F =>
    ((...args: Parameters<F>) => {
      started.push(`${name} ${String(args[0])}`);
      return run(...args);
    }) as F;
  return {
    ...real,
    spawn: counting('spawn', real.spawn),
    spawnSync: counting('spawnSync', real.spawnSync),
    exec: counting('exec', real.exec),
    execSync: counting('execSync', real.execSync),
    execFile: counting('execFile', real.execFile),
    execFileSync: counting('execFileSync', real.execFileSync),
    fork: counting('fork', real.fork),
  };
});

vi.mock('node-pty', () => ({
  spawn: (file: string) => {
    started.push(`pty ${file}`);
    throw new Error('Nothing may be started here');
  },
}));

async function run(program: string): Promise<void> {
  const limits = {
    seconds: 60,
    memoryBytes: null,
    outputBytes: 4096,
    processes: null,
    diskBytes: null,
    diskFolder: null,
  };
  const level = { level: 'limitsOnly', network: 'open', reason: null } as const;
  await runProcess({
    command: { program, arguments: ['--version'], workingFolder: '/', environment: {}, level },
    limits,
    signal: new AbortController().signal,
    input: null,
    onStdout: () => undefined,
    onStderr: () => undefined,
  });
}

describe('an unknown project folder', () => {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'reprise-trust-'));
    await buildWorkers(path.join(folder, 'workers'));
    started.length = 0;
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is read and indexed, and starts no process: no interpreter of its own, no hook, no setup file, not even git', async () => {
    const project = path.join(folder, 'project');
    const mark = path.join(folder, 'ran');
    const trap = `#!/bin/sh\ntouch '${mark}'\n`;
    const files = {
      '.venv/bin/python': trap,
      '.venv/pyvenv.cfg': `home = ${project}/.venv/bin\n`,
      '.git/hooks/post-checkout': trap,
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/config': `[core]\n\tfsmonitor = ${project}/.venv/bin/python\n\thooksPath = ${project}/.git/hooks\n`,
      '.envrc': trap,
      'setup.py': `open(${JSON.stringify(mark)}, 'w')\n`,
      'conftest.py': `open(${JSON.stringify(mark)}, 'w')\n`,
      'train.py': 'import numpy as np\nnp.ones(3) @ np.ones(4)\n',
      'requirements.txt': 'numpy\n',
    };
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(project, name)), { recursive: true });
      await writeFile(path.join(project, name), text);
      await chmod(path.join(project, name), 0o755);
    }
    const { client, close, faults } = await openRealHost(path.join(folder, 'data'), path.join(folder, 'workers'));
    const text =
      '# It fails\n\n```\nTraceback (most recent call last):\n  File "train.py", line 2, in <module>\n    np.ones(3) @ np.ones(4)\n' +
      'ValueError: matmul: Input operand 1 has a mismatch\n```\n';
    const { reproductionId } = await client.call('reproduction/create', {
      name: 'report.md',
      text,
      options: { autonomy: 'guide', project },
    });
    const heard = hear(client, reproductionId);
    await client.call('reproduction/attach', { reproductionId, afterSeq: null });
    await client.call('reproduction/start', { reproductionId });
    await heard.until((envelopes) => envelopes.some(({ event }) => event.type === 'approval/requested'));
    const types = heard.types();
    expect(types).toContain('project/opened');
    expect(types).toContain('context/gathered');
    expect(types).toContain('plan/proposed');
    expect(started).toEqual([]);
    expect(existsSync(mark)).toBe(false);
    expect((await readdir(project)).sort()).toEqual(
      ['.envrc', '.git', '.venv', 'conftest.py', 'requirements.txt', 'setup.py', 'train.py'].sort(),
    );
    await close();
    // That starts are seen at all.
    await run(process.execPath);
    expect(started).toEqual([`spawn ${process.execPath}`]);
    expect(faults).toEqual([]);
  });
});

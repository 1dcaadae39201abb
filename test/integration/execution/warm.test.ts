import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunRequest, ScriptRunner } from '../../../src/core/ports/script-runner';
import { createScriptRunner } from '../../../src/node/execution/create-script-runner';
import { listProcesses } from '../../../src/node/process/list-processes';
import { createSandbox } from '../../../src/node/sandbox/create-sandbox';
import { createTerminals } from '../../../src/node/terminal/create-terminals';
import { createWarmInterpreters, type WarmInterpreters } from '../../../src/node/warm/create-warm-interpreters';
import type { ExecutionResult } from '../../../src/protocol/execution';
import { createTestParser } from '../../helpers/create-test-parser';
import { compareVersions, findInterpreters } from '../../helpers/interpreters';
import { ODD_ENDS } from '../runner/odd-ends';
import { SHAPES } from '../runner/shapes';
import { NUMPY, TENSORFLOW, TORCH } from './framework-scripts';
import { limitScripts, stubbornScript } from './limit-scripts';

const sandbox = createSandbox({
  platform: process.platform,
  environmentBlock: process.env,
  userId: process.getuid?.() ?? null,
});
const { level, reason } = await sandbox.describe();
const newest = findInterpreters()
  .filter(({ version }) => compareVersions(version, '3.8') >= 0)
  .at(-1);
const torch = process.env['REPRISE_TEST_TORCH'] ?? null;
const tensorflow = process.env['REPRISE_TEST_TENSORFLOW'] ?? null;
const unable = level !== 'bubblewrap';
const why = unable ? ` (skipped: ${reason ?? 'no sandbox'})` : '';

let dataFolder = '';
let warm: WarmInterpreters;
let runner: ScriptRunner;
let count = 0;
beforeAll(async () => {
  dataFolder = join(await mkdtemp(join(tmpdir(), 'reprise-warm-test-')), 'data');
  await mkdir(dataFolder, { mode: 0o700 });
  const resourcesFolder = resolve('resources');
  warm = createWarmInterpreters({ sandbox, parser: await createTestParser(), dataFolder, resourcesFolder });
  const terminals = createTerminals({ dataFolder });
  runner = createScriptRunner({ terminals, sandbox, dataFolder, resourcesFolder, environmentBlock: process.env, warm });
});
afterAll(async () => {
  await warm.close();
  await rm(dirname(dataFolder), { recursive: true, force: true });
});

/** The first of the costly ones, or all at the long volume. */
function sample(scripts: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return process.env['REPRISE_SLOW'] === '1' ? Object.entries(scripts) : Object.entries(scripts).slice(0, 1);
}

interface Python {
  readonly prefix: string;
  readonly version: string;
}

function requestOf(python: Python, script: string, change: Partial<RunRequest> = {}): RunRequest {
  count += 1;
  return {
    reproductionId: 'r1',
    executionId: `execution-${count}`,
    terminalId: `terminal-${count}`,
    environment: {
      id: 'e1',
      kind: 'system',
      prefix: python.prefix,
      interpreter: join(python.prefix, 'bin', 'python3'),
      pythonVersion: python.version,
      packages: [],
      lock: '',
      lockDigest: '0'.repeat(64),
      reused: true,
      differences: [],
    },
    script,
    scriptName: 'reproducer.py',
    arguments: [],
    mode: 'recorded',
    cold: false,
    seed: 0,
    limits: { seconds: 100, memoryBytes: null, outputBytes: 10_000_000, processes: 100, diskBytes: 100_000_000 },
    project: null,
    data: null,
    sandbox: 'require',
    allowWeakerSandbox: false,
    ...change,
  };
}

/** Processes of our parents and their forks. */
async function forks(): Promise<readonly number[]> {
  const own = resolve('resources/python/reprise_warm.py');
  const lines = (await listProcesses()).map(async ({ id }) => {
    const command = await readFile(`/proc/${id}/cmdline`, 'latin1').catch(() => '');
    return command.includes(own) && !command.includes('bwrap') ? [id] : [];
  });
  return (await Promise.all(lines)).flat();
}

const run = (request: RunRequest, signal = new AbortController().signal) =>
  runner.run(request, { signal, report: () => undefined });

/** What must not differ: all but times, sizes in memory, numbers of processes and the case folder's own path. */
function comparable(result: ExecutionResult): unknown {
  const text = JSON.stringify({ ...result, record: result.record?.lines.map((line) => withoutNoise(line)) ?? null });
  const { end, stdout, stderr, record } = JSON.parse(
    text
      .replace(/(?:\/[\w.-]+)*\/(?:reproductions\/r1\/work|warm\/[\d-]+\/r1)\/execution-\d+\/case/g, '<case>')
      .replace(/0x[0-9a-f]{6,}/g, '<address>')
      .replace(/(object refcount : )\d+/g, '$1<count>')
      .replace(/[IWE]\d{4} \d\d:\d\d:\d+\.\d+ +\d+/g, '<logged>'),
  ) as { end: unknown; stdout: { tail: string }; stderr: { tail: string }; record: { type: string }[] };
  const seeds = record.filter(({ type }) => type === 'seeded').map((line) => JSON.stringify(line));
  return {
    end,
    stdout: stdout.tail,
    stderr: stderr.tail,
    // What the parent has imported is seeded at once, not as the script imports it.
    record: record.filter(({ type }) => type !== 'seeded'),
    seeds: seeds.sort(),
  };
}

function withoutNoise(line: object): object {
  const noise = { atMs: 0, peakHostBytes: 0 };
  return Object.fromEntries(Object.entries({ ...line, ...noise }).filter(([name]) => !(name in noise)));
}

async function bothWays(python: Python, script: string): Promise<void> {
  const [cold, forked] = [await run(requestOf(python, script, { cold: true })), await run(requestOf(python, script))];
  expect([cold.warm, forked.warm, forked.coldReason]).toEqual([false, true, null]);
  expect(comparable(forked)).toEqual(comparable(cold));
}

describe.skipIf(unable || newest === undefined)(
  `a script in a fork of a warm interpreter, against a cold run${why}`,
  () => {
    const python = { prefix: dirname(dirname(newest?.python ?? '')), version: `${newest?.version ?? ''}.0` };
    // Files beside the script are not given to runs; what the interpreter itself shows of its start differs by design. Where the
    // object of an exit fails, Python goes on with that error set, and says so in other words where anyone has imported `threading`.
    const left = new Set([
      ...['command line', 'what the script sees of itself', 'exit with an object without text'],
      ...['exit with more than a word', 'exit with less than a word'],
    ]);
    // Each third, or all at the long volume.
    const isSlow = process.env['REPRISE_SLOW'] === '1';
    const oddEnds = Object.fromEntries(Object.entries(ODD_ENDS).filter((_, index) => isSlow || index % 3 === 0));
    const shapes = Object.entries({ ...SHAPES, ...oddEnds }).filter(
      ([name, shape]) =>
        !left.has(name) &&
        shape.files === undefined &&
        shape.script === undefined &&
        compareVersions(shape.since ?? '2.7', newest?.version ?? '2') <= 0,
    );

    test('there are at least 60 of them', () => {
      expect(shapes.length).toBeGreaterThanOrEqual(60);
    });
    test.each(shapes)('%s', async (_name, shape) => {
      const request = requestOf(python, shape.source);
      // One that does not parse is told to run cold.
      if ((await createTestParser()).parse(request.script).hasError) {
        expect(await run(request)).toMatchObject({
          warm: false,
          coldReason: expect.stringContaining('parsed') as string,
        });
      } else await bothWays(python, shape.source);
    });
  },
);

const inTorch = { prefix: torch ?? '', version: '3.11.0' };
describe.skipIf(unable || torch === null)('with NumPy (needs REPRISE_TEST_TORCH)', () => {
  test.each(Object.entries(NUMPY))('%s', (_name, script) => bothWays(inTorch, script));
});
describe.skipIf(unable || torch === null)('with torch (needs REPRISE_TEST_TORCH)', () => {
  test.each(sample(TORCH))('%s', (_name, script) => bothWays(inTorch, script));
});
describe.skipIf(unable || tensorflow === null)('with TensorFlow (needs REPRISE_TEST_TENSORFLOW)', () => {
  const python = { prefix: tensorflow ?? '', version: '3.11.0' };
  test.each(sample(TENSORFLOW))('%s', (_name, script) => bothWays(python, script));
});

describe.each([
  {
    variable: 'REPRISE_TEST_TORCH',
    prefix: torch,
    change: 'import torch\ntorch.set_default_dtype(torch.float64)\nprint(torch.ones(1).dtype)\n',
    look: 'import torch\nprint(torch.ones(1).dtype)\n',
    answers: ['torch.float64\n', 'torch.float32\n'],
  },
  {
    variable: 'REPRISE_TEST_TENSORFLOW',
    prefix: tensorflow,
    change: 'import tensorflow as tf\ntf.compat.v1.disable_eager_execution()\nprint(tf.executing_eagerly())\n',
    look: 'import tensorflow as tf\nprint(tf.executing_eagerly())\n',
    answers: ['False\n', 'True\n'],
  },
])('a fork of a warm interpreter (needs $variable)', ({ prefix, change, look, answers }) => {
  test.skipIf(unable || prefix === null)(
    'finds the framework as if no sister had switched anything in it',
    async () => {
      const python = { prefix: prefix ?? '', version: '3.11.0' };
      const [switched, after] = [await run(requestOf(python, change)), await run(requestOf(python, look))];
      expect([switched.warm, after.warm]).toEqual([true, true]);
      expect([switched.stdout.tail, after.stdout.tail]).toEqual(answers);
    },
  );
});

describe.skipIf(unable || newest === undefined)(`a fork${why}`, () => {
  const python = { prefix: dirname(dirname(newest?.python ?? '')), version: `${newest?.version ?? ''}.0` };

  test('draws other random numbers than its sister where no seed is given, and the same where one is', async () => {
    const script = 'import random\nprint(random.random())\n';
    const drawn = async (seed: number | null) => (await run(requestOf(python, script, { seed }))).stdout.tail;
    expect(await drawn(null)).not.toBe(await drawn(null));
    expect(await drawn(3)).toBe(await drawn(3));
    expect(await drawn(3)).not.toBe(await drawn(4));
  });

  test.each([
    ...limitScripts,
    ['silence', 'import time\nprint(1)\ntime.sleep(86400)', { idleSeconds: 1 }, 'idleLimit'] as const,
  ])('is ended by its limit: %s', async (_name, script, limit, kind) => {
    const { limits } = requestOf(python, '');
    const result = await run(requestOf(python, script, { limits: { ...limits, ...limit } }));
    expect([result.warm, result.end.kind]).toEqual([true, kind]);
  });

  test('is stopped with all that it started, and its parent lives on', async () => {
    const script = stubbornScript('open("/tmp/here", "w").close()');
    await run(requestOf(python, 'print(1)'));
    const before = await forks();
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 1500);
    expect(await run(requestOf(python, script), controller.signal)).toMatchObject({
      end: { kind: 'stopped' },
      warm: true,
    });
    expect(await forks()).toEqual(before);
    expect((await run(requestOf(python, 'print(1)'))).warm).toBe(true);
  });

  test('tells its end exactly: a signal, and a code that would be taken for one', async () => {
    const end = async (script: string) => (await run(requestOf(python, script))).end;
    expect(await end('import os\nos.kill(os.getpid(), 11)\n')).toEqual({ kind: 'signalled', signal: 'SIGSEGV' });
    expect(await end('import os\nos.abort()\n')).toEqual({ kind: 'signalled', signal: 'SIGABRT' });
    expect(await end('import os\nos._exit(139)\n')).toEqual({ kind: 'exited', code: 139 });
  });
});

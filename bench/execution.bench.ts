import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createScriptRunner } from '../src/node/execution/create-script-runner';
import { runProcess } from '../src/node/process/run-process';
import { createBytecode } from '../src/node/python/bytecode/create-bytecode';
import { createSandbox } from '../src/node/sandbox/create-sandbox';
import { createTerminals } from '../src/node/terminal/create-terminals';
import { createWarmInterpreters } from '../src/node/warm/create-warm-interpreters';
import type { ReadyEnvironment } from '../src/protocol/environment';
import { createTestParser } from '../test/helpers/create-test-parser';
import { findInterpreters } from '../test/helpers/interpreters';
import { figure } from './figure';
import { header, median, row } from './measure';
import { SCRIPTS, type BenchScript } from './execution-scripts';

const dataFolder = mkdtempSync(join(tmpdir(), 'reprise-bench-'));
const sandbox = createSandbox({
  platform: process.platform,
  environmentBlock: process.env,
  userId: process.getuid?.() ?? null,
});
const common = { sandbox, dataFolder, resourcesFolder: resolve('resources') };
const warm = createWarmInterpreters({ ...common, parser: await createTestParser() });
const terminals = createTerminals({ dataFolder });
const runner = createScriptRunner({ ...common, terminals, environmentBlock: process.env, warm });
const { level, reason } = await sandbox.describe();
process.stdout.write(`sandbox: ${level}${reason ? ` (${reason})` : ''}\n`);

/** Ways to run one script, each timed in turn, so that a machine whose speed drifts is unjust to none. */
const WAYS = {
  'bare: python script.py': null,
  'cold, confined, plain': { mode: 'plain', cold: true },
  'cold, confined, recorded': { mode: 'recorded', cold: true },
  'warm, confined, recorded': { mode: 'recorded', cold: false },
} as const;
type Way = keyof typeof WAYS;

const behind = createBytecode({ dataFolder, platform: process.platform, sandbox, runProcess });

function environmentOf(python: string, version: string): ReadyEnvironment {
  return {
    id: 'bench',
    kind: 'system',
    prefix: dirname(dirname(python)),
    interpreter: python,
    pythonVersion: version,
    packages: [],
    lock: '',
    lockDigest: '0'.repeat(64),
    reused: true,
    differences: [],
  };
}

let number = 0;
async function runConfined(script: BenchScript, python: string, version: string, way: Way): Promise<void> {
  const wanted = WAYS[way];
  if (wanted === null) return;
  number += 1;
  const result = await runner.run(
    {
      reproductionId: 'bench',
      executionId: `e-${number}`,
      terminalId: `t-${number}`,
      environment: environmentOf(python, version),
      script: script.text,
      scriptName: 'script.py',
      arguments: [],
      ...wanted,
      seed: null,
      limits: { seconds: 100, memoryBytes: null, outputBytes: 1_000_000, processes: 64, diskBytes: 10_000_000 },
      project: null,
      data: null,
      sandbox: 'prefer',
      allowWeakerSandbox: true,
    },
    { signal: new AbortController().signal, report: () => undefined },
  );
  const isRight = result.end.kind === 'exited' && result.end.code === script.code;
  if (!isRight || result.warm !== !wanted.cold) {
    throw new Error(`${script.name}, ${way}: ${JSON.stringify([result.end, result.coldReason, result.stderr.tail])}`);
  }
}

function runBare({ text, code }: BenchScript, python: string): void {
  const file = join(dataFolder, 'script.py');
  writeFileSync(file, text);
  const { status } = spawnSync(python, [file], { stdio: 'ignore', env: { PATH: process.env['PATH'] } });
  if (status !== code) throw new Error(`the bare script ended with ${status}`);
}

async function timeAll(script: BenchScript, python: string, version: string): Promise<Record<Way, readonly number[]>> {
  const ways = Object.keys(WAYS) as Way[];
  // What is done behind the first use of an environment is there at the second.
  behind.behind(environmentOf(python, version));
  await behind.settled();
  const times = Object.fromEntries(ways.map((way) => [way, [] as number[]])) as Record<Way, number[]>;
  for (let round = -1; round < script.rounds; round += 1) {
    for (const way of ways) {
      const from = performance.now();
      if (WAYS[way] === null) runBare(script, python);
      else await runConfined(script, python, version, way);
      if (round >= 0) times[way].push(performance.now() - from);
    }
  }
  for (const way of ways) times[way].sort((a, b) => a - b);
  return times;
}

const plainPython = findInterpreters().find(({ version }) => version.startsWith('3.1'));
for (const script of SCRIPTS) {
  const prefix = script.variable === null ? null : process.env[script.variable];
  const python = script.variable === null ? plainPython?.python : prefix && join(prefix, 'bin', 'python3');
  if (!python || !existsSync(python)) {
    process.stdout.write(`\n${script.name}: skipped, ${script.variable ?? 'a Python 3.10 or newer'} is not there\n`);
    continue;
  }
  const times = await timeAll(script, python, script.variable === null ? (plainPython?.version ?? '') : '3.11.0');
  const [bare, plain, cold, forked] = Object.values(times).map(median) as [number, number, number, number];
  process.stdout.write(`\n${script.name} (${script.rounds} rounds)\n${header}`);
  for (const [way, all] of Object.entries(times)) process.stdout.write(row(way, all));
  figure(`execution: ${script.name}, plain over bare`, plain - bare, 'ms');
  figure(`execution: ${script.name}, recorded over bare`, cold - bare, 'ms');
  figure(`execution: ${script.name}, warm against cold`, forked / cold, 'ratio');
}
await warm.close();
rmSync(dataFolder, { recursive: true, force: true });

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createScriptRunner } from '../src/node/execution/create-script-runner';
import { createSandbox } from '../src/node/sandbox/create-sandbox';
import { createTerminals } from '../src/node/terminal/create-terminals';
import type { ExecutionMode } from '../src/protocol/execution';
import { findInterpreters } from '../test/helpers/interpreters';
import { header, measure, median, row } from './measure';

const found = findInterpreters().find(({ version }) => version.startsWith('3.1'));
if (!found) {
  process.stdout.write('skipped: no Python 3.10 or newer on this machine\n');
  process.exit(0);
}
const { python, version } = found;
const script = 'import json\nprint(json.dumps({"a": 1}))\nraise SystemExit(0)\n';
const dataFolder = mkdtempSync(join(tmpdir(), 'reprise-bench-'));
const file = join(dataFolder, 'script.py');
writeFileSync(file, script);

const sandbox = createSandbox({
  platform: process.platform,
  environmentBlock: process.env,
  userId: process.getuid?.() ?? null,
});
const runner = createScriptRunner({
  terminals: createTerminals({ dataFolder }),
  sandbox,
  dataFolder,
  resourcesFolder: resolve('resources'),
  environmentBlock: process.env,
});
const { level, reason } = await sandbox.describe();
process.stdout.write(`Python ${version}, sandbox: ${level}${reason ? ` (${reason})` : ''}\n${header}`);

let number = 0;
async function run(mode: ExecutionMode): Promise<void> {
  number += 1;
  const result = await runner.run(
    {
      reproductionId: 'bench',
      executionId: `e-${number}`,
      terminalId: `t-${number}`,
      environment: {
        id: 'bench',
        kind: 'system',
        prefix: resolve(python, '..', '..'),
        interpreter: python,
        pythonVersion: version,
        packages: [],
        lock: '',
        lockDigest: '0'.repeat(64),
        reused: true,
        differences: [],
      },
      script,
      scriptName: 'script.py',
      arguments: [],
      mode,
      seed: null,
      limits: { seconds: 60, memoryBytes: null, outputBytes: 1_000_000, processes: 64, diskBytes: 10_000_000 },
      project: null,
      data: null,
      sandbox: 'prefer',
      allowWeakerSandbox: true,
    },
    { signal: new AbortController().signal, report: () => undefined },
  );
  if (result.end.kind !== 'exited' || result.end.code !== 0) throw new Error(JSON.stringify(result.end));
}

const bare = await measure(15, () => spawnSync(python, [file], { stdio: 'ignore' }));
const plain = await measure(15, () => run('plain'));
const recorded = await measure(15, () => run('recorded'));
rmSync(dataFolder, { recursive: true, force: true });
process.stdout.write(
  row('bare: python script.py', bare) + row('cold, confined, plain', plain) + row('cold, confined, recorded', recorded),
);
process.stdout.write(
  `over bare: plain ${(median(plain) - median(bare)).toFixed(0)} ms, recorded ${(median(recorded) - median(bare)).toFixed(0)} ms\n`,
);
process.stdout.write('figure to keep: at most 150 ms over bare\n');

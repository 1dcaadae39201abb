// Makes records.jsonl.gz anew by really running every case: `npx tsx test/labelled/make.ts`. Takes some minutes. With names of cases or
// `python`, `numpy`, `torch`, `tensorflow`, `jax` after it, only these and the new ones run, and the others stay as they are.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createRecordReader } from '../../src/node/record/read-record';
import type { ExecutionResult, ProcessEnd } from '../../src/protocol/execution';
import { findInterpreters } from '../helpers/interpreters';
import { counterfeits } from './counterfeits';
import { disguises } from './disguises';
import { jaxCrashes } from './jax-crashes';
import type { LabelledCase } from './labelled-case';
import { otherCases } from './other-cases';
import type { LabelledRecord } from './read-records';
import { trueCrashes } from './true-crashes';
import { wrappedCrashes } from './wrapped-crashes';

const folder = dirname(fileURLToPath(import.meta.url));
const file = join(folder, 'records.jsonl.gz');
const runner = resolve(folder, '../../resources/python/reprise_runner.py');
/** Interpreters that plain Python runs on: the oldest, one of the middle and the newest at hand. */
const wanted = ['2.7', '3.8', '3.13'];
const interpreters = findInterpreters().filter(({ version }) => wanted.includes(version));

function environments(runsOn: LabelledCase['runsOn']): readonly { readonly name: string; readonly python: string }[] {
  if (runsOn === 'python') {
    return interpreters.map(({ version, python }) => ({ name: `python-${version}`, python }));
  }
  const variables = { numpy: 'TORCH', torch: 'TORCH', tensorflow: 'TENSORFLOW', jax: 'JAX' } as const;
  const prefix = process.env[`REPRISE_TEST_${variables[runsOn]}`];
  return prefix === undefined ? [] : [{ name: runsOn, python: join(prefix, 'bin', 'python') }];
}

interface Ran {
  readonly result: ExecutionResult;
  readonly places: readonly (readonly [string, string])[];
}

async function run(
  python: string,
  item: LabelledCase,
  text: string,
  recorded: boolean,
  words: readonly string[],
  seed: number,
): Promise<Ran> {
  const work = realpathSync(mkdtempSync(join(tmpdir(), 'reprise-labelled-')));
  try {
    writeFileSync(join(work, 'reproducer.py'), text);
    const before = recorded ? [runner, '--record-fd', '3', '--seed', String(seed), '--'] : [];
    const child = spawn(python, ['-u', ...before, 'reproducer.py', ...words], {
      cwd: work,
      env: {
        PATH: '/usr/bin:/bin',
        LANG: 'C.UTF-8',
        PYTHONDONTWRITEBYTECODE: '1',
        PYTHONIOENCODING: 'utf-8',
        HOME: work,
        PYTHONHASHSEED: '0',
        TF_CPP_MIN_LOG_LEVEL: '3',
      },
      stdio: ['ignore', 'pipe', 'pipe', ...(recorded ? (['pipe'] as const) : [])],
    });
    const parts: Buffer[][] = [[], [], []];
    [1, 2, 3].forEach((number, index) => child.stdio[number]?.on('data', (chunk: Buffer) => parts[index]?.push(chunk)));
    let late = false;
    const seconds = item.seconds ?? 120;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, seconds * 1000);
    const end = await new Promise<ProcessEnd>((done) =>
      child.once('close', (code, signal) =>
        done(
          late
            ? { kind: 'timeLimit', seconds }
            : signal
              ? { kind: 'signalled', signal }
              : { kind: 'exited', code: code ?? 0 },
        ),
      ),
    );
    clearTimeout(timer);
    const [stdout = '', stderr = ''] = parts.map((chunks) => Buffer.concat(chunks).toString());
    const reader = recorded ? createRecordReader() : null;
    reader?.push(Buffer.concat(parts[2] ?? []));
    return {
      result: {
        end,
        durationMs: 0,
        stdout: { bytes: stdout.length, tail: stdout.slice(-4_000) },
        stderr: { bytes: stderr.length, tail: stderr.slice(-6_000) },
        record: reader?.finish() ?? null,
        sandbox: { level: 'limitsOnly', network: 'none', reason: null },
      },
      places: [[work, '/case']],
    };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** A traceback's exception with all lines of its message, as it is quoted where the traceback is left out. */
function endOf(printed: string): string {
  const lines = printed.slice(printed.lastIndexOf('Traceback (most recent call last)')).trimEnd().split('\n');
  const at = lines.findIndex((line, index) => index > 0 && /^\S/.test(line));
  return at < 0 ? (lines.at(-1) ?? '') : lines.slice(at).join('\n');
}

/** Nothing of this machine stays in what is kept. */
function withoutPlaces(value: unknown, places: readonly (readonly [string, string])[]): string {
  let text = JSON.stringify(value);
  for (const [from, to] of places) text = text.split(from).join(to);
  return text;
}

async function record(item: LabelledCase, python: string, name: string): Promise<string> {
  const script = `${item.script ?? item.code}\n`;
  const seeds = item.control || item.seeded ? [0, 1, 2, 3, 4] : [0];
  const recorded: Ran[] = [];
  for (const seed of seeds) recorded.push(await run(python, item, script, true, [], seed));
  const plain = await run(python, item, script, false, [], 0);
  // A report whose own code is the script printed what the plain run did.
  const apart = !item.symptom && item.script !== undefined;
  const reported = apart ? await run(python, item, `${item.code}\n`, false, [], 0) : null;
  const printed = item.symptom ? '' : (reported ?? plain).result.stderr.tail;
  const control = item.control ? await run(python, item, script, true, item.control, 0) : null;
  const kept: LabelledRecord = {
    name: item.name,
    label: item.label,
    environment: name,
    code: item.code,
    script,
    printed: item.traceback ? printed : endOf(printed),
    symptom: item.symptom ?? null,
    right: [...item.right],
    recorded: recorded.map(({ result }) => result),
    plain: plain.result,
    control: control?.result ?? null,
  };
  const prefix = dirname(dirname(python));
  const real = dirname(dirname(realpathSync(python)));
  const works = [...recorded, plain, ...(control ? [control] : []), ...(reported ? [reported] : [])].flatMap(
    ({ places }) => places,
  );
  return withoutPlaces(kept, [
    ...works,
    [prefix, `/environments/${name}`],
    [real, `/environments/${name}`],
    [dirname(runner), '/runner'],
  ]);
}

function keep(records: readonly string[]): void {
  writeFileSync(file, gzipSync(`${records.join('\n')}\n`, { level: 9 }));
}

const asked = process.argv.slice(2);
const kept = existsSync(file)
  ? gunzipSync(readFileSync(file))
      .toString()
      .split('\n')
      .filter((line) => line !== '')
  : [];
const keyOf = ({ label, name, environment }: Pick<LabelledRecord, 'label' | 'name' | 'environment'>): string =>
  `${label} ${name} ${environment}`;
const before = new Map(kept.map((line) => [keyOf(JSON.parse(line) as LabelledRecord), line]));
const lines: string[] = [];
const cases = [...trueCrashes, ...counterfeits, ...otherCases, ...wrappedCrashes, ...disguises, ...jaxCrashes];
for (const item of cases) {
  for (const { name, python } of environments(item.runsOn)) {
    const old = before.get(keyOf({ ...item, environment: name }));
    const anew = asked.length === 0 || asked.includes(item.runsOn) || asked.includes(item.name) || old === undefined;
    lines.push(anew ? await record(item, python, name) : old);
    process.stdout.write(`\r${lines.length} records`);
    before.delete(keyOf({ ...item, environment: name }));
    // What was run is kept, also where this is ended half-way.
    if (anew) keep([...lines, ...before.values()]);
  }
}
// Records of environments that are not at hand stay as they are, as long as there is a case for them.
const known = new Set(cases.map(({ label, name }) => `${label} ${name}`));
const elsewhere = [...before].filter(([key]) => known.has(key.slice(0, key.lastIndexOf(' '))));
keep([...lines, ...elsewhere.map(([, line]) => line)]);
process.stdout.write('\n');

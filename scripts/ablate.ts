// `npm run ablate -- --torch ENV --tensorflow ENV [--out FILE]`: what each part of the work with a model is worth, on recorded answers.
// Every case below test/traffic is reproduced with all parts, and once without each; a question gets the next recorded answer of its kind.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const traffic = join(root, 'test', 'traffic');
const switches = ['nothing', 'context', 'plan', 'validation', 'refine', 'edit-actions'] as const;

interface Figures {
  readonly gained: number;
  readonly cases: number;
  readonly calls: number;
  readonly executions: number;
  readonly seconds: number;
}

/** `test/traffic/<set>/<case>` holds the recorded calls of `test/<set>/<case>`. */
function recordedCases(): readonly { readonly set: string; readonly id: string }[] {
  return readdirSync(traffic, { withFileTypes: true })
    .filter((set) => set.isDirectory())
    .flatMap((set) => readdirSync(join(traffic, set.name)).map((id) => ({ set: set.name, id })));
}

function evaluate(set: string, id: string, without: string, rest: readonly string[]): Omit<Figures, 'cases'> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-ablate-'));
  try {
    const out = join(folder, 'results.json');
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        join(root, 'bin', 'reprise.cjs'),
        ...['evaluate', join(root, 'test', set), '--only', id, '--jobs', '1', '--home', join(folder, 'home')],
        ...['--model', 'recorded', '--base-url', 'http://127.0.0.1:9/v1', '--max-calls', '12'],
        ...['--replay', join(traffic, set, id), '--in-order', '--out', out],
        ...(without === 'nothing' ? [] : ['--without', without]),
        ...rest,
      ],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`${set}/${id} without ${without}: ${stderr}`);
    const { all } = (JSON.parse(readFileSync(out, 'utf8')) as { readonly summary: { readonly all: Summary } }).summary;
    return { gained: all.right, calls: all.calls, executions: all.executions, seconds: all.seconds ?? 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What `reprise evaluate --out` sums up. Seconds are those of cases that came out right; null where none did. */
interface Summary {
  readonly right: number;
  readonly calls: number;
  readonly executions: number;
  readonly seconds: number | null;
}

const typed = process.argv.slice(2);
const outAt = typed.indexOf('--out');
const outFile = outAt < 0 ? undefined : typed[outAt + 1];
const rest = outAt < 0 ? typed : [...typed.slice(0, outAt), ...typed.slice(outAt + 2)];
const rows = ['| without | cases gained | calls | runs | seconds |', '| --- | --- | --- | --- | --- |'];
for (const without of switches) {
  const figures = recordedCases()
    .map(({ set, id }) => ({ ...evaluate(set, id, without, rest), cases: 1 }))
    .reduce((sum, one) => ({
      gained: sum.gained + one.gained,
      cases: sum.cases + one.cases,
      calls: sum.calls + one.calls,
      executions: sum.executions + one.executions,
      seconds: sum.seconds + one.seconds,
    }));
  const { gained, cases, calls, executions, seconds } = figures;
  const row = `| ${without} | ${gained} of ${cases} | ${calls} | ${executions} | ${Math.round(seconds)} |`;
  rows.push(row);
  process.stdout.write(`${row}\n`);
}
if (outFile !== undefined) writeFileSync(outFile, `${rows.join('\n')}\n`);

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { readIndex } from '../src/core/context/index/read-index';
import { createTokenizer } from '../src/core/context/pieces/tokenize-code';
import { buildQuery } from '../src/core/context/search/build-query';
import { searchProject } from '../src/core/context/search/search-project';
import { readReport } from '../src/core/report/read-report';
import { createContextIndex } from '../src/node/context/create-context-index';
import { buildWorkers } from '../test/helpers/build-workers';
import { findInterpreters } from '../test/helpers/interpreters';
import { figure } from './figure';
import { header, measure, median, row } from './measure';

const report = `# RuntimeError: Expected input batch_size (32) to match target batch_size (16).

\`\`\`
  File "train.py", line 20, in <module>
    loss = F.cross_entropy(model(x), y)
  File "/usr/lib/python3.11/site-packages/torch/nn/functional.py", line 3029, in cross_entropy
    return torch._C._nn.cross_entropy_loss(input, target, weight, _Reduction.get_enum(reduction), ignore_index, label_smoothing)
ValueError: Expected input batch_size (32) to match target batch_size (16).
\`\`\`
`;

/** The largest installed tree of Python files at hand: torch's packages. */
async function treeToIndex(): Promise<string | null> {
  const environment = process.env['REPRISE_TEST_TORCH'];
  if (environment === undefined) return null;
  const [version] = (await readdir(join(environment, 'lib'))).filter((name) => name.startsWith('python'));
  return version === undefined ? null : join(environment, 'lib', version, 'site-packages', 'torch');
}

const project = process.env['REPRISE_BENCH_TREE'] ?? (await treeToIndex());
if (project === null) {
  process.stdout.write('left out: name a folder of Python files with REPRISE_BENCH_TREE, or set REPRISE_TEST_TORCH\n');
} else {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-bench-index-'));
  try {
    await run(project, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(tree: string, folder: string): Promise<void> {
  const workers = join(folder, 'workers');
  await buildWorkers(workers);
  const progress = { signal: new AbortController().signal, report: () => undefined };
  const open = (dataFolder: string) =>
    createContextIndex({ dataFolder, workerFile: join(workers, 'context-worker.cjs'), wasmFolder: workers });
  const tokenizer = createTokenizer();
  const { readOut } = readReport({ name: 'report.md', text: report, asOf: null });
  const search = (index: ReturnType<typeof readIndex>) =>
    searchProject({
      index,
      query: buildQuery({ readOut, text: report }, tokenizer),
      bugType: readOut.bugType,
      tokenizer,
      limit: 20,
    });

  process.stdout.write(header);
  const firsts: number[] = [];
  const colds: number[] = [];
  /** Of all threads together: what other programs on the machine do not change. */
  const processor: number[] = [];
  let files = 0;
  let fresh = open(join(folder, 'data-0'));
  for (let turn = 0; turn < 3; turn += 1) {
    fresh = open(join(folder, `data-${turn}`));
    const started = performance.now();
    const before = process.cpuUsage();
    let first: number | null = null;
    const indexed = await fresh.update(
      tree,
      {
        first: [],
        onSome: (index) => {
          if (first === null && search(readIndex(index)).length > 0) first = performance.now() - started;
        },
      },
      progress,
    );
    files = indexed.files;
    firsts.push(first ?? Number.NaN);
    colds.push(performance.now() - started);
    const { user, system } = process.cpuUsage(before);
    processor.push((user + system) / 1000);
  }
  const sorted = (times: readonly number[]) => [...times].sort((a, b) => a - b);
  process.stdout.write(row(`index ${files} files, cold: first results`, sorted(firsts)));
  process.stdout.write(row(`index ${files} files, cold: all`, sorted(colds)));
  process.stdout.write(row('  its processor time, all threads', sorted(processor)));
  const again = await measure(5, () => fresh.update(tree, { first: [] }, progress));
  process.stdout.write(row('unchanged, in the same program', again));
  const reopened = await measure(5, () => open(join(folder, 'data-2')).update(tree, { first: [] }, progress));
  process.stdout.write(row('unchanged, after a restart', reopened));
  const { index } = await fresh.update(tree, { first: [] }, progress);
  const reader = readIndex(index);
  const beforeQueries = process.cpuUsage();
  const queries = await measure(20, () => search(reader));
  const used = process.cpuUsage(beforeQueries);
  process.stdout.write(row(`a query over ${reader.pieces} pieces`, queries));
  process.stdout.write(
    `  its processor time: ${((used.user + used.system) / 1000 / 21).toFixed(0)} ms on average of 21\n`,
  );
  process.stdout.write(`first hit: ${search(reader)[0]?.path}::${search(reader)[0]?.name}\n`);

  const queryFile = join(folder, 'query.txt');
  await writeFile(queryFile, report);
  const python = findInterpreters()
    .filter(({ version }) => /^3\.(?:9|1\d)$/.test(version))
    .at(-1)?.python;
  if (python === undefined) process.stdout.write("RepGen's way: left out, there is no Python 3.9 or newer\n");
  else {
    const out = execFileSync(python, ['bench/index/repgen-way.py', tree, queryFile], { encoding: 'utf8' });
    const rival = JSON.parse(out) as Record<string, number | boolean>;
    const seconds = Number(rival['indexSeconds']);
    process.stdout.write(
      `RepGen's way, ${rival['dense'] === true ? 'with' : 'without'} its embeddings (lexical ${rival['dense'] === true ? 'and dense' : 'only'}): ` +
        `index ${seconds.toFixed(1)} s at every run, query ${(Number(rival['querySeconds']) * 1000).toFixed(0)} ms, ` +
        `${rival['chunks']} chunks of ${rival['files']} files, ${rival['dropped']} files dropped; ` +
        `cold ours ${(seconds / (median(sorted(colds)) / 1000)).toFixed(1)} times as fast, unchanged ${(seconds / (median(reopened) / 1000)).toFixed(0)} times\n`,
    );
  }
  const floor = spawnSync('rg', ['--version']);
  if (floor.error) process.stdout.write('ripgrep as the floor: left out, rg is not installed\n');
  else {
    const times = await measure(5, () => spawnSync('rg', ['-c', 'Expected input batch_size', tree]));
    process.stdout.write(row('ripgrep for one string', times));
  }
  process.stdout.write(`\n${files} files; the goals are for 3,000 files (40 MB) on 2 cores\n`);
  figure('index: cold, first results', median(sorted(firsts)), 'ms');
  figure('index: cold, all', median(sorted(colds)), 'ms');
  figure('index: unchanged, after a restart', median(reopened), 'ms');
  figure('index: a query', median(queries), 'ms');
}

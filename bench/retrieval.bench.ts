import { createTokenizer } from '../src/core/context/pieces/tokenize-code';
import type { IndexReader } from '../src/core/context/index/read-index';
import type { Ingredient } from '../src/core/context/search/search-project';
import { createTestParser } from '../test/helpers/create-test-parser';
import { fetchLibrary, projectFolder, readProject } from '../test/retrieval/load-project';
import { figuresOf, indexProject, pairs, rankOf, searchFor, type Figures } from '../test/retrieval/measure-retrieval';
import { figure } from './figure';

/** Rows of the table: what is switched off. */
const rows: readonly (readonly [string, readonly Ingredient[]])[] = [
  ['all', []],
  ['without frames of tracebacks', ['frames']],
  ['without reported messages', ['messages']],
  ['without named definitions', ['symbols']],
  ['without named files', ['files']],
  ['without words (BM25)', ['lexical']],
  ['without the second look', ['rerank']],
  ['words alone (BM25)', ['frames', 'messages', 'symbols', 'files', 'rerank']],
  ['words and second look', ['frames', 'messages', 'symbols', 'files']],
];

const verbose = process.argv.includes('--ranks') || process.env['REPRISE_RANKS'] === '1';
const parser = await createTestParser();
const tokenizer = createTokenizer();
const indexes = new Map<string, IndexReader>();
const lacking = new Set<string>();
for (const project of new Set(pairs.map((pair) => pair.project))) {
  if (project.includes('==')) await fetchLibrary(project).catch(() => undefined);
  const folder = projectFolder(project);
  if (folder === null) lacking.add(project);
  else indexes.set(project, indexProject(await readProject(folder), parser, tokenizer));
}
if (lacking.size > 0) process.stdout.write(`left out, as they could not be fetched: ${[...lacking].join(', ')}\n`);

function ranksOf(
  which: (pair: (typeof pairs)[number]) => boolean,
  off: readonly Ingredient[],
): readonly (number | null)[] {
  return pairs.filter(which).flatMap((pair) => {
    const index = indexes.get(pair.project);
    return index ? [rankOf(pair, searchFor(pair, index, tokenizer, new Set(off)))] : [];
  });
}

function cells({ top1, top5, top10, mrr }: Figures): string {
  return [top1, top5, top10, mrr].map((value) => value.toFixed(2).padStart(7)).join('');
}

const tuning = (pair: (typeof pairs)[number]): boolean => pair.part === 'tuning';
const heldOut = (pair: (typeof pairs)[number]): boolean => pair.part === 'heldOut';
const head = ['Top@1', 'Top@5', 'Top@10', 'MRR'].map((name) => name.padStart(7)).join('');
process.stdout.write(
  `${''.padEnd(32)}${'all pairs'.padStart(28)} |${'tuning'.padStart(28)} |${'held out'.padStart(28)}\n`,
);
process.stdout.write(`${''.padEnd(32)}${head} |${head} |${head}\n`);
for (const [name, off] of rows) {
  const parts = [() => true, tuning, heldOut].map((which) => figuresOf(ranksOf(which, off)));
  process.stdout.write(`${name.padEnd(32)}${parts.map(cells).join(' |')}\n`);
}
process.stdout.write('\n');
for (const [name, which] of [
  ['projects', (pair) => !pair.project.includes('==')],
  ['libraries', (pair) => pair.project.includes('==')],
] as const satisfies readonly (readonly [string, (pair: (typeof pairs)[number]) => boolean])[]) {
  const ranks = ranksOf(which, []);
  process.stdout.write(`${`${name} (${ranks.length} pairs)`.padEnd(32)}${cells(figuresOf(ranks))}\n`);
}
if (verbose) {
  for (const pair of pairs.filter(tuning)) {
    const index = indexes.get(pair.project);
    if (!index) continue;
    const hits = searchFor(pair, index, tokenizer);
    const rank = rankOf(pair, hits);
    const shown = hits
      .slice(0, 4)
      .map(
        ({ path, name, score, ranks }) =>
          `${path}::${name} ${score} ${[...ranks].map(([key, at]) => `${key}:${at}`).join(',')}`,
      );
    process.stdout.write(
      `${pair.id}: ${rank ?? '-'}\n${rank === 1 ? '' : `${shown.map((line) => `    ${line}\n`).join('')}`}`,
    );
  }
}
const { top1, top5, top10, mrr } = figuresOf(ranksOf(() => true, []));
for (const [name, value] of Object.entries({ 'Top@1': top1, 'Top@5': top5, 'Top@10': top10, MRR: mrr })) {
  figure(`retrieval: ${name}, all pairs`, value, 'share');
}

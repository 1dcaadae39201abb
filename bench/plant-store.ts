import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRunStore } from '../src/node/store/create-run-store';
import { digestOf } from '../src/node/system/digest';
import { EVENT_VERSION, type ReproductionEvent } from '../src/protocol/reproduction/events';
import { defaultOptions } from '../src/protocol/reproduction/options';

const at = '2026-01-01T00:00:00.000Z';

/** A script of so many lines, as generated code looks. */
function scriptOf(lines: number, turn: number): string {
  const rows = ['import json', `turn = ${turn}`];
  while (rows.length < lines) rows.push(`value_${rows.length} = json.dumps({"row": ${rows.length}, "turn": turn})`);
  return `${rows.join('\n')}\n`;
}

/** Stores a reproduction with so many attempts, each with a script of so many lines, as an earlier start would have left it. */
export async function plantAttempts(
  dataFolder: string,
  { id, attempts, lines }: { readonly id: string; readonly attempts: number; readonly lines: number },
): Promise<void> {
  const store = createRunStore({ dataFolder });
  const scripts = Array.from({ length: attempts }, (_, turn) => {
    const text = scriptOf(lines, turn);
    return { text, digest: digestOf(text), provenance: [] };
  });
  const events: ReproductionEvent[] = [
    {
      type: 'reproduction/created',
      title: `Planted with ${attempts} attempts`,
      options: defaultOptions,
      report: { digest: digestOf('# Planted'), name: 'report.md' },
    },
    { type: 'reproduction/phaseEntered', phase: 'attempting' },
    ...scripts.flatMap(({ digest }, index): ReproductionEvent[] => {
      const attemptId = `attempt-${index + 1}`;
      return [
        {
          type: 'attempt/started',
          attempt: {
            ...{ id: attemptId, number: index + 1, parentId: index === 0 ? null : `attempt-${index}` },
            ...{ author: 'reprise', scriptDigest: digest, startedAt: at, verdict: null },
            edit: { kind: 'editAction', action: 'import-addition-dependency-resolution', reason: 'Planted.' },
            phase: { kind: 'generating' },
          },
        },
        { type: 'attempt/phaseEntered', attemptId, phase: { kind: 'finished', summary: 'Planted.' } },
      ];
    }),
    {
      type: 'reproduction/concluded',
      conclusion: {
        ...{ outcome: 'notReproduced', message: 'Planted.', attemptId: null, verdict: null, missing: [], elapsedMs: 1 },
        concludedAt: at,
      },
    },
  ];
  await store.create(id);
  await store.writeReport(id, '# Planted');
  for (const script of scripts) await store.writeScript(id, script);
  const folder = join(dataFolder, 'reproductions', id);
  const log = events.map((event, index) =>
    JSON.stringify({ v: EVENT_VERSION, reproductionId: id, seq: index + 1, at, event }),
  );
  await writeFile(join(folder, 'events.jsonl'), `${log.join('\n')}\n`);
}

/** Stores so many small reproductions: copies of one, each with an id and a title of its own. */
export async function plantMany(dataFolder: string, count: number): Promise<void> {
  const all = join(dataFolder, 'reproductions');
  await plantAttempts(dataFolder, { id: 'many-0', attempts: 2, lines: 20 });
  const log = await readFile(join(all, 'many-0', 'events.jsonl'), 'utf8');
  const names = (await readdir(join(all, 'many-0'))).filter((name) => name !== 'events.jsonl');
  for (let index = 1; index < count; index += 1) {
    const folder = join(all, `many-${index}`);
    await mkdir(folder);
    for (const name of names) await cp(join(all, 'many-0', name), join(folder, name), { recursive: true });
    const own = log
      .replaceAll('"many-0"', `"many-${index}"`)
      .replace('Planted with 2 attempts', `Crash number ${index}`);
    await writeFile(join(folder, 'events.jsonl'), own);
  }
}

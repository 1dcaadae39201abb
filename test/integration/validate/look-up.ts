import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readCheckProgram } from '../../../src/node/validate/read-check-program';

const PROGRAM = await readCheckProgram(resolve('resources'));

export interface Snippet {
  readonly name: string;
  readonly text: string;
}

/** Scripts of a file below `scripts`, each under a line `# --- name`. */
export function readSnippets(file: string): readonly Snippet[] {
  const text = readFileSync(join(import.meta.dirname, 'scripts', file), 'utf8');
  return text
    .split(/^# --- /m)
    .slice(1)
    .map((part) => ({ name: part.slice(0, part.indexOf('\n')), text: part.slice(part.indexOf('\n') + 1) }));
}

export interface Issue {
  readonly kind: string;
  readonly line: number | null;
  readonly name: string;
  readonly of: string | null;
  readonly near: readonly string[];
}

/** What the look-up says of each script, in one interpreter for all: modules are imported once. */
export function lookUp(python: string, texts: readonly string[], project: readonly string[] = []): readonly Issue[][] {
  const questions = JSON.stringify(texts.map((source) => JSON.stringify({ source, project })));
  const program = `${PROGRAM}\nimport io\nfor question in json.load(io.open(0, encoding="utf-8")):\n    answer(question)\n`;
  const done = spawnSync(python, ['-W', 'ignore', '-c', program], {
    input: questions,
    encoding: 'utf8',
    timeout: 240_000,
    env: { PATH: '/usr/bin:/bin', CUDA_VISIBLE_DEVICES: '', TF_CPP_MIN_LOG_LEVEL: '3', PYTHONIOENCODING: 'utf-8' },
  });
  const lines = done.stdout.split('\n').filter((line) => line.startsWith('reprise-check:'));
  if (lines.length !== texts.length) throw new Error(`${lines.length} answers: ${done.stderr.slice(-2000)}`);
  return lines.map((line) => JSON.parse(line.slice('reprise-check:'.length)) as Issue[]);
}

/** How a real run of a script ends: null, or the last of what it printed on standard error. It is a file, as TorchScript reads its source. */
export function runReally(python: string, text: string, folder: string): string | null {
  const file = join(folder, 'script.py');
  writeFileSync(file, text);
  const done = spawnSync(python, ['-W', 'ignore', file], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 240_000,
    env: { PATH: '/usr/bin:/bin', CUDA_VISIBLE_DEVICES: '', TF_CPP_MIN_LOG_LEVEL: '3', MPLBACKEND: 'Agg' },
  });
  return done.status === 0 ? null : done.stderr.slice(-400);
}

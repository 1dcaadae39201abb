import { z } from 'zod';
import type { SharedFile } from '../../protocol/sharing';
import { fenced } from './forms/fenced';

/** Under this name a notebook's metadata, and a block of a comment, hold the reproducer's other files. */
const KEY = 'reprise';

const Texts = z.record(z.string().max(200), z.string());
const Notebook = z.object({
  metadata: z.object({ [KEY]: Texts }),
  cells: z.array(z.object({ id: z.string().optional(), source: z.union([z.string(), z.array(z.string())]) })),
});

/** What an import reads besides the script, whose bytes stand in the form itself. */
const inNotebook = ['reproduction.json', 'report.md', 'requirements.lock', 'run.log'];
/** A comment shows the lock and the output to people; without the report no line of the script could be found in it. */
const inComment = ['reproduction.json', 'report.md'];

/** Of the cell that holds the script. */
export const SCRIPT_CELL = 'reproducer';

/** What a notebook's metadata carry. */
export function carriedInNotebook(files: readonly SharedFile[]): Readonly<Record<string, unknown>> {
  return { [KEY]: pick(files, inNotebook) };
}

/** A block for a comment. `script`: its end, which a block of Markdown does not keep. */
export function carriedInComment(files: readonly SharedFile[], script: string): string {
  const end = script.slice(script.trimEnd().length);
  return fenced(JSON.stringify({ [KEY]: { ...pick(files, inComment), end } }), 'json');
}

/** The files of a reproducer that a form of one file carries. Those of any other form are given back as they are. */
export function unpackForm(files: readonly SharedFile[]): readonly SharedFile[] {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) return files;
  if (file.path.endsWith('.ipynb')) return fromNotebook(file.text);
  return file.path.endsWith('.md') ? fromComment(file.text.replace(/\r\n/g, '\n')) : files;
}

function fromNotebook(text: string): readonly SharedFile[] {
  const notebook = Notebook.safeParse(json(text)).data;
  const source = notebook?.cells.find(({ id }) => id === SCRIPT_CELL)?.source;
  if (!notebook || source === undefined) return [];
  return [...unpack(notebook.metadata[KEY]), { path: 'reproducer.py', text: [source].flat().join('') }];
}

function fromComment(text: string): readonly SharedFile[] {
  const blocks = [...text.matchAll(/^(`{3,})(\w*)\n([\s\S]*?)\n\1$/gm)];
  const script = blocks.find(([, , language]) => language === 'python')?.[3];
  for (const [, , language, body = ''] of blocks.reverse()) {
    const carried = language === 'json' ? z.object({ [KEY]: Texts }).safeParse(json(body)).data?.[KEY] : undefined;
    if (carried === undefined || script === undefined) continue;
    const { end = '\n', ...texts } = carried;
    return [...unpack(texts), { path: 'reproducer.py', text: script + end }];
  }
  return [];
}

function pick(files: readonly SharedFile[], names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(files.filter(({ path }) => names.includes(path)).map(({ path, text }) => [path, text]));
}

function unpack(texts: Readonly<Record<string, string>>): readonly SharedFile[] {
  return Object.entries(texts)
    .filter(([path]) => inNotebook.includes(path))
    .map(([path, text]) => ({ path, text }));
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import { createReadableWriter, type ReadableText } from './readable-text';

interface Output {
  readonly output_type?: unknown;
  readonly text?: unknown;
  readonly traceback?: unknown;
  readonly data?: Readonly<Record<string, unknown>>;
}

interface Cell {
  readonly cell_type?: unknown;
  readonly source?: unknown;
  readonly outputs?: unknown;
}

const COLOUR = /\u001b\[[\d;]{0,20}m/g;

/** A saved notebook as Markdown: its prose, its code, and what the cells printed. Null: the source is no notebook. */
export function fromNotebook(source: string): ReadableText | null {
  if (!/^\s*\{/.test(source) || !source.includes('"cells"') || !source.includes('"nbformat"')) return null;
  const cells = cellsOf(source);
  if (!cells) return null;
  const writer = createReadableWriter();
  let from = 0;
  /** Lines of a notebook are JSON strings, one after the other; each is looked for behind the one before. */
  const write = (text: string): void => {
    for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
      const quoted = JSON.stringify(line.replace(/\n$/, '')).slice(1, -1);
      const found = quoted === '' ? from : source.indexOf(quoted, from);
      const start = found < 0 ? from : found;
      const end = found < 0 ? from : start + quoted.length;
      writer.add(line.replace(COLOUR, ''), start, end);
      from = end;
    }
  };
  const fenced = (text: string, language: string): void => {
    if (text.trim() === '') return;
    const fence = text.includes('```') ? '~~~~' : '```';
    writer.add(`\n${fence}${language}\n`, from, from);
    write(text.endsWith('\n') ? text : `${text}\n`);
    writer.add(`${fence}\n\n`, from, from);
  };
  for (const cell of cells) {
    if (cell.cell_type === 'code') fenced(joined(cell.source, ''), 'python');
    else {
      write(joined(cell.source, ''));
      writer.add('\n\n', from, from);
    }
    for (const output of Array.isArray(cell.outputs) ? (cell.outputs as Output[]) : []) {
      if (typeof output !== 'object' || output === null) continue;
      if (output.output_type === 'error') fenced(joined(output.traceback, '\n'), '');
      else fenced(joined(output.text ?? output.data?.['text/plain'], ''), '');
    }
  }
  return writer.finish();
}

function cellsOf(source: string): Cell[] | null {
  try {
    const notebook = JSON.parse(source) as { cells?: unknown } | null;
    if (typeof notebook !== 'object' || notebook === null || !Array.isArray(notebook.cells)) return null;
    return notebook.cells.filter((cell): cell is Cell => typeof cell === 'object' && cell !== null);
  } catch {
    return null;
  }
}

function joined(text: unknown, between: string): string {
  if (typeof text === 'string') return text;
  return Array.isArray(text) ? text.filter((line): line is string => typeof line === 'string').join(between) : '';
}

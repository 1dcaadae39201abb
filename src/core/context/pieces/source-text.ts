import { z } from 'zod';

const Notebook = z.object({
  cells: z.array(
    z.object({ cell_type: z.string(), source: z.union([z.string(), z.array(z.string())]).catch('') }).catch({
      cell_type: 'raw',
      source: '',
    }),
  ),
});

/** Begins each cell of a notebook in its Python form. */
export const CELL_MARK = '# %% cell ';

/**
 * The text that a file's pieces count lines in: a notebook as a Python script, its prose and its commands as comments;
 * any other file as it is, with line ends of Unix and without a byte order mark.
 */
export function sourceText(path: string, text: string): string {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  return /\.ipynb$/i.test(path) ? (notebookScript(plain) ?? '') : plain;
}

function notebookScript(text: string): string | null {
  try {
    const { cells } = Notebook.parse(JSON.parse(text));
    return cells.map((cell, index) => `${CELL_MARK}${index + 1}\n${cellText(cell)}\n`).join('\n');
  } catch {
    return null;
  }
}

function cellText(cell: z.infer<typeof Notebook>['cells'][number]): string {
  const source = typeof cell.source === 'string' ? cell.source : cell.source.join('');
  const isCode = cell.cell_type === 'code';
  return source
    .split('\n')
    .map((line) => (isCode && !/^\s*[%!?]/.test(line) ? line : `# ${line}`))
    .join('\n');
}

import { carriedInNotebook, SCRIPT_CELL } from '../carried';
import type { BundleFacts } from '../read-bundle';

/** The whole reproducer as one notebook (nbformat 4.5): what it shows, what to install, the script in one cell. */
export function notebookForm({ script, about, lock, pythonVersion, files }: BundleFacts): string {
  const install = lock.trim() === '' ? [] : [markdown('install', `\`\`\`\n${lock.trim()}\n\`\`\``)];
  const notebook = {
    cells: [
      markdown('about', about),
      ...install,
      {
        cell_type: 'code',
        execution_count: null,
        id: SCRIPT_CELL,
        metadata: {},
        outputs: [],
        source: linesOf(script),
      },
    ],
    metadata: {
      kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
      language_info: { name: 'python', version: pythonVersion },
      ...carriedInNotebook(files),
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return `${JSON.stringify(notebook, null, 1)}\n`;
}

function markdown(id: string, text: string): object {
  return { cell_type: 'markdown', id, metadata: {}, source: linesOf(text) };
}

/** A notebook keeps a text as its lines, each with its end. */
function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\n)/);
}

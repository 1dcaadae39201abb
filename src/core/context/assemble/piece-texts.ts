import type { Progress } from '../../ports/cancellation';
import type { Workspace } from '../../ports/workspace';
import { sourceText } from '../pieces/source-text';

/** Texts of a project's files as their pieces count lines, each file read once. */
export interface PieceTexts {
  /** Lines of a file, or null where it cannot be read, or ends before them. */
  readonly lines: (file: string, firstLine: number, lastLine: number) => Promise<string | null>;
  /** Files that could not be read. */
  readonly unread: () => readonly string[];
}

export function createPieceTexts({
  project,
  workspace,
  progress,
}: {
  readonly project: string;
  readonly workspace: Workspace;
  readonly progress: Progress;
}): PieceTexts {
  const read = new Map<string, readonly string[] | null>();
  const linesOf = async (file: string): Promise<readonly string[] | null> => {
    const known = read.get(file);
    if (known !== undefined) return known;
    const text = await workspace.readText(project, file, progress);
    const lines = text === null ? null : sourceText(file, text).split('\n');
    read.set(file, lines);
    return lines;
  };
  return {
    lines: async (file, firstLine, lastLine) => {
      const lines = await linesOf(file);
      if (!lines || firstLine > lines.length) return null;
      return lines.slice(firstLine - 1, lastLine).join('\n');
    },
    unread: () => [...read].filter(([, lines]) => lines === null).map(([file]) => file),
  };
}

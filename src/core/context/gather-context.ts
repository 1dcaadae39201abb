import { message } from '../../protocol/catalogue/catalogue';
import type { Context, ContextChunk } from '../../protocol/context';
import type { PrintedFrame, ReportReadOut } from '../../protocol/report';
import type { Progress } from '../ports/cancellation';
import type { Ids } from '../ports/ids';
import type { Workspace } from '../ports/workspace';

/** Lines kept on either side of a line that a traceback names. */
const LINES_AROUND = 20;
const MOST_FILES = 20_000;

/** The project's file that a printed path means: the one with the longest tail of folders in common. */
function fileFor(printed: string, files: readonly string[]): string | null {
  const wanted = printed.replaceAll('\\', '/').split('/').reverse();
  let best: string | null = null;
  let longest = 0;
  for (const file of files) {
    const parts = file.split('/').reverse();
    let shared = 0;
    while (shared < parts.length && shared < wanted.length && parts[shared] === wanted[shared]) shared += 1;
    if (shared > longest) [best, longest] = [file, shared];
  }
  return best;
}

function chunkAround(file: string, text: string, frame: PrintedFrame, id: string): ContextChunk | null {
  const lines = text.split(/\r?\n/);
  if (frame.line < 1 || frame.line > lines.length) return null;
  const firstLine = Math.max(1, frame.line - LINES_AROUND);
  const lastLine = Math.min(lines.length, frame.line + LINES_AROUND);
  return {
    id,
    file,
    firstLine,
    lastLine,
    text: lines.slice(firstLine - 1, lastLine).join('\n'),
    score: 1,
    reason: message('context.namedByTraceback', { line: frame.line }),
  };
}

/** The places of the project that the report's tracebacks name. Without a project: nothing. */
export async function gatherContext(options: {
  readonly readOut: ReportReadOut;
  readonly project: string | null;
  readonly workspace: Workspace;
  readonly ids: Ids;
  readonly progress: Progress;
}): Promise<Context> {
  const { project, workspace, progress } = options;
  if (project === null) return { chunks: [], leftOut: [] };
  const files = await workspace.listFiles(project, MOST_FILES, progress);
  const chunks: ContextChunk[] = [];
  const leftOut: string[] = [];
  for (const frame of options.readOut.exceptions.flatMap(({ frames }) => frames)) {
    const file = /[\\/](?:site|dist)-packages[\\/]/.test(frame.file) ? null : fileFor(frame.file, files);
    if (
      file === null ||
      chunks.some((chunk) => chunk.file === file && chunk.firstLine <= frame.line && chunk.lastLine >= frame.line)
    ) {
      continue;
    }
    const text = await workspace.readText(project, file, progress);
    const chunk = text === null ? null : chunkAround(file, text, frame, options.ids.next('chunk'));
    if (chunk) chunks.push(chunk);
    else leftOut.push(message('context.notReadable', { file, line: frame.line }));
  }
  return { chunks, leftOut };
}

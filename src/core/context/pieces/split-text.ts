import { CELL_MARK } from './source-text';
import type { Piece, PieceKind } from './piece';

const LONGEST = 60;

/** Pieces of a text at its own borders, `starts`, each cut where it is longer than a screen or two. Lines count from 1. */
function cut(kind: PieceKind, lines: readonly string[], isStart: (line: string) => string | null): readonly Piece[] {
  const pieces: Piece[] = [];
  let firstLine = 1;
  let name = '';
  const close = (end: number): void => {
    let lastLine = end;
    while (lastLine >= firstLine && (lines[lastLine - 1] ?? '').trim() === '') lastLine -= 1;
    if (lastLine >= firstLine) pieces.push({ kind, name, firstLine, lastLine });
  };
  lines.forEach((line, index) => {
    const start = isStart(line);
    if (start === null && index + 1 - firstLine < LONGEST) return;
    close(index);
    firstLine = index + 1;
    if (start !== null) name = start;
  });
  close(lines.length);
  return pieces;
}

/** Parts of prose, by its headings. */
export function splitDocument(text: string): readonly Piece[] {
  return cut('document', text.split('\n'), (line) => /^#{1,6}\s+(.{1,120})/.exec(line)?.[1]?.trim() ?? null);
}

/** Parts of a settings file, by its outermost keys where it is long. */
export function splitConfig(text: string): readonly Piece[] {
  const lines = text.split('\n');
  if (lines.length <= LONGEST) return cut('config', lines, () => null);
  return cut(
    'config',
    lines,
    (line) => /^(?:\[+([\w.-]+)\]+|([\w-]+):\s*$)/.exec(line)?.slice(1).find(Boolean) ?? null,
  );
}

/** The cells of a notebook in its Python form. */
export function splitCells(script: string): readonly Piece[] {
  return cut('cell', script.split('\n'), (line) =>
    line.startsWith(CELL_MARK) ? `cell ${line.slice(CELL_MARK.length)}` : null,
  );
}

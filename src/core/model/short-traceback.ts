/** Frames that are kept at the beginning and at the end of a traceback: the script's own way in, and where it failed. */
const FIRST_FRAMES = 2;
const LAST_FRAMES = 3;

interface Frame {
  readonly lines: readonly string[];
}

function marker(count: number): string {
  return `  [… ${count} frames left out …]`;
}

/** A run of frames as far as it says something: without the marks below lines, and without the libraries' way from call to call. */
function shortened(frames: readonly Frame[]): readonly string[] {
  const out = frames.length - FIRST_FRAMES - LAST_FRAMES;
  if (out < 2) return frames.flatMap(({ lines }) => lines);
  return [
    ...frames.slice(0, FIRST_FRAMES).flatMap(({ lines }) => lines),
    marker(out),
    ...frames.slice(-LAST_FRAMES).flatMap(({ lines }) => lines),
  ];
}

/**
 * What a run printed, with tracebacks as short as they can be for who looks for their cause: the script's own frames and the last ones
 * stay, as does every other line. The script is named without its folder.
 */
export function shortTraceback(text: string): string {
  const kept: string[] = [];
  let frames: Frame[] = [];
  for (const line of text.split('\n')) {
    // Python 3.11 and later mark the failing part of a line.
    if (/^\s+[~^]+\s*$/.test(line)) continue;
    const isFrame = /^\s+File "[^"]*", line \d+/.test(line);
    const open = frames.at(-1);
    if (isFrame) frames.push({ lines: [line.replace(/^(\s+File ")[^"]*\/(reproducer\.py")/, '$1$2')] });
    else if (open && /^\s{4,}\S/.test(line) && open.lines.length === 1)
      frames[frames.length - 1] = { lines: [...open.lines, line] };
    else {
      kept.push(...shortened(frames), line);
      frames = [];
    }
  }
  return [...kept, ...shortened(frames)].join('\n');
}

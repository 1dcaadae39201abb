import type { PrintedFrame } from '../../protocol/report';

const FRAME = /^\s{0,40}File "([^"]{1,1000})", line (\d{1,9})(?:, in (.{1,300}?))?\s*\*?\s*$/;
/** How messages begin, or go on, that hold the frames of where a wrapped error came from. A data table. */
const HOLDS_FRAMES =
  /^in user code:|^from user code:|^\s*-- Process \d{1,9} terminated with the following error:|^Original Traceback |^Traceback (?:of TorchScript|\(most recent call last\))/m;
const HERE = /^\s*~+\s*<--- HERE\s*$/;
const MOST_LINES = 2_000;

/**
 * Frames that a message holds: a traced function's (`in user code:`), a compiled one's (`from user code:`), a worker's, a spawned process's,
 * TorchScript's. The innermost last; empty: the message wraps nothing. Linear.
 */
export function innerFrames(message: string): readonly PrintedFrame[] {
  if (!HOLDS_FRAMES.test(message)) return [];
  const frames: PrintedFrame[] = [];
  let before = '';
  for (const text of message.split('\n', MOST_LINES)) {
    const frame = FRAME.exec(text);
    const last = frames.at(-1);
    if (frame?.[1]) {
      frames.push({ file: frame[1], line: Number(frame[2]), function: frame[3]?.trim() ?? null, code: null });
    } else if (last && HERE.test(text)) {
      // TorchScript prints the function from its beginning on and points at the line.
      frames[frames.length - 1] = { ...last, code: before.trim() };
    } else if (last && last.code === null && text.trim() !== '') {
      frames[frames.length - 1] = { ...last, code: text.trim() };
    }
    before = text;
  }
  return frames;
}

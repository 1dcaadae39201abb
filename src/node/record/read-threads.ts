import type { ThreadRecord } from '../../protocol/record/record';

const MOST_THREADS = 100;
const MOST_FRAMES = 100;
const LONGEST = 1000;

/** Reads stacks as `faulthandler` writes them. Lines of another form are left out: the text is untrusted. */
export function readThreads(text: string): readonly ThreadRecord[] {
  const threads: ThreadRecord[] = [];
  for (const line of text.split('\n')) {
    const head = /^(Current thread|Thread) (0x[0-9a-f]{1,16})\b[^\n]{0,200}\(most recent call first\):$/.exec(line);
    if (head) {
      if (threads.length >= MOST_THREADS) break;
      threads.push({ id: head[2] ?? '', current: head[1] === 'Current thread', frames: [] });
      continue;
    }
    const frame = /^ {2}File (?:"(.{0,4096})"|\?\?\?), line (\d{1,9}|\?\?\?) in (.{1,1000})$/.exec(line);
    const frames = threads.at(-1)?.frames;
    if (!frame || !frames || frames.length >= MOST_FRAMES) continue;
    const number = Number(frame[2]);
    frames.push({
      file: (frame[1] ?? '').slice(0, LONGEST),
      line: Number.isInteger(number) ? number : null,
      function: (frame[3] ?? '').slice(0, LONGEST),
    });
  }
  return threads.map((thread) => ({ ...thread, frames: withoutRunner(thread.frames) }));
}

/** The runner's own frames lie below the script's, outermost. */
function withoutRunner(frames: ThreadRecord['frames']): ThreadRecord['frames'] {
  let last = frames.length;
  while (last > 0 && isRunner(frames[last - 1]?.file ?? '')) last -= 1;
  return frames.slice(0, last);
}

function isRunner(file: string): boolean {
  return /[\\/]python[\\/](?:reprise_\w+|parts[\\/]\w+)\.py$/.test(file);
}

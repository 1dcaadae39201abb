import type { EventEnvelope } from '../../protocol/reproduction/events';
import { message } from '../../protocol/catalogue/catalogue';
import type { ReproductionState } from '../../protocol/reproduction/state';
import type { Palette } from './palette';
import { duration } from './words';

/** A last line of a terminal that says what takes so long. It is never left behind. */
export interface StatusLine {
  /** Begins, changes or ends what is said. */
  follow(envelope: EventEnvelope, state: ReproductionState): void;
  /** Takes the line away before something else is written. */
  clear(): void;
  end(): void;
}

interface Waiting {
  readonly since: number;
  readonly words: (elapsed: string) => string;
}

/** `write` is the terminal's; `now` in milliseconds. The line is written anew each second, and once at the first `follow`. */
export function createStatusLine(options: {
  readonly write: (text: string) => void;
  readonly now: () => number;
  readonly palette: Palette;
}): StatusLine {
  const { write, now, palette } = options;
  let waiting: Waiting | null = null;
  let shown = false;
  const clear = (): void => {
    if (shown) write('\r\u001b[K');
    shown = false;
  };
  const show = (): void => {
    if (!waiting) return;
    clear();
    write(
      `${' '.repeat(13)}${palette.faint(waiting.words(duration(Math.floor((now() - waiting.since) / 1000) * 1000)))}`,
    );
    shown = true;
  };
  const ticking = setInterval(show, 1000);
  ticking.unref();
  return {
    clear,
    follow: ({ event }, state) => {
      switch (event.type) {
        case 'environment/preparationStarted':
          waiting = { since: now(), words: (elapsed) => message('cli.status.preparing', { elapsed }) };
          break;
        case 'execution/started': {
          const limit = duration(state.options.timeLimit * 1000);
          waiting = { since: now(), words: (elapsed) => message('cli.status.running', { elapsed, limit }) };
          break;
        }
        case 'environment/ready':
        case 'environment/failed':
        case 'execution/finished':
        case 'approval/requested':
        case 'reproduction/paused':
        case 'reproduction/concluded':
          waiting = null;
          break;
        default:
          return;
      }
    },
    end: () => {
      clearInterval(ticking);
      clear();
    },
  };
}

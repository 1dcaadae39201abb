import type { ExceptionRecord, FrameRecord } from '../../protocol/record/record';
import { handingOn } from './handing-on';

/** Where an exception comes from. */
export interface Origin {
  /** The innermost frame that does more than hand it on. */
  readonly frame: FrameRecord;
  /** A frame that raised what it was handed lies inside of it, so the exception was made elsewhere. */
  readonly deliveredBy: FrameRecord | null;
  /** The innermost frame of the script; null: no line of the script took part. */
  readonly scriptFrame: FrameRecord | null;
  /** The innermost frame of the project. */
  readonly projectFrame: FrameRecord | null;
}

/** Finds the origin. Null: the exception has no frames, so it was never raised. */
export function originOf(exception: ExceptionRecord): Origin | null {
  const { frames } = exception;
  let at = frames.length - 1;
  let deliveredBy: FrameRecord | null = null;
  for (; at > 0; at--) {
    const frame = frames[at];
    const role = frame ? handingOn(frame) : null;
    if (!frame || role === null) break;
    if (role === 'delivery') deliveredBy ??= frame;
  }
  const frame = frames[at];
  if (!frame) return null;
  const innermost = (place: FrameRecord['place']): FrameRecord | null =>
    [...frames].reverse().find((candidate) => candidate.place === place) ?? null;
  return { frame, deliveredBy, scriptFrame: innermost('script'), projectFrame: innermost('project') };
}

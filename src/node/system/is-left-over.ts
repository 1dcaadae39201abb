import { errorCode } from './error-code';

/** No preparation takes so long: what is of this age is left over, and its number belongs to another program by now. */
export const LONGEST_MS = 6 * 3600 * 1000;

/** Whether a lock or a work folder was left by a program that is gone. `madeAt` is in milliseconds since 1970. */
export function isLeftOver(made: { readonly processId: number; readonly madeAt: number }): boolean {
  const age = Date.now() - made.madeAt;
  // A start after a crash may get the same number: what is older than this program is not its own. By its age and by the time of
  // its start, as a clock that was set, or a machine that slept, moves one of the two alone.
  if (made.processId === process.pid) {
    return age > process.uptime() * 1000 + 50 && made.madeAt < performance.timeOrigin - 50;
  }
  return age > LONGEST_MS || !isAlive(made.processId);
}

function isAlive(processId: number): boolean {
  if (!Number.isInteger(processId) || processId <= 0) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

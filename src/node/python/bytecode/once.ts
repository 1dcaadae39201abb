import { holdingLock } from '../prepare/hold-lock';

/** Does work that is not done yet, in one program at a time. Errors: as `holdingLock`. */
export async function once(
  guard: { readonly lock: string; readonly done: () => Promise<boolean>; readonly signal: AbortSignal },
  work: () => Promise<void>,
): Promise<void> {
  if (await guard.done()) return;
  await holdingLock(guard.lock, { signal: guard.signal, onWait: () => undefined }, async () => {
    if (!(await guard.done())) await work();
  });
}

import type { Conclusion } from '../../../protocol/reproduction/state';
import type { Work } from '../work';

/** How a reproduction ends. */
export type Ending = Omit<Conclusion, 'elapsedMs' | 'concludedAt'>;

/** Writes the conclusion. After an abort nothing is concluded: the host decides what that means. */
export async function conclude(work: Work, ending: Ending): Promise<void> {
  work.progress.signal.throwIfAborted();
  await work.session.emit({
    type: 'reproduction/concluded',
    conclusion: { ...ending, elapsedMs: work.elapsedMs(), concludedAt: work.ports.clock.now() },
  });
}

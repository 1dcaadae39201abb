import type { Hardware } from '../../protocol/methods';
import type { Progress } from './cancellation';

/** Tells the machine's processors, memory and accelerators. Never rejects but on cancellation: what cannot be told is null, with a reason. */
export interface HardwareProbe {
  read(progress: Progress): Promise<Hardware>;
}

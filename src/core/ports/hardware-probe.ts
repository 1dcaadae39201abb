import type { Hardware } from '../../protocol/hardware';
import type { Progress } from './cancellation';

/** What the framework of an environment was built for. */
export interface FrameworkBuild {
  readonly name: string;
  readonly version: string;
  /** `12.6`; null: without CUDA; undefined: its files do not tell. */
  readonly cuda: string | null | undefined;
  /** `sm_90`, `compute_90`, as the framework itself tells; null: it was not asked, or does not tell. */
  readonly architectures: readonly string[] | null;
}

/** Tells the machine's processors, memory and accelerators. Never rejects but on cancellation: what cannot be told is null, with a reason. */
export interface HardwareProbe {
  /** `build`: what an environment holds, whose steps are told then; null: it holds no framework that uses cards. */
  read(progress: Progress, build?: FrameworkBuild | null): Promise<Hardware>;
}

import type { Progress } from '../../../core/ports/cancellation';
import type { Sandbox } from '../../../core/ports/sandbox';
import type { Terminals } from '../../../core/ports/terminals';
import type { EnvironmentSummary } from '../../../protocol/environment';
import type { RunInPty, RunProcess } from '../../process/types';
import type { PythonKnowledge } from '../knowledge/read-knowledge';
import type { Machine } from '../machine';

/** What a preparation works with. */
export interface PrepareParts {
  readonly machine: Machine;
  readonly knowledge: PythonKnowledge;
  readonly terminals: Terminals;
  readonly sandbox: Sandbox;
  readonly runInPty: RunInPty;
  readonly runProcess: RunProcess;
  /** The user's own index; null: the installer's default. */
  readonly readIndex: () => Promise<string | null>;
  readonly listEnvironments: (progress: Progress) => Promise<readonly EnvironmentSummary[]>;
}

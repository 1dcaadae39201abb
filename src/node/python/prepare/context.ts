import type { Progress } from '../../../core/ports/cancellation';
import type { Sandbox } from '../../../core/ports/sandbox';
import type { Terminals } from '../../../core/ports/terminals';
import type { EnvironmentSummary } from '../../../protocol/environment';
import type { RunInPty, RunProcess } from '../../process/types';
import type { PythonKnowledge } from '../knowledge/read-knowledge';
import type { Machine } from '../machine';

/** Where packages come from, by the user's settings. */
export interface IndexSettings {
  /** Null: the installer's default. */
  readonly index: string | null;
  /** An index of builds for machines without a card; null: none. */
  readonly cpuIndex: string | null;
  /** Addresses and folders of conda's channels. */
  readonly condaChannels: readonly string[];
  /** Hosts besides the index's own. */
  readonly hosts: readonly string[];
}

/** What a preparation works with. */
export interface PrepareParts {
  readonly machine: Machine;
  readonly knowledge: PythonKnowledge;
  readonly terminals: Terminals;
  readonly sandbox: Sandbox;
  readonly runInPty: RunInPty;
  readonly runProcess: RunProcess;
  /** Files of uv that were seen to work, with what tells that they are the same still. */
  readonly seenUv: Map<string, string>;
  readonly readIndexes: () => Promise<IndexSettings>;
  /** The program by which a confined installer is led to the index (`resources/python/forward_index.py`). */
  readonly forwarder: string;
  readonly listEnvironments: (progress: Progress) => Promise<readonly EnvironmentSummary[]>;
}

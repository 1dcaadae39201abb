import type { ReproductionEvent } from '../../protocol/reproduction/events';
import type { ReproductionState } from '../../protocol/reproduction/state';
import type { Cancellation } from '../ports/cancellation';
import type { ReadCapacity, ReadFreeMemory } from '../ports/capacity';
import type { Clock } from '../ports/clock';
import type { ContextIndex } from '../ports/context-index';
import type { DigestOf } from '../ports/digests';
import type { PythonEnvironments } from '../ports/environments';
import type { Embedder } from '../ports/embedder';
import type { Ids } from '../ports/ids';
import type { Models } from '../ports/model';
import type { NameChecker } from '../ports/name-checker';
import type { PythonParser } from '../ports/python-parser';
import type { ReportReader } from '../ports/report-reader';
import type { RunStore } from '../ports/run-store';
import type { ScriptRunner } from '../ports/script-runner';
import type { Workspace } from '../ports/workspace';

/** One reproduction as the pipeline sees it. The host owns it. */
export interface Session {
  /** The state after all events so far. */
  state(): ReproductionState;
  /** Resolves when the event is on disk, folded in and fanned out. */
  emit(event: ReproductionEvent): Promise<void>;
  /** Resolves with the first state, now or later, for which the predicate holds. Rejects when the signal aborts. */
  until(predicate: (state: ReproductionState) => boolean, signal: Cancellation): Promise<ReproductionState>;
}

/** What the pipeline works with. The host hands in a runner that refuses bytes without an approval. */
export interface PipelinePorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly digestOf: DigestOf;
  readonly parser: PythonParser;
  readonly reader: ReportReader;
  readonly environments: PythonEnvironments;
  readonly runner: ScriptRunner;
  readonly workspace: Workspace;
  readonly contextIndex: ContextIndex;
  /** Absent: no model is ever asked. */
  readonly models?: Models;
  /** Absent: what a model's script names is found out by its run. */
  readonly names?: NameChecker;
  /** Absent: the project is searched by evidence and words. */
  readonly embedder?: Embedder;
  /** Absent: repeats run one after the other. */
  readonly readCapacity?: ReadCapacity;
  /** Absent: what a run will take of memory is not told ahead. */
  readonly readFreeMemory?: ReadFreeMemory;
  readonly store: Pick<RunStore, 'readReport' | 'writeScript' | 'readScript' | 'writeReproducer'>;
}

import type { MachineNames } from '../export/leaks/find-private-text';
import type { PipelinePorts } from '../pipeline/session';
import type { FactFinder } from './fact-finder';
import type { Gists } from './gists';
import type { HardwareProbe } from './hardware-probe';
import type { IssueReader } from './issue-reader';
import type { RunStore } from './run-store';
import type { SharedFile } from '../../protocol/sharing';
import type { Sandbox } from './sandbox';
import type { SecretScanner } from './secret-scanner';
import type { Secrets } from './secrets';
import type { SettingsStore } from './settings-store';
import type { SummaryIndex } from './summary-index';
import type { Terminals } from './terminals';

/** A bundled report to try. */
export interface Example {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly name: string;
  readonly text: string;
}

/** Everything that a host is composed of. */
export interface HostPorts extends Omit<PipelinePorts, 'store'> {
  readonly store: RunStore;
  readonly summaries: SummaryIndex;
  readonly terminals: Terminals;
  readonly sandbox: Sandbox;
  readonly settings: SettingsStore;
  readonly secrets: Secrets;
  /** Looks through what is to be shared. */
  readonly scanner: SecretScanner;
  readonly gists: Gists;
  /** Packs files below one folder as a zip file; the same files give the same bytes. */
  readonly pack: (files: readonly SharedFile[], folder: string) => Uint8Array;
  /** Absent: an editor is told nothing of the environment. */
  readonly facts?: FactFinder;
  readonly issues: IssueReader;
  readonly machine: MachineNames;
  readonly hardware: HardwareProbe;
  readonly examples: () => Promise<readonly Example[]>;
}

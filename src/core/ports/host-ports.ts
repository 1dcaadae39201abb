import type { PipelinePorts } from '../pipeline/session';
import type { HardwareProbe } from './hardware-probe';
import type { RunStore } from './run-store';
import type { Sandbox } from './sandbox';
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
  readonly hardware: HardwareProbe;
  readonly examples: () => Promise<readonly Example[]>;
}

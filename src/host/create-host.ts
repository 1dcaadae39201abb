import { continueReproduction } from '../core/pipeline/continue-reproduction';
import { composeHost } from './compose-host';
import type { Host } from './host';
import type { HostOptions } from './host-options';

/** The host of all programs: over the given ports, with the pipeline of the core. */
export function createHost(options: HostOptions): Host {
  return composeHost({ ...options, pipeline: continueReproduction });
}

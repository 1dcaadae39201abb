import type { SandboxLevel } from '../../protocol/execution';
import type { ProcessEntry } from './list-processes';

/** Tells the sandbox's own processes from the program's: they are neither counted nor asked to end. */
export function isSandboxWrapper(level: SandboxLevel['level']): (entry: ProcessEntry) => boolean {
  return (entry) => level === 'bubblewrap' && entry.name === 'bwrap';
}

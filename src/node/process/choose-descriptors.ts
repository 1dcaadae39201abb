import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import type { StdioOptions } from 'node:child_process';
import { inheritedDescriptors } from './inherited-descriptors';

type Descriptor = 'pipe' | 'ignore' | number;

/** Descriptors of a program: pipes for the streams, and the null device in place of all that it would inherit. */
export function chooseDescriptors(want: { readonly input: boolean; readonly record: boolean }): {
  readonly stdio: StdioOptions;
  /** To be called when the program has started. */
  close(): void;
} {
  const stdio: Descriptor[] = [want.input ? 'pipe' : 'ignore', 'pipe', 'pipe'];
  if (want.record) stdio.push('pipe');
  const covered = inheritedDescriptors().filter((descriptor) => descriptor >= stdio.length);
  if (covered.length === 0) return { stdio, close: () => undefined };
  const nothing = openSync(devNull, 'r+');
  for (const descriptor of covered) {
    while (stdio.length < descriptor) stdio.push('ignore');
    stdio[descriptor] = nothing;
  }
  return { stdio, close: () => closeSync(nothing) };
}

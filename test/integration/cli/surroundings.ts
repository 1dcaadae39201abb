import { PassThrough } from 'node:stream';
import path from 'node:path';
import type { Surroundings } from '../../../src/cli';

/** Surroundings without a terminal, with what was printed. */
export function createSurroundings(
  options: Pick<Surroundings, 'arguments' | 'workingFolder'> & { readonly stdin?: string; readonly home?: string },
) {
  const output = new PassThrough();
  const errors = new PassThrough();
  const input = new PassThrough();
  input.end(options.stdin ?? '');
  const text = { output: '', errors: '' };
  output.on('data', (chunk) => (text.output += String(chunk)));
  errors.on('data', (chunk) => (text.errors += String(chunk)));
  const interrupts = new Set<() => void>();
  const interrupt = (): void => interrupts.forEach((listener) => listener());
  const surroundings: Surroundings = {
    arguments: options.arguments,
    programFolder: path.join(import.meta.dirname, '..', '..', '..'),
    version: '0.0.0',
    environmentBlock: {
      PATH: process.env['PATH'],
      REPRISE_HOME: options.home ?? path.join(options.workingFolder, 'home'),
    },
    homeFolder: options.workingFolder,
    workingFolder: options.workingFolder,
    platform: process.platform,
    input,
    output,
    errors,
    interrupt,
    onInterrupt: (listener) => {
      interrupts.add(listener);
      return () => interrupts.delete(listener);
    },
  };
  return { surroundings, text };
}

import type { Readable, Writable } from 'node:stream';

/** What a program's start gives it. Handed in, so that a test can be a terminal, and no module reads a global on import. */
export interface Surroundings {
  /** Arguments after the program's own name. */
  readonly arguments: readonly string[];
  /** Folder of the program: holds `out`, `resources` and `examples`. */
  readonly programFolder: string;
  readonly version: string;
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
  readonly workingFolder: string;
  readonly platform: NodeJS.Platform;
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly errors: Writable;
  /** Calls the listener at each wish of the user to end the program. Returns a function that ends the listening. */
  readonly onInterrupt: (listener: () => void) => () => void;
  /** Passes on such a wish that came as a key, which a terminal that is being read gives us instead of a signal. */
  readonly interrupt: () => void;
}

/** Colours are for terminals, and not for those who ask for none. */
export function wantsColour({ output, environmentBlock }: Surroundings): boolean {
  return output.isTTY === true && !environmentBlock['NO_COLOR'] && environmentBlock['TERM'] !== 'dumb';
}

/** How this program was called, for a hint that can be typed: npx leaves its mark in the environment. */
export function programName({ environmentBlock }: Surroundings): string {
  return environmentBlock['npm_command'] === 'exec' ? 'npx reprise' : 'reprise';
}

/** Whether a person is there to be asked. */
export function isInteractive({ input, output }: Surroundings): boolean {
  return input.isTTY === true && output.isTTY === true;
}

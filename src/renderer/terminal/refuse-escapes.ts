interface Sequence {
  readonly final: string;
  readonly prefix?: string;
  readonly intermediates?: string;
}

/** The part of xterm's parser that is needed to take a sequence away from it. */
export interface EscapeParser {
  registerOscHandler(identifier: number, handler: (text: string) => boolean): unknown;
  registerCsiHandler(identifier: Sequence, handler: () => boolean): unknown;
  registerDcsHandler(identifier: Sequence, handler: () => boolean): unknown;
}

/**
 * Operating system commands that output may not give: titles (0, 1, 2), the working folder (7), notifications
 * (9, 99, 777), palette and colours, which also answer (4, 10 to 19, 104 to 119), the clipboard (52), and vendors' own
 * (633, 1337). What is left is the hyperlink (8), and that asks before it opens.
 */
export const refusedCommands: readonly number[] = [
  0, 1, 2, 4, 5, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 52, 99, 104, 105, 110, 111, 112, 113, 114, 115, 116, 117,
  118, 119, 633, 777, 1337,
];

/** Window operations and reports (t), device attributes (c), status (n) and mode requests (p): they answer as if typed. */
const refusedSequences: readonly Sequence[] = [
  { final: 't' },
  { final: 'c' },
  { prefix: '>', final: 'c' },
  { prefix: '=', final: 'c' },
  { final: 'n' },
  { prefix: '?', final: 'n' },
  { intermediates: '$', final: 'p' },
  { prefix: '?', intermediates: '$', final: 'p' },
];

/** Output of a run is untrusted: takes from the terminal what reaches beyond its own text. */
export function refuseEscapes(parser: EscapeParser): void {
  const swallow = (): boolean => true;
  for (const identifier of refusedCommands) parser.registerOscHandler(identifier, swallow);
  for (const sequence of refusedSequences) parser.registerCsiHandler(sequence, swallow);
  // Settings requests would answer.
  parser.registerDcsHandler({ intermediates: '$', final: 'q' }, swallow);
}

/** The address of a link in output, if it may be opened at all: http and https only, without credentials. */
export function openableAddress(text: string): string | null {
  try {
    const url = new URL(text);
    const web = url.protocol === 'http:' || url.protocol === 'https:';
    return web && url.username === '' && url.password === '' ? url.href : null;
  } catch {
    return null;
  }
}

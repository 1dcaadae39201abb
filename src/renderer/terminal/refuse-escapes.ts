/** The part of xterm's parser that is needed to take a sequence away from it. */
export interface EscapeParser {
  registerOscHandler(identifier: number, handler: (text: string) => boolean): unknown;
  registerCsiHandler(identifier: { readonly final: string; readonly prefix?: string }, handler: () => boolean): unknown;
  registerDcsHandler(
    identifier: { readonly final: string; readonly intermediates?: string },
    handler: () => boolean,
  ): unknown;
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

/** Output of a run is untrusted: takes from the terminal what reaches beyond its own text. */
export function refuseEscapes(parser: EscapeParser): void {
  const swallow = (): boolean => true;
  for (const identifier of refusedCommands) parser.registerOscHandler(identifier, swallow);
  // Window operations and reports; device attributes and status, which would answer as if typed.
  parser.registerCsiHandler({ final: 't' }, swallow);
  for (const prefix of ['', '>', '='])
    parser.registerCsiHandler(prefix ? { prefix, final: 'c' } : { final: 'c' }, swallow);
  for (const prefix of ['', '?']) parser.registerCsiHandler(prefix ? { prefix, final: 'n' } : { final: 'n' }, swallow);
  // Mouse and focus reports have nobody to report to; settings requests would answer.
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

/** The few words that the Run surface has of its own; all others come from the host. */
export const surfaceOwn = {
  'surface.own.connecting': 'Connecting…',
  'surface.own.lost': 'The connection was lost. Trying again…',
  'surface.own.covered': 'Something covers this. Uncover it to press.',
  'surface.own.early': 'This has just changed. Look at it, then press again.',
  'surface.own.alone': 'Open Run in a window of its own',
} as const;

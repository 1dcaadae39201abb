/** How much of a long volume is to be done: all of it, or the part that REPRISE_VOLUME says (0.1 is a tenth), never none. */
export function partOf(full: number): number {
  const part = Number(process.env['REPRISE_VOLUME'] ?? '1');
  if (!(part > 0 && part <= 1)) throw new Error('REPRISE_VOLUME is a part of the long volume: more than 0, at most 1.');
  return Math.max(1, Math.round(full * part));
}

import type { Accelerator } from '../../protocol/hardware';

/** What is asked of nvidia-smi for the compute capability, which its XML does not tell. */
export const CAPABILITY_QUERY = ['--query-gpu=index,compute_cap', '--format=csv,noheader'] as const;

/** `0, 9.0` a line. Older drivers do not know the question and answer with a sentence: then nothing is told. */
export function parseCapabilities(text: string): ReadonlyMap<number, string> {
  return new Map(
    [...text.matchAll(/^\s*(\d{1,3})\s*,\s*(\d{1,2}\.\d)\s*$/gm)].map(([, index, capability]) => [
      Number(index),
      capability ?? '',
    ]),
  );
}

/** Names of the slices of each card, by the card's number, from `nvidia-smi -L`; the XML tells them without. */
export function parseSliceNames(text: string): ReadonlyMap<number, readonly string[]> {
  const names = new Map<number, string[]>();
  let card = -1;
  for (const line of text.split(/\r?\n/)) {
    const number = /^GPU (\d+):/.exec(line)?.[1];
    if (number !== undefined) card = Number(number);
    const slice = /^\s+MIG .*\(UUID: (MIG-[\w/-]+)\)/.exec(line)?.[1];
    if (slice !== undefined && card >= 0) names.set(card, [...(names.get(card) ?? []), slice]);
  }
  return names;
}

/** Cards with what the two other questions told of them. */
export function withMore(
  cards: readonly Accelerator[],
  capabilities: ReadonlyMap<number, string>,
  slices: ReadonlyMap<number, readonly string[]>,
): readonly Accelerator[] {
  return cards.map((card) => {
    const capability = capabilities.get(card.index ?? -1);
    const names = slices.get(card.index ?? -1);
    return {
      ...card,
      ...(capability === undefined ? {} : { capability }),
      ...(card.slices === undefined || names === undefined
        ? {}
        : { slices: card.slices.map((slice, at) => ({ ...slice, uuid: names[at] ?? null })) }),
    };
  });
}

import type { FreeMemory } from '../core/estimate/tell-memory';
import type { HostPorts } from '../core/ports/host-ports';
import type { Accelerator, DeviceChoice } from '../protocol/hardware';

/** What is free on the host now, and, where that is asked for, on the chosen card with most to spare. */
export async function readFreeMemory(
  { readCapacity, hardware }: Pick<HostPorts, 'readCapacity' | 'hardware'>,
  wanted: { readonly devices: DeviceChoice; readonly card: boolean },
): Promise<FreeMemory> {
  const capacity = (await readCapacity?.()) ?? null;
  const progress = { signal: new AbortController().signal, report: () => undefined };
  const cards = wanted.card ? (await hardware.read(progress)).accelerators : [];
  const free = cards.filter((card) => isChosen(card, wanted.devices)).flatMap(freeOf);
  return { hostBytes: capacity?.memoryBytes ?? null, cardBytes: free.length === 0 ? null : Math.max(...free) };
}

function isChosen({ index, uuid, slices }: Accelerator, devices: DeviceChoice): boolean {
  const names = [index === undefined ? null : String(index), uuid, ...(slices ?? []).map((slice) => slice.uuid)];
  return devices === null || names.some((name) => typeof name === 'string' && devices.includes(name));
}

/** Of a card in slices the largest slice counts: a run gets one. */
function freeOf({ memoryBytes, usedBytes, slices }: Accelerator): readonly number[] {
  const sizes = (slices ?? []).flatMap((slice) => slice.memoryBytes ?? []);
  if (sizes.length > 0) return [Math.max(...sizes)];
  return memoryBytes === null ? [] : [memoryBytes - (usedBytes ?? 0)];
}

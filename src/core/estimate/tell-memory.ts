import { message } from '../../protocol/catalogue/catalogue';
import { formatBytes } from '../../protocol/format-bytes';
import type { DeviceChoice } from '../../protocol/hardware';
import { cardBytes, hostBytes, isReadable, type MemoryEstimate } from '../../protocol/memory-estimate';

/** What is free now, in bytes. Null: not told, or there is none. */
export interface FreeMemory {
  readonly hostBytes: number | null;
  /** Of the card with most to spare among those that runs may use. */
  readonly cardBytes: number | null;
}

/** From this share of the free memory on it is worth a word. */
const WORTH_A_WORD = 0.5;

/** Whether a run of the script may use a card. */
export function mayUseCard(estimate: MemoryEstimate, devices: DeviceChoice): boolean {
  return cardBytes(estimate) !== null && devices?.length !== 0;
}

/** The estimate in words, with a warning where it is over what is free; `isWorthAWord`: it is near it, or a card was chosen. */
export function tellMemory(
  estimate: MemoryEstimate,
  by: { readonly free: FreeMemory; readonly devices: DeviceChoice },
): { readonly text: string; readonly isOver: boolean; readonly isWorthAWord: boolean } {
  const { free, devices } = by;
  const unread = estimate.unread.length === 0 ? [] : [message('hardware.memory.unread', { names: names(estimate) })];
  const isChosen = (devices?.length ?? 0) > 0;
  if (!isReadable(estimate)) {
    return {
      text: message('hardware.memory.unreadable', { names: names(estimate) }),
      isOver: false,
      isWorthAWord: isChosen,
    };
  }
  const host = hostBytes(estimate);
  const onCard = mayUseCard(estimate, devices) ? cardBytes(estimate) : null;
  const isOverHost = free.hostBytes !== null && onCard === null && host > free.hostBytes;
  const isOverCard = free.cardBytes !== null && onCard !== null && onCard > free.cardBytes;
  const text = [
    message('hardware.memory.about', { size: formatBytes(host), parts: partsOf(estimate) }),
    ...(onCard === null ? [] : [message('hardware.memory.card', { size: formatBytes(onCard) })]),
    ...(isOverHost ? [message('hardware.memory.overHost', { free: formatBytes(free.hostBytes ?? 0) })] : []),
    ...(isOverCard ? [message('hardware.memory.overCard', { free: formatBytes(free.cardBytes ?? 0) })] : []),
    ...unread,
  ].join(' ');
  const isNear = free.hostBytes !== null && host > free.hostBytes * WORTH_A_WORD;
  return { text, isOver: isOverHost || isOverCard, isWorthAWord: isOverHost || isOverCard || isNear || isChosen };
}

function names({ unread }: MemoryEstimate): string {
  return unread.join(', ');
}

function partsOf(estimate: MemoryEstimate): string {
  const { frameworkBytes, modelBytes, dataBytes, activationBytes, parameters, batch } = estimate;
  const parts = [
    message('hardware.memory.framework', { size: formatBytes(frameworkBytes) }),
    ...(parameters === 0
      ? []
      : [message('hardware.memory.model', { size: formatBytes(modelBytes), count: parameters })]),
    ...(dataBytes === 0 ? [] : [message('hardware.memory.data', { size: formatBytes(dataBytes) })]),
    ...(activationBytes === 0
      ? []
      : [message('hardware.memory.activations', { size: formatBytes(activationBytes), count: batch ?? 1 })]),
  ];
  return parts.join(', ');
}

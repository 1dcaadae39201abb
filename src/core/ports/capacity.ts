import type { DeviceChoice } from '../../protocol/hardware';
import type { FreeMemory } from '../estimate/tell-memory';
import type { Capacity } from '../execute/places-at-once';

/** Tells what the machine has to spare now. */
export type ReadCapacity = () => Promise<Capacity>;

/** Tells the memory that is free now; of cards only where `card`, as that starts their vendor's tool. */
export type ReadFreeMemory = (wanted: {
  readonly devices: DeviceChoice;
  readonly card: boolean;
}) => Promise<FreeMemory>;

import type { Capacity } from '../execute/places-at-once';

/** Tells what the machine has to spare now. */
export type ReadCapacity = () => Promise<Capacity>;

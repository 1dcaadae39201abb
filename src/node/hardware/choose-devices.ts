import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeviceChoice } from '../../protocol/hardware';

/** What a choice of cards means for a run. */
export interface ChosenDevices {
  /** Go over those of the host's own. */
  readonly variables: Readonly<Record<string, string>>;
  readonly usesCards: boolean;
  /** Device nodes of cards that the run does not get. */
  readonly hiddenNodes: readonly string[];
}

/** A value that hides every card, for all three vendors' variables alike. */
const NONE = '-1';

/**
 * Turns a choice of cards into variables, and into the nodes of the others, which are not bound: a variable alone is a wish that a
 * script can undo. NVIDIA's driver tells by files which node is which card; where it does not (WSL, AMD), the variable stands alone.
 */
export async function chooseDevices(
  choice: DeviceChoice,
  /** `/proc/driver/nvidia/gpus`; another folder in tests. */
  cardsFolder = '/proc/driver/nvidia/gpus',
): Promise<ChosenDevices> {
  if (choice === null) return { variables: {}, usesCards: true, hiddenNodes: [] };
  if (choice.length === 0) return { variables: variablesOf(NONE), usesCards: false, hiddenNodes: [] };
  const cards = await readCards(cardsFolder);
  const wanted = choice.map((one) => cards.find((card) => card.uuid === one || String(card.index) === one));
  const isSure = wanted.every((card) => card !== undefined);
  const names = choice.map((one, at) => wanted[at]?.uuid ?? one);
  const hidden = cards.filter((card) => !wanted.includes(card)).map(({ node }) => node);
  return { variables: variablesOf(names.join(',')), usesCards: true, hiddenNodes: isSure ? hidden : [] };
}

function variablesOf(value: string): Record<string, string> {
  return {
    CUDA_VISIBLE_DEVICES: value,
    // Numbers are those of the vendor's tool, which counts by bus.
    CUDA_DEVICE_ORDER: 'PCI_BUS_ID',
    HIP_VISIBLE_DEVICES: value,
    ROCR_VISIBLE_DEVICES: value,
  };
}

interface Card {
  readonly index: number;
  readonly uuid: string;
  readonly node: string;
}

/** A folder a card, named by its place on the bus, in the order in which the vendor's tool counts. */
async function readCards(folder: string): Promise<readonly Card[]> {
  const places = (await readdir(folder).catch((): string[] => [])).sort();
  const texts = await Promise.all(
    places.map((place) => readFile(join(folder, place, 'information'), 'utf8').catch(() => '')),
  );
  return texts.flatMap((text, index) => {
    const uuid = /^GPU UUID:\s*(GPU-[\w-]+)/m.exec(text)?.[1];
    const minor = /^Device Minor:\s*(\d+)/m.exec(text)?.[1];
    return uuid === undefined || minor === undefined ? [] : [{ index, uuid, node: `/dev/nvidia${minor}` }];
  });
}

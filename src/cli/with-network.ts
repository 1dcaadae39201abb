import { networkBlock, offlineBlock } from '../node/network/offline';
import { createSettingsStore } from '../node/settings/create-settings-store';
import { dataFolderOf } from './open-host';
import type { Surroundings } from './surroundings';

/**
 * Surroundings whose environment block says how the network is reached, by `--offline` and the settings: some commands ask another machine
 * before a host is open. Every command has both options; what stands after `--` is a script's own.
 */
export async function withNetwork(surroundings: Surroundings): Promise<Surroundings> {
  const { arguments: words, environmentBlock } = surroundings;
  const end = words.indexOf('--');
  const ours = words.slice(0, end < 0 ? words.length : end);
  const asked = ours.includes('--offline') ? offlineBlock(environmentBlock) : environmentBlock;
  const settings = await settingsOf(surroundings, homeIn(ours));
  return { ...surroundings, environmentBlock: settings === null ? asked : networkBlock(asked, settings) };
}

function homeIn(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => word === '--home' || word.startsWith('--home='));
  const word = words[at];
  return word === '--home' ? words[at + 1] : word?.slice('--home='.length);
}

/** Null: there is no data folder to read them from, which the command itself will say where it matters. */
async function settingsOf(surroundings: Surroundings, home: string | undefined) {
  try {
    return await createSettingsStore({ dataFolder: dataFolderOf(surroundings, home) }).read();
  } catch {
    return null;
  }
}

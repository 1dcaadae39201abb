import type { Settings } from '../../protocol/settings';

/** The user's settings. A damaged file gives the defaults and is kept aside. Errors: rejects with `unwritable`. */
export interface SettingsStore {
  read(): Promise<Settings>;
  update(change: Partial<Settings>): Promise<Settings>;
}

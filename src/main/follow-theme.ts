import { nativeTheme } from 'electron';
import type { SettingsStore } from '../core/ports/settings-store';
import type { Theme } from '../protocol/settings';

/** Settings whose theme the window's own frame, menu and dialogs follow. */
export async function followTheme(settings: SettingsStore): Promise<SettingsStore> {
  apply((await settings.read()).theme);
  return {
    read: () => settings.read(),
    update: async (change) => {
      const updated = await settings.update(change);
      apply(updated.theme);
      return updated;
    },
  };
}

function apply(theme: Theme): void {
  nativeTheme.themeSource = theme === 'highContrast' ? 'dark' : theme;
}

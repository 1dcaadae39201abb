import type { Theme } from '../../protocol/settings';
import type { App } from '../store/create-app';

export type ShownTheme = Exclude<Theme, 'system'>;

const dark = '(prefers-color-scheme: dark)';
const contrast = '(prefers-contrast: more)';

/** The theme to show. `system` follows the system's contrast first, then its colours. */
export function chooseTheme(theme: Theme, matches: (query: string) => boolean): ShownTheme {
  if (theme !== 'system') return theme;
  if (matches(contrast)) return 'highContrast';
  return matches(dark) ? 'dark' : 'light';
}

/** Keeps the page's theme in step with the settings and the system. */
export function applyTheme(page: Window, app: App): void {
  const apply = (): void => {
    const theme = chooseTheme(app.store.getState().settings.theme, (query) => page.matchMedia(query).matches);
    page.document.documentElement.dataset['theme'] = theme;
  };
  apply();
  app.store.subscribe((state, previous) => {
    if (state.settings.theme !== previous.settings.theme) apply();
  });
  for (const query of [dark, contrast]) page.matchMedia(query).addEventListener('change', apply);
}

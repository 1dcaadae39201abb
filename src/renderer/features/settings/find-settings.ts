import { Settings } from '../../../protocol/settings';

/** Whether all words of a search stand somewhere in these texts. */
export function isFound(search: string, texts: readonly string[]): boolean {
  const all = texts.join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** One thing that is wrong with a text of settings. */
export type SettingsFault =
  | { readonly kind: 'noJson'; readonly said: string }
  | { readonly kind: 'unknown'; readonly name: string }
  | { readonly kind: 'invalid'; readonly name: string; readonly said: string };

export type ReadSettings =
  | { readonly kind: 'read'; readonly change: Partial<Settings> }
  | { readonly kind: 'faulty'; readonly faults: readonly SettingsFault[] };

/** Reads settings that were written by hand: what is changed against `now`, or every fault. A setting that is left out keeps its value. */
export function readSettingsText(text: string, now: Settings): ReadSettings {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    return {
      kind: 'faulty',
      faults: [{ kind: 'noJson', said: error instanceof Error ? error.message : String(error) }],
    };
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return { kind: 'faulty', faults: [{ kind: 'invalid', name: '', said: typeof given }] };
  }
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(Settings.shape, name));
  const parsed = Settings.partial().safeParse(given);
  const faults: SettingsFault[] = [
    ...unknown.map((name) => ({ kind: 'unknown' as const, name })),
    ...(parsed.success
      ? []
      : parsed.error.issues.map(({ path, message }) => ({
          kind: 'invalid' as const,
          name: path.join('.'),
          said: message,
        }))),
  ];
  if (!parsed.success || faults.length > 0) return { kind: 'faulty', faults };
  const changed = Object.entries(parsed.data).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name as keyof Settings]),
  );
  return { kind: 'read', change: Object.fromEntries(changed) };
}

/** Settings as they are edited by hand. */
export function settingsText(settings: Settings): string {
  return `${JSON.stringify(settings, null, 2)}\n`;
}

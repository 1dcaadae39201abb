import type { z } from 'zod';
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
  | { readonly kind: 'oneOf'; readonly name: string; readonly values: readonly string[] }
  | { readonly kind: 'type'; readonly name: string; readonly wanted: string }
  | { readonly kind: 'least' | 'most'; readonly name: string; readonly bound: string }
  | { readonly kind: 'invalid'; readonly name: string };

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
    return { kind: 'faulty', faults: [{ kind: 'type', name: '', wanted: 'object' }] };
  }
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(Settings.shape, name));
  const parsed = Settings.partial().safeParse(given);
  const faults: SettingsFault[] = [
    ...unknown.map((name) => ({ kind: 'unknown' as const, name })),
    ...(parsed.success ? [] : parsed.error.issues.map(readIssue)),
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

type Issue = z.core.$ZodIssue;

/** A fault in words of ours: those of the schema's library are for programmers. */
function readIssue(issue: Issue): SettingsFault {
  const name = issue.path.join('.');
  switch (issue.code) {
    case 'invalid_value':
      return { kind: 'oneOf', name, values: issue.values.map(String) };
    case 'invalid_type':
      return { kind: 'type', name, wanted: issue.expected };
    case 'too_small':
      return { kind: 'least', name, bound: String(issue.minimum) };
    case 'too_big':
      return { kind: 'most', name, bound: String(issue.maximum) };
    default:
      return { kind: 'invalid', name };
  }
}

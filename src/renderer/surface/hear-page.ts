import type { RunActKind, RunWish } from '../../protocol/run-offer';

/** What the page may tell the surface: what to show, in which theme, and where the keyboard goes. Never to press. */
export type PageWord =
  | { readonly kind: 'show'; readonly wish: RunWish | null }
  | { readonly kind: 'look'; readonly theme: string }
  | { readonly kind: 'focus'; readonly act: RunActKind | null };

const themes = ['light', 'dark', 'highContrast'];

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Reads a message of the page; null: it is none. What a wish holds is checked again by the host. */
export function readPageWord(data: unknown): PageWord | null {
  if (!isRecord(data)) return null;
  if (data['kind'] === 'reprise:show') return { kind: 'show', wish: readWish(data['wish']) };
  if (data['kind'] === 'reprise:focus') return { kind: 'focus', act: textOf(data['act']) as RunActKind | null };
  const theme = textOf(data['theme']);
  return data['kind'] === 'reprise:look' && theme !== null && themes.includes(theme) ? { kind: 'look', theme } : null;
}

/** The known fields alone, so that nothing else of the page's reaches the host. */
export function readWish(value: unknown): RunWish | null {
  if (!isRecord(value)) return null;
  if (value['kind'] === 'settings') {
    const autonomy = textOf(value['autonomy']);
    const sandbox = textOf(value['sandbox']);
    return {
      kind: 'settings',
      ...(autonomy === null ? {} : { autonomy }),
      ...(sandbox === null ? {} : { sandbox }),
    } as RunWish;
  }
  if (value['kind'] === 'environments' && Array.isArray(value['remove'])) {
    return { kind: 'environments', remove: value['remove'].filter((one) => typeof one === 'string') };
  }
  const reproductionId = textOf(value['reproductionId']);
  if (reproductionId === null) return null;
  if (value['kind'] === 'minimise') return { kind: 'minimise', reproductionId };
  if (value['kind'] === 'bisect' && isRecord(value['wish'])) {
    const { wish } = value;
    const ends = { good: textOf(wish['good']), bad: textOf(wish['bad']) };
    return { kind: 'bisect', reproductionId, wish: { package: textOf(wish['package']) ?? '', ...ends } };
  }
  if (value['kind'] === 'publish') {
    return { kind: 'publish', reproductionId, isPublic: value['isPublic'] === true, gist: textOf(value['gist']) };
  }
  if (value['kind'] !== 'reproduction') return null;
  return { kind: 'reproduction', reproductionId, attemptId: textOf(value['attemptId']) };
}

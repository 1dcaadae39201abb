import type { KeyPress } from '../../app/keys';

/** What the Run surface may tell the page. */
export type SurfaceWord =
  /** It was loaded and knows nothing yet. */
  | { readonly kind: 'here' }
  /** Height that it needs to show all that it says, in CSS pixels. */
  | { readonly kind: 'size'; readonly height: number }
  /** The host has taken a press. */
  | {
      readonly kind: 'taken';
      readonly act: string;
      /** Where something was published. */ readonly address: string | null;
    }
  /** A key that was pressed there and is the page's. */
  | { readonly kind: 'key'; readonly press: KeyPress };

/** Reads a message of the surface; null: it is none. */
export function readSurfaceWord(data: unknown): SurfaceWord | null {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null;
  if (data.kind === 'reprise:here') return { kind: 'here' };
  if (data.kind === 'reprise:size' && 'height' in data && typeof data.height === 'number') {
    return { kind: 'size', height: data.height };
  }
  if (data.kind === 'reprise:taken' && 'act' in data && typeof data.act === 'string') {
    const address = 'address' in data && typeof data.address === 'string' ? data.address : null;
    return { kind: 'taken', act: data.act, address };
  }
  if (data.kind === 'reprise:key' && 'press' in data) return { kind: 'key', press: data.press as KeyPress };
  return null;
}

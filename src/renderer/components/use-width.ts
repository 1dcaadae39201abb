import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}

/** Whether the window is at least this many CSS pixels wide. */
export function useWiderThan(pixels: number): boolean {
  return useSyncExternalStore(subscribe, () => window.innerWidth >= pixels);
}

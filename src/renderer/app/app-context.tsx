import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { ReproductionState } from '../../protocol/reproduction/state';
import { openState, type AppState } from '../store/app-state';
import type { App } from '../store/create-app';
import type { Acts } from '../store/acts';

export interface Surroundings {
  readonly app: App;
  readonly acts: Acts;
}

/** What every part of the screen reaches: the state and the acts. */
export const SurroundingsContext = createContext<Surroundings | null>(null);

function useSurroundings(): Surroundings {
  const surroundings = use(SurroundingsContext);
  if (!surroundings) throw new Error('The workspace is rendered outside of its surroundings');
  return surroundings;
}

/** The acts and the store itself. */
export function useApp(): App {
  return useSurroundings().app;
}

export function useActs(): Acts {
  return useSurroundings().acts;
}

/** A part of the page's state; renders again when that part changes. */
export function useAppState<T>(select: (state: AppState) => T): T {
  return useStore(useSurroundings().app.store, select);
}

/** The open reproduction. Null while none is there. */
export function useReproduction(): ReproductionState | null {
  return useAppState(openState);
}

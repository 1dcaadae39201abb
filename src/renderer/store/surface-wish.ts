import { openState, type AppState } from './app-state';
import type { RunWish } from '../../protocol/run-offer';

/** What the Run surface is asked to show. Null: there is nothing to press. */
export function surfaceWish(state: AppState): RunWish | null {
  if (state.connection.kind !== 'open') return null;
  if (state.surface.settings) return state.surface.settings;
  if (state.surface.removal) return state.surface.removal;
  if (state.place === 'machine') return null;
  const opened = openState(state);
  if (opened && state.surface.aside?.reproductionId === opened.id) return state.surface.aside;
  return opened && { kind: 'reproduction', reproductionId: opened.id, attemptId: state.view.attemptId };
}

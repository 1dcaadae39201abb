import { useReproduction } from './app-context';
import { describeState } from './describe-state';

/** Tells screen readers when the state changes. */
export function Announcer() {
  const state = useReproduction();
  const words = state ? `${state.title}: ${describeState(state).text}` : '';
  const conclusion = state?.conclusion ? ` ${state.conclusion.message}` : '';
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {words}
      {conclusion}
    </div>
  );
}

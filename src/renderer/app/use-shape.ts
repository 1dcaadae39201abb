import { useWiderThan } from '../components/use-width';
import type { AppState } from '../store/app-state';
import { useAppState } from './app-context';

/** Width from which list, steps, document and evidence stand side by side. */
const WIDE = 1180;

/** Whether the list has a column: as the user says, else as there is room; before anything is open there is more. */
export function isListShown({ listShown, opened }: Pick<AppState, 'listShown' | 'opened'>, width: number): boolean {
  return listShown ?? width >= (opened.kind === 'open' ? WIDE : 640);
}

/** Which columns there is room for beside the document. What has no column is a document of its own. */
export interface Shape {
  readonly list: boolean;
  readonly steps: boolean;
  readonly evidence: boolean;
  readonly wide: boolean;
}

/** The columns for this width of the window. */
export function useShape(): Shape {
  const wide = useWiderThan(WIDE);
  const roomy = useWiderThan(900);
  const open = useWiderThan(640);
  const list = useAppState((it) => isListShown(it, wide ? WIDE : open ? 640 : 0));
  return { list, steps: roomy || !list, evidence: wide || (roomy && !list), wide };
}

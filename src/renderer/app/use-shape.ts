import { useWiderThan } from '../components/use-width';
import { useAppState } from './app-context';

/** Which columns there is room for beside the document. What has no column is a document of its own. */
export interface Shape {
  readonly list: boolean;
  readonly steps: boolean;
  readonly evidence: boolean;
  readonly wide: boolean;
}

/** The columns for this width of the window. */
export function useShape(): Shape {
  const list = useAppState((it) => it.listShown);
  const wide = useWiderThan(1180);
  const roomy = useWiderThan(900);
  return { list, steps: roomy || !list, evidence: wide || (roomy && !list), wide };
}

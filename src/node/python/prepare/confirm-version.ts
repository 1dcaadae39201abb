import type { Progress } from '../../../core/ports/cancellation';
import { askInterpreter } from './ask-interpreter';
import type { PrepareParts } from './context';

const SECONDS = 20;
const question = 'import sys; sys.stdout.write("%d.%d.%d" % sys.version_info[:3])';

/** Asks an interpreter for its version, in the sandbox only. Null: there is no sandbox, or it does not answer. */
export async function confirmVersion(
  interpreter: string,
  parts: Pick<PrepareParts, 'machine' | 'sandbox' | 'runProcess'>,
  progress: Progress,
): Promise<string | null> {
  const words = ['-S', '-E', '-s', '-c', question];
  const answer = await askInterpreter({ interpreter, arguments: words, seconds: SECONDS }, parts, progress);
  return answer !== null && /^\d+\.\d+\.\d+$/.test(answer) ? answer : null;
}

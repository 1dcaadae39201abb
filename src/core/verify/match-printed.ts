import type { ExceptionRecord } from '../../protocol/record/record';
import type { PrintedException } from '../../protocol/report';
import { maskMessage } from '../symptom/mask-message';
import { matchMessage } from '../symptom/match-message';

/**
 * Python prints a class by its qualified name, which need not be the name that the class gives itself: NumPy prints
 * `numpy.exceptions._ArrayMemoryError` for its `MemoryError`. The module tells that it is the same one.
 */
function isSameClass(printed: string, recorded: ExceptionRecord): boolean {
  const at = printed.lastIndexOf('.');
  if (printed.slice(at + 1) === recorded.type) return true;
  return at > 0 && printed.slice(0, at) === recorded.module && recorded.module !== '__main__';
}

/** Whether a printed exception is the recorded one of another run: same class, same first line but for what changes from run to run. */
export function isPrintedForm(printed: PrintedException, recorded: ExceptionRecord): boolean {
  if (!isSameClass(printed.type, recorded)) return false;
  const wanted = firstLine(recorded);
  if (wanted === '') return printed.message.trim() === '' || recorded.message.trim() === '';
  return matchMessage(maskMessage(wanted), printed.message).agrees;
}

/** Python prints the place of a syntax error above its message, where the message itself ends with it. */
function firstLine(recorded: ExceptionRecord): string {
  const [line = ''] = recorded.message.trim().split('\n');
  return /^(?:SyntaxError|IndentationError|TabError)$/.test(recorded.type)
    ? line.replace(/ \([^()]*, line \d+\)$/, '')
    : line;
}

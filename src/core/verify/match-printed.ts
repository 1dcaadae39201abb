import type { ExceptionRecord } from '../../protocol/record/record';
import type { PrintedException } from '../../protocol/report';
import { maskMessage } from '../symptom/mask-message';
import { matchMessage } from '../symptom/match-message';

/** Whether a printed exception is the recorded one of another run: same class, same first line but for what changes from run to run. */
export function isPrintedForm(printed: PrintedException, recorded: ExceptionRecord): boolean {
  if ((printed.type.split('.').at(-1) ?? '') !== recorded.type) return false;
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

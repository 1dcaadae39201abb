import { message } from '../../protocol/catalogue/catalogue';

const NAME = /^[A-Za-z_]\w{0,80}$/;

/** The same script with a comment above the line, counted from 1, that says what the next line shows. Null: there is no such line. */
export function markPlace(text: string, line: number, exception: string): string | null {
  const lines = text.split('\n');
  const shown = lines[line - 1];
  const type = exception.split('.').at(-1) ?? '';
  if (shown === undefined || !NAME.test(type)) return null;
  const indent = /^[ \t]*/.exec(shown)?.[0] ?? '';
  lines.splice(line - 1, 0, `${indent}# ${message('minimise.place', { type })}`);
  return lines.join('\n');
}

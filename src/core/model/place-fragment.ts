/** Lines that say something: no blanks, comments or lone brackets. */
function tellingLines(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line) && !line.startsWith('#'));
}

const isImport = (line: string): boolean => /^(?:import|from)\s+\w/.test(line);
/** Lines that only define: nothing is to be seen by them alone. */
const isDefining = (line: string): boolean => /^(?:import|from|def|class|async def|@)/.test(line);
const isAssigning = (line: string): boolean => /^\w+(?:\s*,\s*\w+)*\s*=[^=]/.test(line);

/**
 * Whether a text that was to be the whole script is only what the script lacks: it has none of the script's own lines but imports, and
 * at its outermost level it imports and defines alone, or is shorter and gives names besides. Weak models answer so.
 */
export function isFragment(script: string, text: string): boolean {
  const own = new Set(tellingLines(script).filter((line) => !isImport(line)));
  const lines = tellingLines(text);
  const outermost = text.split('\n').filter((line) => /^[A-Za-z_@]/.test(line));
  if (outermost.length === 0 || lines.some((line) => own.has(line))) return false;
  if (outermost.every(isDefining)) return true;
  return lines.length <= own.size && outermost.every((line) => isDefining(line) || isAssigning(line));
}

/** The script with a fragment before it, behind what has to stand first: its words, and imports of the future. */
export function withFragment(script: string, fragment: string): string {
  const lines = script.split('\n');
  const last = lines.reduce((at, line, index) => (/^from __future__ import/.test(line) ? index + 1 : at), 0);
  const start = last > 0 ? last : /^#!/.test(lines[0] ?? '') ? 1 : 0;
  return [...lines.slice(0, start), ...fragment.replace(/\s+$/, '').split('\n'), ...lines.slice(start)].join('\n');
}

import { cleanSnippet } from '../generate/clean-snippet';
import type { PythonParser } from '../ports/python-parser';

/** A version where only a name may stand, and commands for a shell: no Python, and never needed. */
const noPython =
  /^\s*(?:(?:import|from)\s+[\w.-]+\s*[=<>~!]=|(?:python\d?\s+-m\s+)?pip\d?\s+install\b|conda\s+install\b)/;
/** An answer that was cut in the middle of a statement of more lines has no end to be found. */
const MOST_LINES_AT_END = 8;

/**
 * A model's script without what keeps it from being Python for a reason of form alone: prompts, commands of notebooks and shells, and a
 * last statement that has no end. What is wrong with it otherwise stays, and is told.
 */
export function mendScript(text: string, parser: PythonParser): string {
  if (!parser.parse(text).hasError) return text;
  const clean = cleanSnippet(text)
    .map((line) => line.text)
    .filter((line) => !noPython.test(line));
  for (let left = 0; left <= MOST_LINES_AT_END && left < clean.length; left += 1) {
    const tried = `${clean.slice(0, clean.length - left).join('\n')}\n`;
    if (tried.trim() !== '' && !parser.parse(tried).hasError) return tried;
  }
  return text;
}

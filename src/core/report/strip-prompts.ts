const DOCTEST = /^\s{0,12}(?:>>>|\.\.\.)(?: |$)/;
const NOTEBOOK = /^\s{0,12}(?:In ?\[\d*\]: ?| {0,8}\.{3,}: ?)/;

/** Code of a session: prompts are taken off and what was printed is left out. Code without prompts stays as it is. */
export function stripPrompts(text: string): string {
  const lines = text.split('\n');
  const prompt = lines.some((line) => DOCTEST.test(line) && line.includes('>>>'))
    ? DOCTEST
    : lines.some((line) => NOTEBOOK.test(line) && line.includes('In'))
      ? NOTEBOOK
      : null;
  if (!prompt) return dedent(lines).join('\n');
  return lines
    .filter((line) => prompt.test(line))
    .map((line) => line.replace(prompt, ''))
    .join('\n');
}

/** Takes off the indentation that all lines share. */
function dedent(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const shared = indents.reduce((least, indent) => Math.min(least, indent), Infinity);
  return Number.isFinite(shared) ? lines.map((line) => line.slice(Math.min(shared, line.length))) : [...lines];
}

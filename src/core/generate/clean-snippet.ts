const promptLine = /^\s*(?:>>>|In \[\d+\]:)(?: |$)/;
const continuationLine = /^\s*(?:\.\.\.|\s*\.\.\.:)(?: |$)/;
const outputMark = /^\s*Out\[\d+\]:/;

/** A line of a cleaned snippet: its text, and the text that it has in the report. */
export interface CleanLine {
  readonly text: string;
  readonly original: string;
}

/** Takes the prompts off a pasted session; its output lines are left out. A text without prompts stays as it is. */
function withoutPrompts(lines: readonly string[]): readonly CleanLine[] {
  if (!lines.some((line) => promptLine.test(line))) return lines.map((text) => ({ text, original: text }));
  const kept: CleanLine[] = [];
  let inStatement = false;
  for (const original of lines) {
    if (promptLine.test(original)) {
      inStatement = true;
      kept.push({ text: original.replace(promptLine, ''), original });
    } else if (inStatement && continuationLine.test(original) && !outputMark.test(original)) {
      kept.push({ text: original.replace(continuationLine, ''), original });
    } else {
      inStatement = false;
    }
  }
  return kept;
}

/** A notebook's magic or shell line, made a comment at the same indentation, so that line numbers stay. */
function withoutMagic(line: CleanLine): CleanLine {
  const magic = /^(\s*)((?:%%?[A-Za-z]|!\s*[A-Za-z./])[^\n]*)$/.exec(line.text);
  if (!magic) return line;
  return { text: `${magic[1] ?? ''}# ${magic[2] ?? ''}`, original: line.original };
}

/** A snippet as code: prompts off, magics commented, blank lines around it off. Line endings become `\n`. */
export function cleanSnippet(text: string): readonly CleanLine[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const clean = withoutPrompts(lines).map(withoutMagic);
  const isCode = ({ text: line }: CleanLine): boolean => line.trim() !== '';
  const first = clean.findIndex(isCode);
  if (first < 0) return [];
  let last = clean.length;
  while (last > first && !isCode(clean[last - 1] ?? { text: 'x', original: '' })) last -= 1;
  return clean.slice(first, last).map((line) => ({ ...line, text: line.text.trimEnd() }));
}

import type { PythonParser } from '../ports/python-parser';
import { walk } from '../actions/syntax-names';

/** The same program without comments and without more than one empty line in a row. What ends the first two lines' coding stays. */
export function tidyScript(text: string, parser: PythonParser): string {
  const comments: { readonly start: number; readonly end: number }[] = [];
  walk(parser.parse(text), (node) => {
    if (node.type !== 'comment' || (node.startPosition.row < 2 && /^#(?:!|.*coding[:=])/.test(node.text))) return;
    comments.push({ start: node.startIndex, end: node.endIndex });
  });
  let bare = text;
  for (const { start, end } of [...comments].sort((a, b) => b.start - a.start)) {
    const before = bare.slice(0, start);
    const ownLine = /(?:^|\n)[ \t]*$/.test(before);
    const kept = ownLine ? before.replace(/[ \t]*$/, '') : before.trimEnd();
    const after = bare.slice(end);
    bare = kept + (ownLine ? after.replace(/^\n/, '') : after);
  }
  return `${bare
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

import type { Region } from './regions';
import { splitLines, type SourceLine } from './split-lines';

const PROMPT = /^\s{0,12}(?:>>> |\.\.\. |In ?\[\d+\]: )/;
const SURE =
  /^\s*(?:from\s+[\w.]+\s+import\s+\S|import\s+[\w.]+(?:\s+as\s+\w+)?(?:\s*,.*)?$|def\s+\w+\(.*\).*:\s*$|class\s+\w+(?:\(.*\))?:\s*$|[A-Za-z_][\w.]*(?:\s*,\s*[A-Za-z_][\w.]*)*\s*[-+*/]?=\s*[\w.]+[[(].*|(?:[A-Za-z_]\w*\.)+\w+\(.*\)\s*(?:#.*)?$|print\(.*\)\s*$|with\s.+:\s*$|for\s.+\sin\s.+:\s*$)/;
const LIKELY = /^(?:\s{2,}\S|\s*[)\]}]|\s*#\s|\s*[A-Za-z_]\w*\s*=\s*\S|\s*$)/;

/** Code that stands among the prose of a plain text without a fence: two sure lines at least, or a prompt. */
export function findUnfencedCode(source: string, start: number, end: number): Region[] {
  const found: Region[] = [];
  let run: SourceLine[] = [];
  let sure = 0;
  const close = (): void => {
    while (run.length > 0 && run.at(-1)?.text.trim() === '') run.pop();
    const first = run[0];
    const last = run.at(-1);
    if (first && last && sure >= 2) {
      const text = run.map((line) => line.text).join('\n');
      found.push({ kind: 'code', span: { start: first.start, end: last.end }, text, language: null });
    }
    run = [];
    sure = 0;
  };
  let prompted = false;
  for (const line of splitLines(source, start, end)) {
    const head = { ...line, text: line.text };
    const bounded = line.text.slice(0, 300);
    if (PROMPT.test(bounded)) {
      if (!prompted) close();
      prompted = true;
      run.push(head);
      sure += 2;
    } else if (prompted && bounded.trim() !== '') run.push(head);
    else if (!prompted && SURE.test(bounded)) {
      run.push(head);
      sure += 1;
    } else if (!prompted && run.length > 0 && LIKELY.test(bounded)) run.push(head);
    else {
      close();
      prompted = false;
    }
  }
  close();
  return found;
}

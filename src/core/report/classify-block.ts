import type { BlockKind } from '../../protocol/report';
import { isPrintedWarning } from './split-warnings';

const TRACEBACK =
  /Traceback \(most recent call last\)|^\s*File "[^"\n]{1,500}", line \d+|^\s*-{2,}> ?\d+ |^E {3,12}(?:assert |[\w.]{0,80}(?:Error|Exception)\b)|^\s*(?:\w+\.){0,8}\w*(?:Error|Exception): \S/m;
const SHELL =
  /^\s*(?:[$%#>] |\(\w+\) ?[$%] ?|! ?|%)?(?:pip3?|conda|mamba|uv|python\d?(?:\.\d+)?|git|apt|apt-get|sudo|export|docker|bash|source|cd|nvidia-smi|CUDA_VISIBLE_DEVICES=\S*)\s+\S/;
const STATEMENT =
  /^\s*(?:from\s+[\w.]+\s+import\s|import\s+[\w.]+|def\s+\w+\s*\(|class\s+\w+\s*[(:]|for\s+.+\sin\s.+:|while\s.+:|if\s.+:|with\s.+:|try:|else:|except\b.*:|return\b|raise\b|print\b|@\w|[A-Za-z_][\w.[\], ]*\s*[-+*/@]?=(?!=)\s*\S|[A-Za-z_][\w.]*\(.*|[)\]}]+[,:]?$|del\s|assert\s|lambda\b)/;
const VERSION =
  /^\s*(?:[-*|]\s*|\[pip3?\]\s*|\[conda\]\s*)?[\w .+/-]{1,40}?(?:==|:|\||=|\s{2,}|\sversion\s|\s)\s*v?\d+\.\d+[\w.+-]*(?:\s+(?:py\w*|pypi\w*|<pip>|conda-forge|[\w-]+))*\s*\|?\s*$/;
const DATA =
  /^\s*(?:array\(|tensor\(|\[+\s*-?[\d.]+|-?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?:[,;\t ]+-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)+|[\w"' .-]+(?:,[\w"' .-]+){2,}$|\{"\w+":)/;
const LOG =
  /^\s*(?:Epoch\s+\d|epoch[ =:]\s*\d|\d+\/\d+ \[|\[?\d{4}-\d\d-\d\d|\[?\d\d:\d\d:\d\d|INFO|WARNING|WARN|ERROR|DEBUG|[IWEF] tensorflow|[IWEF]\d{4} |(?:step|iter(?:ation)?|loss|accuracy|acc)\b[ :=]+[-\d]|.*\b(?:loss|acc|accuracy)[ :=]+(?:nan|inf|[-\d.]+))/i;

const PROMPT = /^\s{0,12}(?:>>> \S|In ?\[\d+\]: ?\S)/;

const LONGEST_LINE = 400;
const MOST_LINES = 400;

/** Lines without printed warnings and the lines of code that these show. */
function withoutWarnings(lines: readonly string[]): readonly string[] {
  return lines.filter((_, index) => !isPrintedWarning(lines, index));
}

/** What a block of code in a report is, by its words and by its author's label. */
export function classifyBlock(text: string, language: string | null): BlockKind {
  const all = text
    .split('\n', MOST_LINES)
    .map((line) => line.slice(0, LONGEST_LINE))
    .filter((line) => line.trim() !== '');
  const lines = withoutWarnings(all);
  if (lines.length === 0 && all.length > 0) return 'log';
  const share = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length / (lines.length || 1);
  const python = language !== null && /^(?:py|python\d?|ipython\d?|pycon|python-repl)$/.test(language);
  if (/^(?:pytb|py3tb|traceback)$/.test(language ?? '')) return 'traceback';
  // A session's code is what counts of it; a traceback in it is found by its own lines.
  if (lines.some((line) => PROMPT.test(line))) return 'snippet';
  const code = share(STATEMENT);
  if (TRACEBACK.test(lines.join('\n')) && !(python && code > 0.8 && !/Traceback|File "/.test(text))) return 'traceback';
  if (python) return 'snippet';
  if (/^(?:bash|sh|shell|console|zsh|powershell|bat|cmd|shell-session)$/.test(language ?? '')) return 'shell';
  if (/^(?:csv|json|tsv)$/.test(language ?? '')) return 'dataSample';
  // What PyTorch and NumPy print of a value is no code, a single number with its place in the graph least of all.
  if (/^\s*(?:array|tensor)\((?:\[|-?(?:\d|nan|inf))/.test(text) || /^\s*\[\[/.test(text)) return 'dataSample';
  if (code < 0.5 && lines.some((line) => /^[^#]*\bgrad_fn=</.test(line))) return 'dataSample';
  if (share(SHELL) > 0.5) return 'shell';
  if (share(LOG) > 0.4) return 'log';
  if (
    /Collecting environment information|# packages in environment at|^\s{0,12}Package\s{1,60}Version\s*$|PyTorch version:|\[pip3\]/m.test(
      text,
    ) ||
    share(VERSION) > 0.6
  )
    return 'versionTable';
  if (share(DATA) > 0.5 && code < 0.5) return 'dataSample';
  if (code >= 0.4) return 'snippet';
  return share(DATA) > 0.3 ? 'dataSample' : 'log';
}

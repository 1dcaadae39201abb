import type { ReportBlock, ReportReadOut } from '../../protocol/report';

const pythonLanguages: ReadonlySet<string> = new Set([
  'python',
  'py',
  'python3',
  'python2',
  'py3',
  'pycon',
  'ipython',
  'ipython3',
]);

/** Marks of a line that are Python's alone, for blocks whose fence names no language. */
const pythonMark =
  /^\s*(?:import\s+\w|from\s+[\w.]+\s+import\b|def\s+\w+\s*\(|class\s+\w+|for\s.+\sin\s.+:|with\s.+:|if\s.+:|print\b|@\w+|>>> |In \[\d+\]:)|^[\w.[\], \t]+=[^=]|\w\s?\(.*\)\s*$/;
/** A longer line is data, and slow to look at. */
const LONGEST_LINE = 500;

function isPython(block: ReportBlock): boolean {
  if (block.kind !== 'snippet' || block.text.trim() === '') return false;
  const language = block.language?.trim().toLowerCase() ?? '';
  if (language !== '') return pythonLanguages.has(language);
  return block.text.split('\n').some((line) => line.length <= LONGEST_LINE && pythonMark.test(line));
}

function lineSet(text: string): ReadonlySet<string> {
  return new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
}

/** The Python snippets of a report in their order, without one whose every line stands in another. */
export function usableSnippets(readOut: ReportReadOut): readonly ReportBlock[] {
  const snippets = readOut.blocks.filter(isPython);
  const sets = snippets.map((block) => lineSet(block.text));
  return snippets.filter((_, index) => {
    const own = sets[index] ?? new Set<string>();
    return !sets.some((other, otherIndex) => {
      if (otherIndex === index || ![...own].every((line) => other.has(line))) return false;
      return other.size > own.size || otherIndex < index;
    });
  });
}

import { message } from '../../../protocol/catalogue/catalogue';
import { oneLine } from '../../render/palette';
import type { Comparison } from './compare-results';
import { comparisonLines } from './comparison-lines';
import type { CaseResult } from './expected';
import { summaryRows, type Summary } from './summary';

const WHY_COLUMNS = 160;

/** Text of runs in a cell: its pipes, and whatever Markdown or HTML could read as more than text, are told as characters. */
function cell(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~!&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function table(rows: readonly (readonly string[])[]): readonly string[] {
  const [header = [], ...others] = rows;
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(header.map(cell)), line(header.map(() => '---')), ...others.map((row) => line(row.map(cell)))];
}

/** An evaluation as a Markdown document: its figures by group, each case, and what changed against an earlier one. */
export function markdownOf(options: {
  readonly summary: Summary;
  readonly results: readonly CaseResult[];
  readonly comparison: Comparison | null;
}): string {
  const { summary, results, comparison } = options;
  const cases = results.map((result) => [
    result.id,
    message(`cli.evaluate.${result.rating}`),
    result.outcome,
    String(result.executions),
    String(result.seconds),
    result.rating === 'right' ? [...new Set(result.actions)].join(', ') : oneLine(result.why, WHY_COLUMNS),
  ]);
  const header = (['group', 'rating', 'outcome', 'executions', 'secondsColumn', 'how'] as const).map((name) =>
    message(`cli.evaluate.${name}`),
  );
  return [
    `# ${message('cli.evaluate.title')}`,
    '',
    ...table(summaryRows(summary)),
    '',
    ...table([header, ...cases]),
    ...(comparison === null
      ? []
      : ['', '```', ...comparisonLines(comparison).map((line) => line.replaceAll('`', "'")), '```']),
    '',
  ].join('\n');
}

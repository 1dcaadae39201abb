import type { Span } from '../../protocol/primitives';
import type { ReportBlock } from '../../protocol/report';
import type { LineProvenance } from '../../protocol/script';
import type { PythonParser, SyntaxNode } from '../ports/python-parser';
import { parsePrintedExceptions } from '../report/parse-printed-exceptions';
import { splitLines } from '../report/split-lines';
import { isLibraryFile } from '../symptom/is-library-file';
import { compareStatements } from './compare-statements';
import { scopeNames, type ScopeNames } from './scope-names';
import { statementsOf, type Statement } from './statements';
import { walk } from './syntax-walk';

interface ProvenanceInput {
  readonly text: string;
  readonly reportBlocks: readonly ReportBlock[];
  readonly projectTexts: readonly string[];
  readonly parser: PythonParser;
}

interface Source {
  readonly origin: 'report' | 'project';
  readonly span: Span | null;
  readonly statements: readonly Statement[];
  /** The same by their words. */
  readonly byText: ReadonlyMap<string, readonly Statement[]>;
  readonly names: ScopeNames;
}

const ours: LineProvenance = { origin: 'ours', span: null };
/** A text of more statements is compared by its first ones, so that the time stays bounded. */
const MOST_STATEMENTS = 3_000;

/**
 * Tells where each line of a script comes from, by what its statements say. Sound rather than complete: a line is `report`
 * or `project` only if every statement on it stands there with the same calls and operators. Item 0 speaks of line 1.
 */
export function assignProvenance({ text, reportBlocks, projectTexts, parser }: ProvenanceInput): LineProvenance[] {
  const tree = parser.parse(text);
  const names = scopeNames(tree);
  const sources = [
    ...reportBlocks.flatMap((block) => sourcesOf(block, parser)),
    ...projectTexts.map((project) => toSource(project, 'project', null, parser)),
  ];
  const rows: (LineProvenance | null)[] = Array.from({ length: text.split('\n').length }, () => null);
  let renamed: ReadonlyMap<string, string> = new Map();
  for (const statement of statementsOf(tree).slice(0, MOST_STATEMENTS)) {
    const found = findSource(statement, sources, names, renamed);
    if (found) renamed = found.renamed;
    for (let row = statement.firstRow; row <= statement.lastRow && row < rows.length; row++) {
      const before = rows[row];
      // A line is whose its least trusted statement is.
      if (before?.origin !== 'ours') rows[row] = found ? (before ?? found.provenance) : ours;
    }
  }
  const broken = brokenRows(tree);
  return rows.map((row, index) => {
    if (!broken.has(index)) return row ?? ours;
    // Syntax that the parser does not know: only the very same line counts.
    const line = (text.split('\n')[index] ?? '').trim();
    return verbatim(line, reportBlocks) ?? ours;
  });
}

/** Rows that the parser could make nothing of. */
function brokenRows(tree: SyntaxNode): ReadonlySet<number> {
  const rows = new Set<number>();
  walk(tree, (node) => {
    if (node.type === 'ERROR' || node.isMissing) {
      for (let row = node.startPosition.row; row <= node.endPosition.row; row++) rows.add(row);
    }
    return node.hasError;
  });
  return rows;
}

function verbatim(line: string, blocks: readonly ReportBlock[]): LineProvenance | null {
  if (line === '') return null;
  const block = blocks.find(
    (candidate) => candidate.kind === 'snippet' && candidate.text.split('\n').some((other) => other.trim() === line),
  );
  return block ? { origin: 'report', span: block.span } : null;
}

function findSource(
  statement: Statement,
  sources: readonly Source[],
  names: ScopeNames,
  renamed: ReadonlyMap<string, string>,
): { readonly provenance: LineProvenance; readonly renamed: ReadonlyMap<string, string> } | null {
  const { text } = statement.node;
  for (const settled of [renamed, null]) {
    for (const source of sources) {
      // The same words first: most of a long script stands in the report as it is.
      for (const other of source.byText.get(text) ?? source.statements) {
        const comparison = { ours: names, theirs: source.names, renamed: settled ?? identity(renamed) };
        const taken = compareStatements(statement, other, comparison);
        if (!taken) continue;
        const provenance = { origin: source.origin, span: source.span };
        return { provenance, renamed: settled ? taken : renamed };
      }
    }
  }
  return null;
}

/** Without renaming at all: the words are the same, whatever was settled before. */
function identity(renamed: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...renamed].map(([name]) => [name, name]));
}

function sourcesOf(block: ReportBlock, parser: PythonParser): Source[] {
  if (block.kind === 'snippet') return [toSource(block.text, 'report', block.span, parser)];
  if (block.kind !== 'traceback') return [];
  // A library's own line in a traceback is not the reporter's code.
  return parsePrintedExceptions(splitLines(block.text))
    .flatMap((exception) => exception.frames)
    .filter((frame) => frame.code !== null && !isLibraryFile(frame.file))
    .map((frame) => toSource(frame.code ?? '', 'report', block.span, parser));
}

function toSource(text: string, origin: Source['origin'], span: Span | null, parser: PythonParser): Source {
  const tree = parser.parse(text);
  const statements = statementsOf(tree).slice(0, MOST_STATEMENTS);
  const byText = new Map<string, Statement[]>();
  for (const statement of statements) {
    const alike = byText.get(statement.node.text);
    if (alike) alike.push(statement);
    else byText.set(statement.node.text, [statement]);
  }
  return { origin, span, statements, byText, names: scopeNames(tree) };
}

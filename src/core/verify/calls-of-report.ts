import { migratedText } from '../actions/migrate-text';
import type { SyntaxNode } from '../ports/python-parser';
import { parsePrintedExceptions } from '../report/parse-printed-exceptions';
import { splitLines } from '../report/split-lines';
import { isLibraryFile } from '../symptom/is-library-file';
import { argumentsOfParameters } from './arguments-of-parameters';
import { compareStatements } from './compare-statements';
import type { JudgeInput } from './judge-input';
import { kept, scopeNames, withAliases, type ScopeNames } from './scope-names';
import { statementsOf, type Statement } from './statements';
import { calledName } from './syntax-walk';

/** Calls that only show what another gave. */
const showing = /^(?:print|repr|str|list)$/;

/**
 * Whether what this line of the script does stands so in the report, but for how the result is kept or shown: `print(f(x).shape)`
 * and `y = f(x)` do what `f(x)` does. The whole of it must be there; a part of it, such as an argument, is not enough.
 */
export function lineDoesWhatReportDoes(
  input: JudgeInput,
  line: number,
  codes: readonly string[] = reportedCode(input),
): boolean {
  const tree = input.parser.parse(input.script.text);
  const own = statementsOf(tree).filter(({ firstRow, lastRow }) => firstRow < line && line <= lastRow + 1);
  const cores = own.flatMap(coreOf);
  if (own.length !== 1 || cores.length !== 1) return false;
  const ours = withAliases(scopeNames(tree), tree);
  // A line of a traceback has the variables of the code that it comes from.
  const trees = input.readOut.blocks
    .filter(({ kind }) => kind === 'snippet')
    .map(({ text }) => input.parser.parse(text));
  const snippets = trees.map(scopeNames);
  const given = argumentsOfParameters(trees);
  return codes.some((code) => {
    const other = input.parser.parse(code);
    const theirs = withNamesOf(snippets, scopeNames(other));
    return statementsOf(other)
      .flatMap(coreOf)
      .some((core) =>
        cores.some(
          (candidate) =>
            compareStatements(candidate, core, { ours, theirs, renamed: kept(ours, theirs), given }) !== null,
        ),
      );
  });
}

function withNamesOf(known: readonly ScopeNames[], own: ScopeNames): ScopeNames {
  return {
    imports: new Map([...known.flatMap(({ imports }) => [...imports]), ...own.imports]),
    variables: new Set([...known.flatMap(({ variables }) => [...variables]), ...own.variables]),
  };
}

/** Code of the report: its snippets, and the reporter's own lines in its tracebacks. */
export function reportedCode({ readOut }: JudgeInput): readonly string[] {
  return readOut.blocks.flatMap((block) => {
    if (block.kind === 'snippet') {
      // A call of an older release says the same in the words of the installed one.
      const migrated = migratedText(block.text);
      return migrated === block.text ? [block.text] : [block.text, migrated];
    }
    if (block.kind !== 'traceback') return [];
    return parsePrintedExceptions(splitLines(block.text))
      .flatMap(({ frames }) => frames)
      .filter(({ file, code }) => code !== null && !isLibraryFile(file))
      .map(({ code }) => code ?? '');
  });
}

/** The call or operation of a statement, without the name that keeps its result and the calls that show it. */
function coreOf({ node, firstRow, lastRow }: Statement): readonly Statement[] {
  let core: SyntaxNode | null = node;
  for (let next = within(node); next; next = within(next)) core = next;
  return core.type === 'call' || core.type === 'binary_operator'
    ? [{ node: core, parts: [core], firstRow, lastRow }]
    : [];
}

function within(node: SyntaxNode): SyntaxNode | null {
  switch (node.type) {
    case 'expression_statement':
    case 'parenthesized_expression':
    case 'print_statement':
      return node.namedChildren.length === 1 ? (node.namedChildren[0] ?? null) : null;
    case 'assignment':
    case 'return_statement':
      return node.childForField('right') ?? node.namedChildren[0] ?? null;
    case 'attribute':
      return node.childForField('object');
    case 'call': {
      const [argument, ...more] = node.childForField('arguments')?.namedChildren ?? [];
      const shows = node.childForField('function')?.type === 'identifier' && showing.test(calledName(node) ?? '');
      return shows && argument && more.length === 0 ? argument : null;
    }
    default:
      return null;
  }
}

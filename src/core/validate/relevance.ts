import type { ReportReadOut } from '../../protocol/report';
import type { Symptom } from '../../protocol/symptom';
import type { PythonParser, SyntaxNode } from '../ports/python-parser';
import { blamedCalls } from '../verify/blamed-calls';
import { isJudged } from '../verify/shown';
import { calledName, walk } from '../verify/syntax-walk';

/** Calls that every script has. A data table. */
const common: ReadonlySet<string> = new Set(
  'print range len list dict zip enumerate int str float super isinstance open set tuple sum min max abs type'.split(
    ' ',
  ),
);

function callsIn(tree: SyntaxNode): ReadonlySet<string> {
  const found = new Set<string>();
  walk(tree, (node) => {
    const name = node.type === 'call' ? calledName(node) : null;
    if (name !== null && !common.has(name)) found.add(name);
  });
  return found;
}

/** Names that a script has in any way: calls, attributes, what is imported or defined. */
function namesIn(tree: SyntaxNode): ReadonlySet<string> {
  const found = new Set<string>();
  walk(tree, (node) => {
    if (node.type === 'identifier') found.add(node.text);
  });
  return found;
}

/**
 * What the report blames and the script has nothing of: calls of the failing line, else those of the report's code. Null: it has
 * some of it, or the report names nothing that could be looked for.
 */
export function missingRelevance(options: {
  readonly tree: SyntaxNode;
  readonly symptom: Symptom;
  readonly readOut: ReportReadOut;
  readonly parser: PythonParser;
}): readonly string[] | null {
  const { tree, symptom, readOut, parser } = options;
  // An operator can be written as a call, so it alone decides nothing.
  const blamed = (isJudged(symptom) ? [...blamedCalls(symptom, readOut, parser).names] : []).filter(
    (name) => /^\w+$/.test(name) && !common.has(name),
  );
  const snippets = readOut.blocks.filter(({ kind }) => kind === 'snippet');
  const wanted = blamed.length > 0 ? blamed : snippets.flatMap(({ text }) => [...callsIn(parser.parse(text))]);
  if (wanted.length === 0) return null;
  const present = namesIn(tree);
  return wanted.some((name) => present.has(name)) ? null : [...new Set(wanted)].slice(0, 8);
}

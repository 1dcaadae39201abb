import type { PrintedFrame, ReportReadOut } from '../../protocol/report';
import type { PythonParser, SyntaxNode } from '../ports/python-parser';
import type { JudgedSymptom } from './shown';
import { calledName, walk } from './syntax-walk';

/** What the report blames: names of calls and signs of operators. */
interface Blamed {
  readonly names: ReadonlySet<string>;
  /** It stands in the report's own code, so that code can be run instead of a likeness of it. */
  readonly inReportCode: boolean;
}

const plainCalls: ReadonlySet<string> = new Set([
  'print',
  'range',
  'len',
  'list',
  'dict',
  'zip',
  'enumerate',
  'int',
  'str',
  'float',
  'super',
]);

/** Finds what the report blames: the line that its traceback points at, else the calls that its title names. */
export function blamedCalls(symptom: JudgedSymptom, readOut: ReportReadOut, parser: PythonParser): Blamed {
  const code = symptom.kind === 'exception' ? (symptom.blamed?.code ?? null) : null;
  const frames = readOut.exceptions
    .flatMap((exception) => exception.frames)
    .flatMap((frame: PrintedFrame) => frame.code ?? []);
  const names = new Set<string>();
  for (const line of code !== null ? [code] : frames)
    operationsIn(parser.parse(line)).forEach((name) => names.add(name));
  if (symptom.kind === 'exception' && symptom.blamed?.function) names.add(symptom.blamed.function);
  if (names.size === 0) for (const word of titleNames(readOut.title)) names.add(word);
  const snippets = readOut.blocks
    .filter((block) => block.kind === 'snippet')
    .map((block) => operationsIn(parser.parse(block.text)));
  const inReportCode = snippets.some((found) => names.size === 0 || [...names].some((name) => found.has(name)));
  return { names, inReportCode: inReportCode || (names.size === 0 && snippets.length > 0) };
}

/** Names of calls and signs of binary operators in a piece of code. */
export function operationsIn(tree: SyntaxNode): Set<string> {
  const found = new Set<string>();
  walk(tree, (node) => {
    const name = node.type === 'call' ? calledName(node) : null;
    if (name && !plainCalls.has(name)) found.add(name);
    if (node.type === 'binary_operator') found.add(node.childForField('operator')?.text ?? '');
    if (node.type === 'augmented_assignment') found.add((node.childForField('operator')?.text ?? '').replace('=', ''));
    return true;
  });
  found.delete('');
  return found;
}

/** `torch.cat`, `Multiply`, `load_model`, `fit()` in a title; a plain word is none. */
function titleNames(title: string): string[] {
  return [...title.matchAll(/[A-Za-z_][\w.]*/g)]
    .map((match) => match[0].replace(/\.$/, ''))
    .filter((word) => /[._]|[a-z][A-Z]/.test(word) && !/(?:Error|Exception|Warning)$/.test(word))
    .map((word) => word.split('.').at(-1) ?? word);
}

/** Operations of the reporter's own line that failed, as the traceback shows it. Empty: the report shows none. */
export function blamedOperations(symptom: JudgedSymptom, parser: PythonParser): ReadonlySet<string> {
  const code = symptom.kind === 'exception' ? (symptom.blamed?.code ?? null) : null;
  return code === null ? new Set() : operationsIn(parser.parse(code));
}

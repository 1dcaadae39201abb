import { message } from '../../protocol/catalogue/catalogue';
import type { ReportReadOut } from '../../protocol/report';
import type { LineProvenance } from '../../protocol/script';
import type { Symptom } from '../../protocol/symptom';
import type { NameIssue } from '../ports/name-checker';
import type { PythonParser } from '../ports/python-parser';
import { assignProvenance } from '../verify/assign-provenance';
import { findForbidden } from '../verify/forbidden';
import type { TracedScript } from '../verify/judge-input';
import { lineThatRaises } from '../verify/raising-lines';
import { lineWithSharedWords } from '../verify/shared-words';
import { isJudged } from '../verify/shown';
import { dangerousCalls } from './dangerous-calls';
import { describeNameIssue, type ScriptIssue } from './issue';
import { missingRelevance } from './relevance';

export interface Validated {
  /** Where each line comes from, by what it says. */
  readonly provenance: readonly LineProvenance[];
  /** What keeps it from being run. */
  readonly issues: readonly ScriptIssue[];
  /** What it does beyond computing, in a sentence each. It may run in the sandbox; a person is told. */
  readonly listed: readonly string[];
}

/** The words that the report's symptom is told by. */
function reportedWords(symptom: Symptom): string {
  if (symptom.kind === 'exception' || symptom.kind === 'warning') return symptom.message?.source ?? '';
  return '';
}

/** A fault that the report is about is no reason against a script: it is what it is to show. */
export function isReported(issue: NameIssue, symptom: Symptom): boolean {
  if (symptom.kind !== 'exception') return false;
  const words = `${symptom.type} ${reportedWords(symptom)} ${symptom.blamed?.code ?? ''}`;
  const isNamed = issue.name !== '' && words.includes(issue.name);
  switch (issue.kind) {
    case 'syntax':
      return /SyntaxError|IndentationError|TabError/.test(symptom.type);
    case 'missingModule':
      return (
        /ImportError|ModuleNotFoundError/.test(symptom.type) && words.includes(issue.name.split('.')[0] ?? issue.name)
      );
    case 'missingAttribute':
      return /AttributeError|ImportError|ModuleNotFoundError/.test(symptom.type) && isNamed;
    case 'undefinedName':
      return /NameError|UnboundLocalError/.test(symptom.type) && isNamed;
    case 'unexpectedKeyword':
    case 'repeatedArgument':
    case 'missingArgument':
      return /TypeError|ValueError/.test(symptom.type) && isNamed;
    case 'tooManyArguments':
      return /TypeError/.test(symptom.type) && /argument/.test(words);
  }
}

/**
 * Looks at a script before it runs: what it names is there (`names`, looked up in its environment), it has something of what the
 * report blames, and it does not make the reported message by itself. What stands in the report's own lines is no fault of the script.
 */
export function validateScript(options: {
  readonly text: string;
  readonly symptom: Symptom;
  readonly readOut: ReportReadOut;
  readonly projectTexts: readonly string[];
  readonly names: readonly NameIssue[];
  /** Whether a missing module is one that would be installed without a question. */
  readonly isInstallable: (module: string) => boolean;
  readonly parser: PythonParser;
}): Validated {
  const { text, symptom, readOut, projectTexts, parser } = options;
  const provenance = assignProvenance({ text, reportBlocks: readOut.blocks, projectTexts, parser });
  const script: TracedScript = { lines: text.split('\n'), provenance };
  const tree = parser.parse(text);
  const issues: ScriptIssue[] = [];
  for (const issue of options.names) {
    const isTheirs = issue.kind !== 'syntax' && issue.line !== null && provenance[issue.line - 1]?.origin !== 'ours';
    if (isTheirs || isReported(issue, symptom)) continue;
    if (issue.kind === 'missingModule' && options.isInstallable(issue.name)) continue;
    issues.push({ check: 'names', line: issue.line, text: describeNameIssue(issue) });
  }
  const add = (check: ScriptIssue['check'], line: number | null, said: string): void => {
    issues.push({ check, line, text: said });
  };
  const forbidden = findForbidden(tree, script);
  if (forbidden)
    add('genuine', forbidden.line, message('validate.forbidden', { line: forbidden.line, what: forbidden.what }));
  const shared = lineWithSharedWords(tree, script, reportedWords(symptom));
  if (shared !== null) add('genuine', shared, message('validate.sharedWords', { line: shared }));
  const raises = isJudged(symptom) ? lineThatRaises(tree, script, symptom) : null;
  if (raises !== null) add('genuine', raises, message('validate.raises', { line: raises }));
  const missing = missingRelevance({ tree, symptom, readOut, parser });
  if (missing !== null) add('relevance', null, message('validate.notRelevant', { names: missing.join(', ') }));
  const ownCalls = dangerousCalls(tree).filter(({ line }) => provenance[line - 1]?.origin === 'ours');
  for (const { kind, line, what } of ownCalls.filter((call) => call.kind === 'process' || call.kind === 'network')) {
    add('dangerous', line, message(`validate.dangerous.${kind === 'process' ? 'process' : 'network'}`, { line, what }));
  }
  return {
    provenance,
    issues,
    listed: ownCalls.map(({ kind, line, what }) => message(`validate.listed.${kind}`, { line, what })),
  };
}

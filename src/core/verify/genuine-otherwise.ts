import type { RecordLineOf } from '../../protocol/record/record';
import { inScript, said } from './evidence';
import type { Genuineness } from './genuine';
import { refusedByText } from './genuine';
import { failed, passed, type JudgeInput, type TracedScript } from './judge-input';
import type { JudgedSymptom } from './shown';
import { operationsIn } from './blamed-calls';
import { calledName, walk } from './syntax-walk';

/** Calls that wait, write or warn by themselves. */
const waiting = /^(?:sleep|wait|input|acquire|pause|select|join|recv|read|get)$/;
const writing =
  /^(?:print|write|writelines|warning|warn|error|critical|exception|info|debug|log|warn_explicit|simplefilter)$/;

/** A warning is judged by the call that gave it. */
export function judgeWarning(
  input: JudgeInput,
  symptom: Extract<JudgedSymptom, { kind: 'warning' }>,
  warning: RecordLineOf<'warning'> | null,
  script: TracedScript,
): Genuineness {
  const refused = refusedByText(input, script, symptom.message.source);
  if (refused) return { answer: failed(refused), byAnalogy: false };
  const frame = warning?.frame ?? null;
  if (frame?.place === 'distribution' || frame?.place === 'standardLibrary' || frame?.place === 'project') {
    if (input.installedFiles.get(frame.file) === 'changed') {
      return { answer: failed(said('verdict.changedFile', { file: frame.file })), byAnalogy: false };
    }
    const where = { file: frame.file, line: frame.line ?? 0, function: frame.function };
    return { answer: passed(said('verdict.fromFile', where)), byAnalogy: false };
  }
  if (frame?.place === 'script' && frame.line !== null && script.provenance[frame.line - 1]?.origin !== 'ours') {
    return { answer: passed(inScript(frame.line, 'verdict.lineOfReport')), byAnalogy: false };
  }
  if (frame) return { answer: failed(inScript(frame.line, 'verdict.warnedByOurs')), byAnalogy: false };
  const line = ourCall(input, script, writing);
  return line === null
    ? { answer: passed(said('verdict.warnedBelow')), byAnalogy: false }
    : { answer: failed(inScript(line, 'verdict.writtenByOurs')), byAnalogy: false };
}

/** The end of a process is genuine where code of the report or the project runs and no line of ours ends or stops it by itself. */
export function judgeEnd(input: JudgeInput, symptom: JudgedSymptom, script: TracedScript): Genuineness {
  const refused = refusedByText(input, script, '');
  if (refused) return { answer: failed(refused), byAnalogy: false };
  const line = symptom.kind === 'hang' ? (ourCall(input, script, waiting) ?? ourEndlessLoop(input, script)) : null;
  if (line !== null) return { answer: failed(inScript(line, 'verdict.waitsByOurs')), byAnalogy: false };
  const trusted = script.lines.findIndex(
    (text, index) => script.provenance[index]?.origin !== 'ours' && operationsIn(input.parser.parse(text)).size > 0,
  );
  return trusted < 0
    ? { answer: failed(said('verdict.noReportCode')), byAnalogy: false }
    : { answer: passed(inScript(trusted + 1, 'verdict.runsReportCode')), byAnalogy: false };
}

function ourCall(input: JudgeInput, script: TracedScript, names: RegExp): number | null {
  let found: number | null = null;
  walk(input.parser.parse(input.script.text), (node) => {
    const line = node.startPosition.row + 1;
    if (found !== null || script.provenance[line - 1]?.origin !== 'ours') return found === null;
    if (node.type === 'print_statement' && names.test('print')) found = line;
    if (node.type === 'call' && names.test(calledName(node) ?? '')) found = line;
    return true;
  });
  return found;
}

function ourEndlessLoop(input: JudgeInput, script: TracedScript): number | null {
  let found: number | null = null;
  walk(input.parser.parse(input.script.text), (node) => {
    const line = node.startPosition.row + 1;
    if (node.type === 'while_statement' && script.provenance[line - 1]?.origin === 'ours') found ??= line;
    return true;
  });
  return found;
}

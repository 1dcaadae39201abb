import type { RecordLineOf } from '../../protocol/record/record';
import { inScript, said } from './evidence';
import type { Genuineness } from './genuine';
import { refusedByText } from './genuine';
import { failed, passed, type FinishedExecution, type JudgeInput, type TracedScript } from './judge-input';
import type { JudgedSymptom } from './shown';
import { blamedCalls, operationsIn } from './blamed-calls';
import { crashLine } from './crash-place';
import { moduleNames } from './module-names';
import { ourWriting } from './our-writing';
import { stoppedAt } from './stopped-at';
import { calledName, walk } from './syntax-walk';

/** Calls that wait by themselves. */
const waiting =
  /^(?:sleep|wait|sigwait|input|acquire|pause|select|poll|join|recv|accept|communicate|read|get|run_forever|serve_forever|mainloop|breakpoint)$/;

/** Full names of what may send a signal or hand the process over. */
const ending =
  /^(?:(?:subprocess|signal|multiprocessing|pexpect|psutil)\.|os\.(?:exec|spawn|posix_spawn|fork|system|popen|kill|abort|_exit))/;
/** Iterators without an end. */
const endless = /^(?:iter|count|cycle|repeat)$/;

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
  const line = ourWriting(input.parser.parse(input.script.text), script);
  return line === null
    ? { answer: passed(said('verdict.warnedBelow')), byAnalogy: false }
    : { answer: failed(inScript(line, 'verdict.writtenByOurs')), byAnalogy: false };
}

/**
 * The end of a process is genuine where a line of the report or the project stood there when it crashed; where that is not
 * known, where such code runs and no line of ours ends or stops the process by itself.
 */
export function judgeEnd(
  input: JudgeInput,
  symptom: JudgedSymptom,
  execution: FinishedExecution,
  script: TracedScript,
): Genuineness {
  const place = symptom.kind === 'signal' ? [] : stoppedAt(execution);
  const refused = refusedByText(input, script, '');
  if (refused) return { answer: failed(refused), byAnalogy: false };
  const crashed = symptom.kind === 'signal' ? crashLine(execution) : null;
  if (crashed !== null) return judgeCrashLine(input, symptom, crashed, script);
  const line = symptom.kind === 'hang' ? (ourCall(input, script, waiting) ?? ourEndlessLoop(input, script)) : null;
  if (line !== null) return { answer: failed(...place, inScript(line, 'verdict.waitsByOurs')), byAnalogy: false };
  const ends = symptom.kind === 'signal' ? ourEnd(input, script) : null;
  if (ends !== null) return { answer: failed(inScript(ends, 'verdict.endsByOurs')), byAnalogy: false };
  const trusted = script.lines.findIndex(
    (text, index) => script.provenance[index]?.origin !== 'ours' && operationsIn(input.parser.parse(text)).size > 0,
  );
  return trusted < 0
    ? { answer: failed(...place, said('verdict.noReportCode')), byAnalogy: false }
    : { answer: passed(inScript(trusted + 1, 'verdict.runsReportCode'), ...place), byAnalogy: false };
}

/** The interpreter died at this line of the script. */
function judgeCrashLine(input: JudgeInput, symptom: JudgedSymptom, line: number, script: TracedScript): Genuineness {
  if (script.provenance[line - 1]?.origin !== 'ours') {
    return { answer: passed(inScript(line, 'verdict.lineOfReport')), byAnalogy: false };
  }
  const blamed = blamedCalls(symptom, input.readOut, input.parser);
  const operations = operationsIn(input.parser.parse(script.lines[line - 1] ?? ''));
  const shared = [...operations].find((name) => blamed.names.has(name));
  if (shared === undefined) return { answer: failed(inScript(line, 'verdict.lineNotBlamed')), byAnalogy: false };
  return blamed.inReportCode
    ? { answer: failed(inScript(line, 'verdict.analogyNotNeeded', { name: shared })), byAnalogy: false }
    : { answer: passed(inScript(line, 'verdict.byAnalogy', { name: shared })), byAnalogy: true };
}

/** The first of our own lines that may end the process or put another in its place, by itself or through a child. */
function ourEnd(input: JudgeInput, script: TracedScript): number | null {
  const tree = input.parser.parse(input.script.text);
  const names = moduleNames(tree);
  let found: number | null = null;
  walk(tree, (node) => {
    const line = node.startPosition.row + 1;
    if (found !== null || script.provenance[line - 1]?.origin !== 'ours') return found === null;
    if (node.type === 'attribute' || node.type === 'identifier') {
      if (ending.test(names.fullName(node) ?? '')) found = line;
    }
    return true;
  });
  return found;
}

function ourCall(input: JudgeInput, script: TracedScript, names: RegExp): number | null {
  let found: number | null = null;
  walk(input.parser.parse(input.script.text), (node) => {
    const line = node.startPosition.row + 1;
    if (found !== null || script.provenance[line - 1]?.origin !== 'ours') return found === null;
    if (node.type === 'call' && names.test(calledName(node) ?? '')) found = line;
    return true;
  });
  return found;
}

function ourEndlessLoop(input: JudgeInput, script: TracedScript): number | null {
  let found: number | null = null;
  walk(input.parser.parse(input.script.text), (node) => {
    const line = node.startPosition.row + 1;
    if (script.provenance[line - 1]?.origin !== 'ours') return true;
    const source = /^for_(?:statement|in_clause)$/.test(node.type) ? node.childForField('right') : null;
    const isEndless = source?.type === 'call' && endless.test(calledName(source) ?? '');
    if (node.type === 'while_statement' || isEndless) found ??= line;
    return true;
  });
  return found;
}

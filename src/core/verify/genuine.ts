import type { ExceptionRecord, FrameRecord } from '../../protocol/record/record';
import type { LineProvenance } from '../../protocol/script';
import type { Evidence } from '../../protocol/verdict';
import { blamedCalls, blamedOperations, operationsIn } from './blamed-calls';
import { lineDoesWhatReportDoes } from './calls-of-report';
import { inReport, inScript, said } from './evidence';
import { lineFillsContainerOfReport } from './fills-container';
import { findForbidden } from './forbidden';
import { handingOn } from './handing-on';
import { instructionKind } from './instruction-kind';
import { failed, passed, type Answer, type JudgeInput, type TracedScript } from './judge-input';
import { originOf, type Origin } from './origin';
import { innerScriptFrame, isSameFile, wrappedFrames } from './inner-script-frame';
import { isRaisingCall, isRaisingHelper } from './raising-helpers';
import { lineThatRaises } from './raising-lines';
import { lineWithSharedWords } from './shared-words';
import type { JudgedSymptom } from './shown';

/** Names that libraries give to the code that they make. A data table. */
const madeByLibraries =
  /^<(?:__array_function__ internals|eval_with_key|attrs generated|decorator-gen|lambdifygenerated|frozen )/;
const runsText = /^(?:exec|eval|execfile|compile|timeit|make_dataclass|namedtuple)$/;

/** Whether what was seen is the reported fault and not a likeness that the script made. */
export interface Genuineness {
  readonly answer: Answer;
  readonly byAnalogy: boolean;
}

/** What the script holds must not let a counterfeit through, whatever the run showed. Null: nothing of the kind. */
export function refusedByText(input: JudgeInput, script: TracedScript, reported: string): Evidence | null {
  const tree = input.parser.parse(input.script.text);
  const forbidden = findForbidden(tree, script);
  if (forbidden) return inScript(forbidden.line, 'verdict.forbidden', { what: forbidden.what });
  const shared = lineWithSharedWords(tree, script, reported);
  return shared === null ? null : inScript(shared, 'verdict.sharedWords');
}

/** Judges an exception by where it comes from and whose line led there (design, section 6, rule 3). */
export function judgeGenuine(
  input: JudgeInput,
  symptom: JudgedSymptom,
  recorded: ExceptionRecord,
  script: TracedScript,
  chain: readonly ExceptionRecord[] = [],
): Genuineness {
  const refuse = (evidence: Evidence): Genuineness => ({ answer: failed(evidence), byAnalogy: false });
  const exception = withOwnLines(recorded, script);
  const textual = refusedByText(input, script, symptom.kind === 'exception' ? (symptom.message?.source ?? '') : '');
  if (textual) return refuse(textual);
  const raises = lineThatRaises(input.parser.parse(input.script.text), script, symptom);
  if (raises !== null) return refuse(inScript(raises, 'verdict.raisedByOurs'));
  const found = originOf(exception);
  const inner = innerScriptFrame(exception, chain, script);
  const origin = found && inner ? { ...found, scriptFrame: inner } : found;
  if (!origin) return refuse(said('verdict.neverRaised', { type: exception.type }));
  const provenance = origin.scriptFrame ? provenanceOf(origin.scriptFrame, script) : null;
  const trusted = provenance !== null && provenance.origin !== 'ours';
  const fromOrigin = judgeOrigin(origin, exception, input, script, trusted, chain);
  if (fromOrigin) return refuse(fromOrigin);
  return judgeFailingLine(input, symptom, origin, provenance, inner ? within(exception, inner) : exception);
}

/** The line that a wrapper tells of stands below all others. */
function within(exception: ExceptionRecord, inner: FrameRecord): ExceptionRecord {
  return { ...exception, frames: [...exception.frames, inner] };
}

/** A script may rewrite its own file while it runs: what its lines say is read from the script that was given. */
function withOwnLines(exception: ExceptionRecord, script: TracedScript): ExceptionRecord {
  const frames = exception.frames.map((frame) => {
    const line = frame.place === 'script' && frame.line !== null ? script.lines[frame.line - 1] : undefined;
    return line === undefined ? frame : { ...frame, code: line.trim() };
  });
  return { ...exception, frames };
}

/** Null: the origin is genuine. `trusted`: the script's failing line is the report's or the project's. */
function judgeOrigin(
  origin: Origin,
  exception: ExceptionRecord,
  input: JudgeInput,
  script: TracedScript,
  trusted: boolean,
  chain: readonly ExceptionRecord[],
): Evidence | null {
  const { frame, deliveredBy, scriptFrame } = origin;
  const line = scriptFrame?.line ?? null;
  if (deliveredBy && !trusted) return inScript(line, 'verdict.delivered', { function: deliveredBy.function });
  const within = raisedWithin(exception, origin, script, chain);
  if (within !== null) return inScript(within, 'verdict.raisedByOurs');
  const kind = instructionKind(frame);
  switch (frame.place) {
    case 'script':
      if (trusted) return null;
      if (kind === 'raising') return inScript(frame.line, 'verdict.raisedByOurs');
      if (kind === 'delivered') return inScript(frame.line, 'verdict.thrownIn');
      return kind === 'operation' ? null : inScript(frame.line, 'verdict.unknownInstruction');
    case 'distribution':
    case 'standardLibrary': {
      if (handingOn(frame) !== null)
        return trusted ? null : inScript(line, 'verdict.delivered', { function: frame.function });
      if (frame.place === 'distribution' && input.installedFiles.get(frame.file) === 'changed') {
        return said('verdict.changedFile', { file: frame.file });
      }
      // A folder that only looks like one of installed packages, made by the script.
      if (frame.place === 'distribution' && input.installedFiles.get(frame.file) === 'foreign') {
        return inScript(line, 'verdict.strangeFile', { file: frame.file });
      }
      if (frame.place === 'distribution' && frame.code === null && frame.line !== null && !frame.file.startsWith('<')) {
        return said('verdict.noSuchLine', { file: frame.file, line: frame.line });
      }
      if (kind === 'delivered' && !trusted) return inScript(line, 'verdict.thrownIn');
      const helper = helperCalledByScript(exception, input, trusted);
      return helper ? inScript(line, 'verdict.raisingHelper', { function: helper.function }) : null;
    }
    case 'project':
      return kind === 'delivered' && !trusted ? inScript(line, 'verdict.thrownIn') : null;
    case 'other':
      return trusted && (isCompiledCode(frame) || isMadeCode(frame.file, input, script))
        ? null
        : inScript(line, 'verdict.strangeFile', { file: frame.file });
  }
}

/**
 * A function of a compiled module, as Cython shows it: named after its module, in a source file that is not there, and standing at no
 * instruction, since it has none.
 */
function isCompiledCode({ file, code, function: name, module, instruction }: FrameRecord): boolean {
  return (
    /\.pyx$/.test(file) &&
    code === null &&
    module !== null &&
    name.startsWith(`${module}.`) &&
    (instruction === null || instruction.offset === 0)
  );
}

/** Code without a file: what libraries make for themselves, or what the reporter's own lines run. */
function isMadeCode(file: string, input: JudgeInput, script: TracedScript): boolean {
  if (madeByLibraries.test(file)) return true;
  if (!file.startsWith('<')) return false;
  return script.lines.some(
    (text, index) =>
      script.provenance[index]?.origin !== 'ours' &&
      [...operationsIn(input.parser.parse(text))].some((name) => runsText.test(name)),
  );
}

/**
 * A function that raises what it is handed, called by a line of the script that does not name it in the reporter's own
 * words. One that a library calls for itself is how that library checks its arguments.
 */
function helperCalledByScript(exception: ExceptionRecord, input: JudgeInput, trusted: boolean): FrameRecord | null {
  const at = exception.frames.findIndex(isRaisingHelper);
  const helper = exception.frames[at];
  const caller = exception.frames[at - 1];
  if (!helper || caller?.place !== 'script') return null;
  const named = [...operationsIn(input.parser.parse(caller.code ?? ''))].some(
    (name) => name === helper.function || isRaisingCall(name),
  );
  return trusted && named ? null : helper;
}

/** A wrapped error's frames stand in the message: a line of ours that raised there. Null: none. */
function raisedWithin(
  exception: ExceptionRecord,
  origin: Origin,
  script: TracedScript,
  chain: readonly ExceptionRecord[],
): number | null {
  const file = origin.scriptFrame?.file ?? exception.frames.find((frame) => frame.place === 'script')?.file;
  const last = wrappedFrames(exception, chain)
    .filter((frame) => isSameFile(frame.file, file))
    .at(-1);
  if (!last || !/^\s*(?:raise|assert)\b/.test(script.lines[last.line - 1] ?? '')) return null;
  return script.provenance[last.line - 1]?.origin === 'ours' ? last.line : null;
}

function judgeFailingLine(
  input: JudgeInput,
  symptom: JudgedSymptom,
  origin: Origin,
  provenance: LineProvenance | null,
  exception: ExceptionRecord,
): Genuineness {
  const { scriptFrame, frame } = origin;
  const code = symptom.kind === 'exception' ? (symptom.blamed?.code ?? '') : '';
  const failing = scriptFrame?.line ?? null;
  // A call of a variable has the name that the script gives it.
  const fills = failing !== null && lineFillsContainerOfReport(input, failing, code === '' ? null : code);
  const isSame = fills || (failing !== null && code !== '' && lineDoesWhatReportDoes(input, failing, [code]));
  if (!isSame && isElsewhere(exception, blamedOperations(symptom, input.parser), input)) {
    return { answer: failed(inScript(failing, 'verdict.otherPlace', { code })), byAnalogy: false };
  }
  const from = placeEvidence(frame, input);
  if (provenance?.origin === 'report' || provenance?.origin === 'project') {
    const key = provenance.origin === 'report' ? 'verdict.lineOfReport' : 'verdict.lineOfProject';
    const own = inScript(scriptFrame?.line ?? null, key);
    const cited = provenance.span ? [inReport(provenance.span, 'verdict.lineStandsHere')] : [];
    return { answer: passed(own, ...cited, from), byAnalogy: false };
  }
  if (!scriptFrame) {
    return origin.projectFrame
      ? { answer: passed(said('verdict.lineOfProject'), from), byAnalogy: false }
      : { answer: failed(said('verdict.noScriptLine', { type: exception.type })), byAnalogy: false };
  }
  const operations = operationsIn(input.parser.parse(scriptFrame.code ?? ''));
  const raiser = [...operations].find(isRaisingCall);
  const line = scriptFrame.line;
  const refuse = (evidence: Evidence): Genuineness => ({ answer: failed(evidence), byAnalogy: false });
  if (raiser) return refuse(inScript(line, 'verdict.raisingHelper', { function: raiser }));
  const blamed = blamedCalls(symptom, input.readOut, input.parser);
  const shared = [...operations].filter((name) => blamed.names.has(name));
  if (fills || (line !== null && lineDoesWhatReportDoes(input, line))) {
    return {
      answer: passed(inScript(line, 'verdict.callOfReport'), from),
      byAnalogy: false,
    };
  }
  if (shared.length === 0) return refuse(inScript(line, 'verdict.lineNotBlamed'));
  if (blamed.inReportCode) return refuse(inScript(line, 'verdict.analogyNotNeeded', { name: shared[0] ?? '' }));
  return { answer: passed(inScript(line, 'verdict.byAnalogy', { name: shared[0] ?? '' }), from), byAnalogy: true };
}

/** The report's traceback points at a line of the reporter; nothing that it does is done by the lines that failed here. */
function isElsewhere(exception: ExceptionRecord, blamed: ReadonlySet<string>, input: JudgeInput): boolean {
  if (blamed.size === 0) return false;
  const own = exception.frames.filter((frame) => frame.place === 'script' || frame.place === 'project');
  return !own.some((frame) => [...operationsIn(input.parser.parse(frame.code ?? ''))].some((name) => blamed.has(name)));
}

function placeEvidence(frame: FrameRecord, input: JudgeInput): Evidence {
  const where = { file: inPackages(frame.file), line: frame.line ?? 0, function: frame.function };
  if (frame.place === 'script')
    return inScript(frame.line, 'verdict.fromOperation', { op: frame.instruction?.op ?? '' });
  if (frame.place !== 'distribution' || !frame.distribution) return said('verdict.fromFile', where);
  const distribution = `${frame.distribution.name} ${frame.distribution.version}`;
  const known = input.installedFiles.get(frame.file) === 'asInstalled';
  return said(known ? 'verdict.fromInstalled' : 'verdict.fromUnchecked', { ...where, distribution });
}

/** A file of a package as its package names it: where the environment lies says nothing of the bug. */
function inPackages(file: string): string {
  return file.replace(/^.*[\\/](?:site|dist)-packages[\\/]/, '');
}

function provenanceOf(frame: FrameRecord, script: TracedScript): LineProvenance | null {
  return frame.line === null ? null : (script.provenance[frame.line - 1] ?? null);
}

import type { RunRequest } from '../../core/ports/script-runner';
import type { TerminalWriter } from '../../core/ports/terminals';
import type { ExecutionResult, SandboxLevel } from '../../protocol/execution';
import { createRecordReader } from '../record/read-record';
import type { LentParent } from '../warm/create-warm-interpreters';
import { runForked } from '../warm/run-forked';
import type { CaseFolder } from './case-folder';
import { describeRun, HOME_INSIDE, runnerArguments, type DescribeRunOptions } from './describe-run';
import { judgeEnd } from './judge-end';
import { keepOutput } from './keep-output';
import { makeRecordKey } from './record-key';

export interface WarmRun extends DescribeRunOptions {
  readonly request: RunRequest;
  readonly level: SandboxLevel;
  readonly folder: CaseFolder;
  readonly writer: TerminalWriter;
  readonly signal: AbortSignal;
  readonly lent: LentParent;
}

/** Runs a script in a fork of a warm interpreter. A string: nothing of it has run, and why. */
export async function runWarm(run: WarmRun): Promise<ExecutionResult | string> {
  const { request, level, folder, lent, signal } = run;
  const confinement = await describeRun(run, request, level, folder);
  const output = keepOutput(run.writer);
  const recordKey = makeRecordKey();
  const reader = createRecordReader({ key: recordKey });
  const startedAt = performance.now();
  const forked = await runForked({
    parent: lent.parent,
    case: folder.work,
    arguments: [...runnerArguments(request), request.scriptName, ...request.arguments],
    environment: confinement.environment,
    seed: request.seed,
    rows: lent.rows,
    home: HOME_INSIDE,
    temporaryBytes: confinement.temporaryBytes,
    sharedMemoryBytes: confinement.sharedMemoryBytes,
    limits: { ...request.limits, diskFolder: folder.top },
    signal,
    onStdout: output.onStdout,
    onStderr: output.onStderr,
    recordKey,
    onRecord: (bytes) => reader.push(bytes),
    onAskForStacks: () => reader.expectThreads(performance.now() - startedAt),
  });
  if (forked.kind === 'refused') {
    if (!lent.parent.isGone()) lent.refuse(forked.reason);
    return forked.reason;
  }
  const { durationMs, silence } = forked.outcome;
  const record = output.withPrinted(reader.finish());
  const sandbox = lent.parent.command.level;
  const { stdout, stderr } = output.summaries();
  // By the same rule as a cold run, so that both tell one end of one script.
  const told = {
    end: forked.outcome.end,
    level: sandbox.level,
    stdoutBytes: stdout.bytes,
    stderr: stderr.tail,
    record,
  };
  const result = { end: judgeEnd(told), durationMs, stdout, stderr, record, sandbox, warm: true, coldReason: null };
  return silence === undefined ? result : { ...result, silence };
}

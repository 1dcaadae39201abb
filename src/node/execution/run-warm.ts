import type { RunRequest } from '../../core/ports/script-runner';
import type { TerminalWriter } from '../../core/ports/terminals';
import { message } from '../../protocol/catalogue/catalogue';
import type { ExecutionResult, SandboxLevel } from '../../protocol/execution';
import type { LimitGroups } from '../process/groups/limit-group';
import { createRecordReader } from '../record/read-record';
import type { LentParent } from '../warm/create-warm-interpreters';
import { runForked } from '../warm/run-forked';
import type { CaseFolder } from './case-folder';
import { describeRun, HOME_INSIDE, runnerArguments, type DescribeRunOptions } from './describe-run';
import { judgeEnd } from './judge-end';
import { keepOutput } from './keep-output';
import { openGroup } from './open-group';
import { whatWasSeen } from './what-was-seen';
import { makeRecordKey } from './record-key';

export interface WarmRun extends DescribeRunOptions {
  readonly request: RunRequest;
  readonly level: SandboxLevel;
  readonly folder: CaseFolder;
  readonly writer: TerminalWriter;
  readonly signal: AbortSignal;
  readonly lent: LentParent;
  readonly groups?: LimitGroups;
}

/** Runs a script in a fork of a warm interpreter. A string: why it has to be run cold, with nothing of it having run, or not to its end. */
export async function runWarm(run: WarmRun): Promise<ExecutionResult | string> {
  const { request, level, folder, lent, signal } = run;
  const confinement = await describeRun(run, request, level, folder);
  const output = keepOutput(run.writer);
  const recordKey = makeRecordKey();
  const reader = createRecordReader({ key: recordKey });
  const startedAt = performance.now();
  const { group, kept } = await openGroup(run.groups, request.limits, 'running');
  let joined = false;
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
    ...(group === null ? {} : { group, onJoined: () => (joined = true) }),
  }).finally(() => group?.close());
  if (forked.kind === 'refused') {
    if (!lent.parent.isGone()) lent.refuse(forked.reason);
    return forked.reason;
  }
  if (forked.kind === 'orphaned') {
    const reason = message('warm.orphaned');
    await run.writer.write(Buffer.from(`\n[${reason}]\n`));
    return reason;
  }
  const { durationMs } = forked.outcome;
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
  const limits = group === null || joined ? kept : { by: 'polling' as const, reason: message('limits.gone') };
  return {
    end: judgeEnd(told),
    durationMs,
    stdout,
    stderr,
    record,
    sandbox,
    limits,
    warm: true,
    coldReason: null,
    ...whatWasSeen(forked.outcome),
  };
}

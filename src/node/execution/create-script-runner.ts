import type { Progress } from '../../core/ports/cancellation';
import type { ConfinedCommand, Confinement, Sandbox } from '../../core/ports/sandbox';
import type { RunRequest, ScriptRunner } from '../../core/ports/script-runner';
import type { TerminalWriter, Terminals } from '../../core/ports/terminals';
import { message } from '../../protocol/catalogue/catalogue';
import { isRepriseError } from '../../protocol/errors';
import type { ExecutionResult, SandboxLevel } from '../../protocol/execution';
import type { LimitGroups } from '../process/groups/limit-group';
import { runProcess } from '../process/run-process';
import { createRecordReader, type RecordReader } from '../record/read-record';
import type { WarmInterpreters } from '../warm/create-warm-interpreters';
import { makeCaseFolder, type CaseFolder } from './case-folder';
import { chooseLevel, confineTo, describeRule } from './choose-confinement';
import { describeRun } from './describe-run';
import { followCancellation } from './follow-cancellation';
import { judgeEnd } from './judge-end';
import { keepOutput } from './keep-output';
import { lendParent } from './lend-parent';
import { openGroup } from './open-group';
import { makeRecordKey } from './record-key';
import { whatWasSeen } from './what-was-seen';
import { runWarm } from './run-warm';
import { isThere } from '../system/is-there';

export interface ScriptRunnerOptions {
  readonly terminals: Pick<Terminals, 'open'>;
  readonly sandbox: Sandbox;
  readonly dataFolder: string;
  /** Holds `python/reprise_runner.py`. */
  readonly resourcesFolder: string;
  /** The host's own environment: only what describes its hardware is handed on. */
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
  /** Absent: every run is cold. */
  readonly warm?: WarmInterpreters;
  /** Absent: limits are kept by looks alone. */
  readonly groups?: LimitGroups;
}

/** Runs scripts, each in a folder of its own that is removed afterwards. The output stays in the terminal. */
export function createScriptRunner(options: ScriptRunnerOptions): ScriptRunner {
  const { terminals, sandbox, dataFolder } = options;

  async function run(request: RunRequest, progress: Progress): Promise<ExecutionResult> {
    const level = await chooseLevel(sandbox, { rule: request.sandbox, allowWeaker: request.allowWeakerSandbox });
    const lent = await lendParent(options, request, level);
    const openToAll = process.getuid?.() === 0;
    const first = { ...request, dataFolder, openToAll };
    const within = typeof lent === 'object' && lent !== null ? { within: lent.parent.folder } : {};
    const folder = await makeCaseFolder({ ...first, ...within }).catch((error: unknown) => {
      if (typeof lent === 'object') lent?.release();
      throw error;
    });
    const { signal, leave } = followCancellation(progress.signal);
    try {
      const writer = await terminals.open({
        terminalId: request.terminalId,
        reproductionId: request.reproductionId,
        title: message('execution.terminalTitle', { script: request.scriptName }),
        control: null,
      });
      const common = { request, level, writer, signal };
      const end = async (): Promise<ExecutionResult> => {
        if (typeof lent === 'string' || lent === null) return runCold({ ...common, folder, coldReason: lent });
        const result = await runWarm({ ...options, ...common, folder, lent });
        if (typeof result !== 'string') return result;
        const fresh = await makeCaseFolder(first);
        return runCold({ ...common, folder: fresh, coldReason: result }).finally(() => fresh.remove());
      };
      return await end().finally(() => writer.close());
    } finally {
      leave();
      await folder.remove();
      if (typeof lent === 'object') lent?.release();
    }
  }

  /** `refused`: why a group that was tried took nothing in; then looks alone keep its limits. */
  async function runCold(cold: ColdRun, refused: string | null = null): Promise<ExecutionResult> {
    const { request, level, folder, writer, signal, coldReason } = cold;
    const program = request.environment.interpreter;
    if (!(await isThere(program))) return notStarted(message('execution.programMissing', { program }), level);
    const command = await confineOrExplain(sandbox, level, await describeRun(options, request, level, folder));
    if (typeof command === 'string') return notStarted(command, level);
    const output = keepOutput(writer);
    const recordKey = makeRecordKey();
    const reader = request.mode === 'recorded' ? createRecordReader({ key: recordKey }) : null;
    const { group, kept } = await openGroup(refused ?? options.groups, request.limits, startOf(command));
    let hasBegun = true;
    const outcome = await runProcess({
      command,
      ...(group === null ? {} : { group }),
      limits: { ...request.limits, diskFolder: folder.top },
      signal,
      input: null,
      onStdout: output.onStdout,
      onStderr: output.onStderr,
      ...(reader === null ? {} : recordInto(reader, recordKey)),
    }).finally(() => {
      hasBegun = group?.hasBegun() ?? true;
      return group?.close();
    });
    if (!hasBegun && outcome.end.kind === 'exited') {
      const detail = output.summaries().stderr.tail.trim();
      return runCold(cold, message('limits.refused', { detail }));
    }
    const record = reader === null ? null : output.withPrinted(reader.finish());
    const { stdout, stderr } = output.summaries();
    const end = judgeEnd({
      end: outcome.end,
      level: command.level.level,
      stdoutBytes: stdout.bytes,
      stderr: stderr.tail,
      record,
    });
    const seen = whatWasSeen(outcome);
    const { durationMs } = outcome;
    const about = { sandbox: command.level, limits: kept, warm: false, coldReason };
    return { end, durationMs, stdout, stderr, record, ...about, ...seen };
  }

  return { describe: (rule) => describeRule(sandbox, rule), run };
}

/** A scope tells a death by a signal as bubblewrap does, so that it is for what runs in that. */
function startOf({ level }: ConfinedCommand): 'anew' | 'running' {
  return level.level === 'bubblewrap' ? 'anew' : 'running';
}

/** What connects a recorded run with the reader of its record. */
function recordInto(reader: RecordReader, recordKey: string) {
  const startedAt = performance.now();
  return {
    recordKey,
    onRecord: (bytes: Buffer) => reader.push(bytes),
    onAskForStacks: () => reader.expectThreads(performance.now() - startedAt),
  };
}

interface ColdRun {
  readonly request: RunRequest;
  readonly level: SandboxLevel;
  readonly folder: CaseFolder;
  readonly writer: TerminalWriter;
  readonly signal: AbortSignal;
  readonly coldReason: string | null;
}

/** A folder that cannot be shown to a script is the user's to change: a result with the sentence, not a failure of ours. */
async function confineOrExplain(
  sandbox: Sandbox,
  level: SandboxLevel,
  confinement: Confinement,
): Promise<ConfinedCommand | string> {
  try {
    return await confineTo(sandbox, level, confinement);
  } catch (error) {
    if (isRepriseError(error, 'badInput') || isRepriseError(error, 'notFound')) return error.message;
    throw error;
  }
}

function notStarted(reason: string, sandbox: SandboxLevel): ExecutionResult {
  const nothing = { bytes: 0, tail: '' };
  return {
    end: { kind: 'couldNotStart', reason },
    durationMs: 0,
    stdout: nothing,
    stderr: nothing,
    record: null,
    sandbox,
    warm: false,
    coldReason: null,
  };
}

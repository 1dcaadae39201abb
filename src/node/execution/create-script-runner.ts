import { randomBytes } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../../core/ports/cancellation';
import type { ConfinedCommand, Confinement, Sandbox } from '../../core/ports/sandbox';
import type { RunRequest, ScriptRunner } from '../../core/ports/script-runner';
import type { TerminalWriter, Terminals } from '../../core/ports/terminals';
import { message } from '../../protocol/catalogue/catalogue';
import { isRepriseError } from '../../protocol/errors';
import type { ExecutionResult, SandboxLevel } from '../../protocol/execution';
import { runProcess } from '../process/run-process';
import { createRecordReader } from '../record/read-record';
import { makeCaseFolder, type CaseFolder } from './case-folder';
import { chooseLevel, confineTo, describeRule } from './choose-confinement';
import { createTail } from './create-tail';
import { environmentBlock } from './environment-block';
import { findHidden } from './find-hidden';
import { followCancellation } from './follow-cancellation';
import { interpreterPlaces } from './interpreter-places';
import { judgeEnd } from './judge-end';

const MEBIBYTE = 1024 * 1024;
/** Letters of the key that tells the runner's lines from those that a script writes to the descriptor by itself. */
const RECORD_KEY_LENGTH = 32;
/** Home of a script inside the sandbox: a folder in memory. */
const HOME_INSIDE = '/home/reprise';
/** Most bytes in memory for temporary files, and for what processes share. */
const TEMPORARY_BYTES = 2048 * MEBIBYTE;
const SHARED_MEMORY_BYTES = 2048 * MEBIBYTE;

export interface ScriptRunnerOptions {
  readonly terminals: Terminals;
  readonly sandbox: Sandbox;
  readonly dataFolder: string;
  /** Holds `python/reprise_runner.py`. */
  readonly resourcesFolder: string;
  /** The host's own environment: only what describes its hardware is handed on. */
  readonly environmentBlock: Readonly<Record<string, string | undefined>>;
}

/** Runs scripts, each in a folder of its own that is removed afterwards. The output stays in the terminal. */
export function createScriptRunner(options: ScriptRunnerOptions): ScriptRunner {
  const { terminals, sandbox, dataFolder } = options;

  async function run(request: RunRequest, progress: Progress): Promise<ExecutionResult> {
    const level = await chooseLevel(sandbox, { rule: request.sandbox, allowWeaker: request.allowWeakerSandbox });
    const folder = await makeCaseFolder({ ...request, dataFolder, openToAll: process.getuid?.() === 0 });
    try {
      const writer = await terminals.open({
        terminalId: request.terminalId,
        reproductionId: request.reproductionId,
        title: message('execution.terminalTitle', { script: request.scriptName }),
        control: null,
      });
      return await runInto(writer, request, level, folder, progress).finally(() => writer.close());
    } finally {
      await folder.remove();
    }
  }

  async function runInto(
    writer: TerminalWriter,
    request: RunRequest,
    level: SandboxLevel,
    folder: CaseFolder,
    progress: Progress,
  ): Promise<ExecutionResult> {
    const program = request.environment.interpreter;
    if (!(await isThere(program))) return notStarted(message('execution.programMissing', { program }), level);
    const command = await confineOrExplain(sandbox, level, await describeRun(options, request, level, folder));
    if (typeof command === 'string') return notStarted(command, level);
    const { limits } = request;
    const [stdout, stderr] = [createTail(), createTail()];
    const recordKey = randomBytes(RECORD_KEY_LENGTH / 2).toString('hex');
    const reader = request.mode === 'recorded' ? createRecordReader({ key: recordKey }) : null;
    const { signal, leave } = followCancellation(progress.signal);
    try {
      const outcome = await runProcess({
        command,
        limits: { ...limits, diskFolder: folder.top },
        signal,
        input: null,
        onStdout: (bytes) => {
          stdout.push(bytes);
          return writer.write(bytes);
        },
        onStderr: (bytes) => {
          stderr.push(bytes);
          return writer.write(bytes);
        },
        ...(reader === null ? {} : { recordKey, onRecord: (bytes: Buffer) => reader.push(bytes) }),
      });
      const record = reader?.finish() ?? null;
      const summaries = { stdout: stdout.summary(), stderr: stderr.summary() };
      const end = judgeEnd({
        end: outcome.end,
        level: command.level.level,
        stdoutBytes: summaries.stdout.bytes,
        stderr: summaries.stderr.tail,
        record,
      });
      return {
        end,
        durationMs: outcome.durationMs,
        ...summaries,
        record,
        sandbox: command.level,
        warm: false,
        coldReason: null,
        ...(outcome.silence === undefined ? {} : { silence: outcome.silence }),
      };
    } finally {
      leave();
    }
  }

  return { describe: (rule) => describeRule(sandbox, rule), run };
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

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
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

async function describeRun(
  options: ScriptRunnerOptions,
  request: RunRequest,
  level: SandboxLevel,
  folder: CaseFolder,
): Promise<Confinement> {
  const { environment, project, data, mode, seed } = request;
  const runnerFolder = join(options.resourcesFolder, 'python');
  const places = await interpreterPlaces(environment, options.environmentBlock['HOME'] ?? null);
  const sourceRoots = project?.sourceRoots ?? [];
  const isConfined = level.level !== 'limitsOnly';
  const script = [request.scriptName, ...request.arguments];
  return {
    command: [
      ...[environment.interpreter, '-u'],
      ...(mode === 'recorded' ? runnerArguments(join(runnerFolder, 'reprise_runner.py'), request) : []),
      ...script,
    ],
    workingFolder: folder.work,
    readOnly: [
      ...places.folders,
      ...(mode === 'recorded' ? [runnerFolder] : []),
      ...(project === null ? [] : [project.folder, ...sourceRoots]),
      ...(data === null ? [] : [data]),
    ],
    writable: [folder.work],
    hidden: isConfined && project !== null ? await findHidden(project.folder) : [],
    network: 'none',
    environment: environmentBlock({
      environment,
      isVirtual: places.isVirtual,
      hostBlock: options.environmentBlock,
      home: isConfined ? HOME_INSIDE : folder.home,
      temporaryFolder: isConfined ? null : folder.temporary,
      seed,
      sourceRoots: mode === 'plain' ? sourceRoots : [],
    }),
    gpu: true,
    temporaryBytes: Math.min(TEMPORARY_BYTES, request.limits.diskBytes),
    sharedMemoryBytes: SHARED_MEMORY_BYTES,
  };
}

function runnerArguments(runner: string, { seed, project }: RunRequest): readonly string[] {
  return [
    ...[runner, '--record-fd', '3', '--record-key', String(RECORD_KEY_LENGTH)],
    ...(seed === null ? [] : ['--seed', String(seed)]),
    ...(project === null ? [] : ['--project', project.folder]),
    ...(project?.sourceRoots ?? []).flatMap((root) => ['--path', root]),
    '--',
  ];
}

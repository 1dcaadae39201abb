import type { Progress } from '../../core/ports/cancellation';
import type { NameQuestion } from '../../core/ports/name-checker';
import type { ScriptRunner } from '../../core/ports/script-runner';
import { message } from '../../protocol/catalogue/catalogue';
import { isRepriseError } from '../../protocol/errors';
import { checkingScript } from './checking-script';

const MEBIBYTE = 1024 * 1024;
const LIMITS = {
  seconds: 120,
  idleSeconds: null,
  memoryBytes: 8192 * MEBIBYTE,
  outputBytes: 4 * MEBIBYTE,
  processes: 64,
  diskBytes: 256 * MEBIBYTE,
} as const;

/** What a program of ours said behind its mark. */
export type Said =
  | { readonly kind: 'said'; readonly text: string; readonly durationMs: number; readonly warm: boolean }
  /** It gave no answer; `reason` is for people. */
  | { readonly kind: 'silent'; readonly reason: string };

/**
 * Runs a program of ours in an environment's interpreter: in a fork of a warm one where there is one. It holds the script as text and
 * imports what that names; the runner is the bare one, since none of the script's own code runs. Rejects on cancellation alone.
 */
export async function askInterpreter(
  runner: ScriptRunner,
  asked: { readonly question: NameQuestion; readonly program: string; readonly call: string; readonly mark: string },
  progress: Progress,
): Promise<Said> {
  const { question, mark } = asked;
  const { reproductionId, executionId, terminalId, environment, sandbox, allowWeakerSandbox } = question;
  try {
    const result = await runner.run(
      {
        ...{ reproductionId, executionId, terminalId, environment, sandbox, allowWeakerSandbox },
        script: checkingScript(asked),
        scriptName: 'check.py',
        arguments: [],
        mode: 'recorded',
        cold: false,
        seed: null,
        limits: LIMITS,
        project: null,
        data: null,
      },
      progress,
    );
    progress.signal.throwIfAborted();
    const line = result.stdout.tail
      .split('\n')
      .reverse()
      .find((text) => text.startsWith(mark));
    if (line === undefined) return { kind: 'silent', reason: message('validate.noAnswer') };
    return { kind: 'said', text: line.slice(mark.length), durationMs: result.durationMs, warm: result.warm === true };
  } catch (error) {
    progress.signal.throwIfAborted();
    if (isRepriseError(error, 'unavailable')) return { kind: 'silent', reason: error.message };
    throw error;
  }
}

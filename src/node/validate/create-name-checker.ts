import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { CheckedNames, NameChecker, NameQuestion } from '../../core/ports/name-checker';
import type { ScriptRunner } from '../../core/ports/script-runner';
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
const MARK = 'reprise-check:';

const Issues = z.array(
  z.object({
    kind: z.enum([
      'syntax',
      'missingModule',
      'missingAttribute',
      'unexpectedKeyword',
      'tooManyArguments',
      'missingArgument',
      'repeatedArgument',
      'undefinedName',
    ]),
    line: z.number().int().positive().nullable(),
    name: z.string(),
    of: z.string().nullable(),
    near: z.array(z.string()),
  }),
);

/**
 * Looks names up by a program of ours in the environment's interpreter: in a fork of a warm one where there is one. The program
 * holds the script as text and imports what it names; the runner is the bare one, since none of the script's own code runs.
 */
export function createNameChecker(options: {
  readonly runner: ScriptRunner;
  /** Holds `python/reprise_check.py`. */
  readonly resourcesFolder: string;
}): NameChecker {
  const program = join(options.resourcesFolder, 'python', 'reprise_check.py');

  async function check(question: NameQuestion, progress: Parameters<NameChecker['check']>[1]): Promise<CheckedNames> {
    const { reproductionId, executionId, terminalId, environment, sandbox, allowWeakerSandbox } = question;
    const script = checkingScript({ ...question, program: await readFile(program, 'utf8') });
    const result = await options.runner.run(
      {
        ...{ reproductionId, executionId, terminalId, environment, script, sandbox, allowWeakerSandbox },
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
      .find((text) => text.startsWith(MARK));
    const issues = line === undefined ? null : parse(line.slice(MARK.length));
    if (issues === null) return { kind: 'notChecked', reason: result.end.kind };
    return { kind: 'checked', issues, durationMs: result.durationMs, warm: result.warm === true };
  }

  return {
    check: async (question, progress) => {
      try {
        return await check(question, progress);
      } catch (error) {
        progress.signal.throwIfAborted();
        if (isRepriseError(error, 'unavailable')) return { kind: 'notChecked', reason: error.message };
        throw error;
      }
    },
  };
}

function parse(text: string): z.infer<typeof Issues> | null {
  try {
    return Issues.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

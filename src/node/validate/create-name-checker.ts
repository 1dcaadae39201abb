import { z } from 'zod';
import type { NameChecker } from '../../core/ports/name-checker';
import type { ScriptRunner } from '../../core/ports/script-runner';
import { message } from '../../protocol/catalogue/catalogue';
import { askInterpreter } from './ask-interpreter';
import { readCheckProgram } from './read-check-program';

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

/** Looks names up by a program of ours in the environment's interpreter. */
export function createNameChecker(options: {
  readonly runner: ScriptRunner;
  /** Holds `python/reprise_check.py` and its parts. */
  readonly resourcesFolder: string;
}): NameChecker {
  return {
    check: async (question, progress) => {
      const program = await readCheckProgram(options.resourcesFolder);
      const said = await askInterpreter(
        options.runner,
        { question, program, call: 'answer', mark: 'reprise-check:' },
        progress,
      );
      if (said.kind === 'silent') return { kind: 'notChecked', reason: said.reason };
      const issues = parse(said.text);
      if (issues === null) return { kind: 'notChecked', reason: message('validate.noAnswer') };
      return { kind: 'checked', issues, durationMs: said.durationMs, warm: said.warm };
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

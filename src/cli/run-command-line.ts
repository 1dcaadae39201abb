import { CommanderError } from 'commander';
import { message } from '../protocol/catalogue/catalogue';
import { RepriseError } from '../protocol/errors';
import { createProgram } from './create-program';
import { exitCodeOfError, exitCodes } from './exit-codes';
import type { Surroundings } from './surroundings';
import { withNetwork } from './with-network';

/** Reads the arguments, does what they say, and resolves with the exit code. Never rejects. */
export async function runCommandLine(surroundings: Surroundings): Promise<number> {
  let exitCode: number = exitCodes.done;
  try {
    const ready = await withNetwork(surroundings);
    await createProgram(ready, (code) => (exitCode = code)).parseAsync([...surroundings.arguments], {
      from: 'user',
    });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.badInput;
    surroundings.errors.write(`${sentenceOf(error, surroundings)}\n`);
    return exitCodeOfError(error);
  }
}

/** A refusal speaks for itself; a fault of ours says so, with what a developer needs where it was asked for. */
function sentenceOf(error: unknown, { environmentBlock }: Surroundings): string {
  if (error instanceof RepriseError) return error.message;
  if (environmentBlock['REPRISE_DEBUG']) return String(error instanceof Error ? error.stack : error);
  return message('cli.failure', { reason: error instanceof Error ? error.message : String(error) });
}

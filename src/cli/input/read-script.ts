import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../node/system/error-code';
import { badInput } from './refusal';

const MAX_SCRIPT_BYTES = 2_000_000;

/** Reads a script that is to be judged. Errors: `badInput` where there is none, or it is empty, too large, or no text. */
export async function readScript(
  given: string,
  workingFolder: string,
): Promise<{ readonly name: string; readonly text: string }> {
  const file = path.resolve(workingFolder, given);
  const status = await stat(file).catch(() => null);
  if (!status) throw badInput('script', 'cli.script.missing', { file: given });
  if (!status.isFile()) throw badInput('script', 'cli.script.folder', { file: given });
  if (status.size > MAX_SCRIPT_BYTES) throw badInput('script', 'cli.script.tooLarge', { file: given });
  const bytes = await readFile(file).catch((error: unknown) => {
    throw badInput('script', 'cli.script.unreadable', { file: given, reason: errorCode(error) ?? String(error) });
  });
  const text = decode(bytes);
  if (text === null) throw badInput('script', 'cli.script.notText', { file: given });
  if (text.trim() === '') throw badInput('script', 'cli.script.empty', { file: given });
  return { name: path.basename(file), text };
}

/** Words of a command line, with quotes around those that hold blanks: `--mode "no dropout"`. */
export function splitWords(text: string): readonly string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

function decode(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text.replace(/\r\n?/g, '\n');
  } catch {
    return null;
  }
}

import { createInterface } from 'node:readline/promises';
import { message } from '../protocol/catalogue/catalogue';
import type { Surroundings } from './surroundings';

/** Asks a question that is answered by yes or no. What is neither, and the end of the input, is the cautious answer: no. */
export async function askYesNo(surroundings: Surroundings, question: string, signal: AbortSignal): Promise<boolean> {
  const lines = createInterface({ input: surroundings.input, output: surroundings.output });
  lines.on('SIGINT', surroundings.interrupt);
  try {
    const gone = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const answer = await Promise.race([lines.question(`${question} ${message('cli.ask.yesNo')} `, { signal }), gone]);
    return /^\s*y(es)?\s*$/i.test(answer);
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  } finally {
    lines.close();
  }
}

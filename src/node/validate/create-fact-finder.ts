import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { FactFinder } from '../../core/ports/fact-finder';
import type { ScriptRunner } from '../../core/ports/script-runner';
import { ScriptFacts } from '../../protocol/script-facts';
import { askInterpreter } from './ask-interpreter';
import { readCheckProgram } from './read-check-program';

/** Of an answer, unpacked: it comes from where packages of strangers were imported. */
const MOST_BYTES = 2 * 1024 * 1024;

/** Asks by the program that looks names up, of which a part lists and describes. */
export function createFactFinder(options: {
  readonly runner: ScriptRunner;
  /** Holds `python/reprise_check.py` and its parts. */
  readonly resourcesFolder: string;
}): FactFinder {
  return {
    find: async (question, progress) => {
      const program = await readCheckProgram(options.resourcesFolder);
      const asked = { question, program, call: 'answer_facts', mark: 'reprise-facts:' };
      const said = await askInterpreter(options.runner, asked, progress);
      if (said.kind === 'silent') return { kind: 'notAsked', reason: said.reason };
      return (await unpack(said.text)) ?? { kind: 'unknown' };
    },
  };
}

/** Null: not what our program writes. */
async function unpack(text: string): Promise<ScriptFacts | null> {
  try {
    const bytes = await promisify(inflate)(Buffer.from(text, 'base64'), { maxOutputLength: MOST_BYTES });
    return ScriptFacts.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return null;
  }
}

import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { message } from '../../../protocol/catalogue/catalogue';
import type { Unimportable } from '../../../protocol/environment';
import type { ProcessEnd } from '../../../protocol/execution';
import { frameworksAmong } from '../discover/frameworks';
import { plainText } from '../uv/plain-text';
import { startInterpreter } from './ask-interpreter';
import type { LockedPackage } from './parse-lock';
import type { Workshop } from './workshop';

/** Somebody waits for it, and what is broken mostly says so early; what is not imported by then is not known to be broken. */
const SECONDS = 30;
const OUTPUT_BYTES = 4 * 1024 * 1024;
const LONGEST_TEXT = 300;
/** Compiled against NumPy, as frameworks are. */
const besides = ['scipy', 'pandas', 'h5py'];

/** Each line begins with a word that was drawn for it, as frameworks print when they are imported. Portable to Python 2.7. */
const program = [
  'import json, os, sys',
  'out = os.fdopen(os.dup(1), "w")',
  'def say(**what):',
  '    out.write("\\n" + sys.argv[1] + json.dumps(what) + "\\n")',
  '    out.flush()',
  'for module in sys.argv[2:]:',
  '    say(started=module)',
  '    try: __import__(module)',
  '    except BaseException as error: say(failed=module, type=type(error).__name__, text=str(error)[:2000])',
  '    else: say(done=module)',
  // What they do at their end is no matter of the import.
  'os._exit(0)',
].join('\n');

const Line = z.union([
  z.object({ started: z.string() }),
  z.object({ done: z.string() }),
  z.object({ failed: z.string(), type: z.string(), text: z.string() }),
]);

/**
 * Imports the frameworks that were asked for once, in the sandbox, in one process: those that cannot be, with the reason. Empty where all
 * can, where there is no sandbox, and for those that no answer came of in time.
 */
export async function probeImports(
  shop: Workshop,
  made: { readonly interpreter: string; readonly packages: readonly LockedPackage[] },
): Promise<readonly Unimportable[]> {
  const { parts, installer, progress, resolution } = shop;
  const asked = made.packages.filter((one) => resolution.rows.some(({ name }) => name === one.name));
  const wanted = [...frameworksAmong(asked), ...asked.filter(({ name }) => besides.includes(name))].flatMap(
    ({ name }) => {
      const module = parts.knowledge.moduleOf(name);
      return module === null ? [] : [{ name, module }];
    },
  );
  if (wanted.length === 0) return [];
  const note = message('environment.note.importing', { names: wanted.map(({ name }) => name).join(', ') });
  progress.report(note);
  await installer.say(note);
  const mark = randomBytes(8).toString('hex');
  const words = ['-E', '-s', '-B', '-c', program, mark, ...wanted.map(({ module }) => module)];
  const question = { interpreter: made.interpreter, arguments: words, seconds: SECONDS, outputBytes: OUTPUT_BYTES };
  const answer = await startInterpreter(question, parts, progress);
  const failures = answer === null ? [] : readFailures(answer.text, mark, answer.end);
  const found = failures.flatMap(({ module, ...why }) => {
    const one = wanted.find((each) => each.module === module);
    return one === undefined ? [] : [{ ...one, ...why }];
  });
  for (const one of found) await installer.say(message('environment.failure.notImported', one));
  return found;
}

/** Which modules failed; one that was begun and has no end took the interpreter with it. */
export function readFailures(text: string, mark: string, end: ProcessEnd): readonly Omit<Unimportable, 'name'>[] {
  const failures: Omit<Unimportable, 'name'>[] = [];
  let open: string | null = null;
  for (const line of text.split('\n')) {
    const told = line.startsWith(mark) ? readLine(line.slice(mark.length)) : null;
    if (told === null) continue;
    open = 'started' in told ? told.started : null;
    if ('failed' in told) failures.push({ module: told.failed, type: told.type, text: oneLine(told.text) });
  }
  const crash = open === null ? null : crashOf(end);
  return open === null || crash === null ? failures : [...failures, { module: open, ...crash }];
}

/** Null: it was ended by us. */
function crashOf(end: ProcessEnd): { readonly type: string; readonly text: string } | null {
  if (end.kind === 'signalled') return { type: end.signal, text: message('environment.importCrashed') };
  if (end.kind === 'exited') return { type: String(end.code), text: message('environment.importCrashed') };
  return null;
}

function readLine(text: string): z.infer<typeof Line> | null {
  try {
    return Line.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function oneLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT);
}

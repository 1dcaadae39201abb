import type { Leak, SharedFile } from '../../../protocol/sharing';
import type { SecretScanner } from '../../ports/secret-scanner';
import { findPrivateText, type MachineNames } from './find-private-text';
import { findSecrets } from './find-secrets';

export interface CleanFiles {
  /** Without what would give something away. */
  readonly files: readonly SharedFile[];
  readonly leaks: readonly Leak[];
}

interface Place {
  readonly kind: Leak['kind'];
  readonly rule: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/**
 * Looks through all that is to leave the machine. Texts lose what gives something away; a script is what ran, byte for byte, so
 * there it is refused, and its author is to change it. Errors: rejects where the scanner does; nothing may be shared then.
 */
export async function cleanFiles(options: {
  readonly files: readonly SharedFile[];
  readonly machine: MachineNames;
  readonly scanner: SecretScanner;
}): Promise<CleanFiles> {
  const leaks: Leak[] = [];
  const files: SharedFile[] = [];
  for (const file of options.files) {
    const isScript = file.path.endsWith('.py');
    const treatment = isScript ? 'refused' : 'replaced';
    const lineOf = lineCounter(file.text);
    const clean = async (text: string, lineAt: (start: number) => number): Promise<string> => {
      const places = joined(await placesIn({ path: file.path, text }, options));
      for (const { kind, rule, start } of places) {
        leaks.push({ kind, rule, file: file.path, line: lineAt(start), treatment });
      }
      return without(text, places);
    };
    const text = file.path.endsWith('.json')
      ? await cleanJson(file.text, clean, lineOf)
      : await clean(file.text, lineOf);
    files.push(isScript ? file : { path: file.path, text });
  }
  return { files, leaks };
}

/** Each string by itself, so that what was taken out takes no quote with it. Text that is no JSON is cleaned as text. */
async function cleanJson(
  text: string,
  clean: (text: string, lineAt: (start: number) => number) => Promise<string>,
  lineOf: (offset: number) => number,
): Promise<string> {
  if (!isJson(text)) return clean(text, lineOf);
  let cleaned = '';
  let at = 0;
  for (const match of text.matchAll(/"(?:[^"\\\n]|\\.)*"/g)) {
    const value = JSON.parse(match[0]) as string;
    const line = lineOf(match.index);
    const shared = await clean(value, () => line);
    cleaned += text.slice(at, match.index) + (shared === value ? match[0] : JSON.stringify(shared));
    at = match.index + match[0].length;
  }
  // What only a name and its value together tell. Where that would tear the form, the text is cleaned as any other.
  const whole = await clean(cleaned + text.slice(at), () => 1);
  return isJson(whole) ? whole : clean(text, lineOf);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function placesIn(
  file: SharedFile,
  { machine, scanner }: { readonly machine: MachineNames; readonly scanner: SecretScanner },
): Promise<readonly Place[]> {
  const secrets = [...findSecrets(file.text), ...(await scanner.scan(file))].map((secret): Place => {
    return { ...secret, kind: 'secret', replacement: `[removed: ${secret.rule}]` };
  });
  const told = findPrivateText(file.text, machine).map((place): Place => ({ ...place, rule: place.kind }));
  return [...secrets, ...told];
}

/** In order and without overlap: of two that overlap the wider rule's whole stretch goes, a secret before all else. */
function joined(places: readonly Place[]): readonly Place[] {
  const ordered = [...places].sort((a, b) => a.start - b.start || b.end - a.end);
  const result: Place[] = [];
  for (const place of ordered) {
    const last = result.at(-1);
    if (!last || place.start >= last.end) {
      result.push(place);
      continue;
    }
    const first = weight(place) > weight(last) ? place : last;
    result[result.length - 1] = { ...first, start: last.start, end: Math.max(last.end, place.end) };
  }
  return result;
}

/** Of two findings in one place the one that says more is told. */
function weight({ kind, rule }: Place): number {
  if (kind !== 'secret') return 0;
  return rule === 'named-secret' ? 1 : 2;
}

function without(text: string, places: readonly Place[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, replacement } of places) {
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}

/** Lines of rising offsets, counted once. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let at = 0;
  return (offset) => {
    for (; at < offset; at += 1) if (text[at] === '\n') line += 1;
    return line;
  };
}

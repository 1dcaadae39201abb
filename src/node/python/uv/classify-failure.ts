import type { PreparationFailure } from '../../../core/ports/environments';
import { message } from '../../../protocol/catalogue/catalogue';
import type { ProcessEnd } from '../../../protocol/execution';
import { assertNever } from '../../../protocol/primitives';
import { blamedPackages, detailOf } from './read-cause';
import { normaliseName } from '../../../protocol/requirement';

/**
 * uv tells a failed resolution (exit code 1) from any other failure (2), and gives no more in a form for programs. What
 * tells the kinds apart within these is its wording, seen with 0.13.9; only this file and the next know it.
 */
type Worded = 'unreadable' | 'sourceOnly' | 'noWheel' | 'yanked' | 'otherPython' | 'noVersion';
const resolutionWords: readonly (readonly [kind: Worded, words: RegExp])[] = [
  ['yanked', /was yanked/],
  ['unreadable', /has an invalid package format|has invalid metadata|has inconsistent metadata/],
  ['noWheel', /has no wheels|no wheels with a matching/],
  ['sourceOnly', /has no usable wheels|building from source is disabled/],
  ['otherPython', /Requires-Python|requires Python|requested Python version|does not satisfy Python/],
  [
    'noVersion',
    /there (?:is|are) no versions? of|only .{1,300} (?:is|are) available|was not found in the package registry/,
  ],
];
type Other = 'noNetwork' | 'diskFull' | 'changed' | 'damaged' | 'brokenPython' | 'buildFailed';
const otherWords: readonly (readonly [kind: Other, words: RegExp])[] = [
  ['changed', /hash mismatch|do not match the hashes/i],
  ['diskFull', /No space left on device|os error 28|not enough space on the disk/],
  ['brokenPython', /No interpreter found|Failed to inspect Python interpreter|Querying Python at .{1,500} failed/],
  ['buildFailed', /Failed to (?:download and )?build|Failed building wheel|The build backend returned an error/],
  ['damaged', /Failed to extract archive|Invalid zip file|BadZipFile/],
  [
    'noNetwork',
    /Failed to fetch|error sending request|dns error|Connection refused|timed? ?out|Network is unreachable|Could not connect|NewConnectionError|Max retries exceeded/i,
  ],
];
/** An answer of the index by its number: refused, or out of order. */
const refusal =
  /\b(40[137]|407|451) (?:Unauthorized|Forbidden|Proxy Authentication Required|Payment Required|Unavailable)/;
const disorder = /HTTP status server error \((5\d\d [A-Za-z ]{1,40})\)/;

export interface InstallerFailure {
  readonly end: ProcessEnd;
  /** What the installer wrote last, as plain text. */
  readonly text: string;
  /** Places other than the index that it asked for, and was refused. */
  readonly refused?: readonly string[];
  /** Places of the index that it did not reach. */
  readonly unreached?: readonly string[];
  readonly pythonVersion: string;
  /** Where the disk would be full. */
  readonly folder: string;
  /** Free bytes there; null: not known. */
  readonly freeBytes: number | null;
}

/** Below this the disk is what failed, whatever the installer says. */
const FULL_BELOW_BYTES = 16 * 1024 * 1024;

/** Why an installer failed: by how it ended, then by its exit code, and by its words only where those leave it open. */
export function classifyFailure(failure: InstallerFailure): PreparationFailure {
  const { end, text, pythonVersion: python, folder } = failure;
  const words = text.replace(/\s+/g, ' ');
  const detail = detailOf(text);
  const isFull = failure.freeBytes !== null && failure.freeBytes < FULL_BELOW_BYTES;
  if (isFull || end.kind === 'diskLimit') {
    return { kind: 'diskFull', message: message('environment.failure.diskFull', { path: folder }) };
  }
  if (end.kind === 'couldNotStart') {
    return { kind: 'noInstaller', message: message('environment.failure.couldNotStart', { reason: end.reason }) };
  }
  if (end.kind === 'timeLimit') {
    const minutes = Math.round(end.seconds / 60);
    return { kind: 'other', message: message('environment.failure.time', { minutes }) };
  }
  if (end.kind !== 'exited') {
    return { kind: 'other', message: message('environment.failure.ended', { reason: reasonOf(end) }) };
  }
  const { refused = [], unreached = [] } = failure;
  if (refused.length > 0 && !words.includes('No solution found')) {
    return { kind: 'elsewhere', message: message('environment.failure.elsewhere', { places: refused.join(', ') }) };
  }
  if (unreached.length > 0 && !words.includes('No solution found')) {
    return { kind: 'noNetwork', message: message('environment.failure.noNetwork') };
  }
  const status = (refusal.exec(words) ?? disorder.exec(words))?.[0].replace(/^.*\(|\)$/g, '');
  if (status !== undefined) {
    const key = refusal.test(words) ? 'environment.failure.indexRefused' : 'environment.failure.indexBusy';
    return { kind: 'indexRefused', message: message(key, { status }) };
  }
  const old = ofOldPip(words);
  if (old !== null) return old;
  const other = otherWords.find(([, pattern]) => pattern.test(words))?.[0];
  const isResolution = words.includes('No solution found') && other !== 'buildFailed';
  if (other !== undefined && !isResolution) return otherFailure(other, { detail, text, python, folder });
  if (end.code === 1 && isResolution) return unsolved({ detail, text, words, python });
  return { kind: 'other', message: message('environment.failure.other', { detail }) };
}

/** What the pip of Python 2.7 says (20.3.4), which tells all failures by one exit code. */
function ofOldPip(words: string): PreparationFailure | null {
  const [, name] = /No matching distribution found for ([A-Za-z0-9][\w.-]*)/.exec(words) ?? [];
  if (name !== undefined) {
    const detail = message('environment.failure.noneOf', { name });
    return {
      kind: 'noVersion',
      message: message('environment.failure.noVersion', { detail }),
      blamed: [normaliseName(name)],
    };
  }
  const [, conflict] =
    /(Cannot install .{1,300}?) because these package versions have conflicting dependencies/.exec(words) ?? [];
  if (conflict === undefined) return null;
  const blamed = [...conflict.matchAll(/([A-Za-z0-9][\w.-]*)==/g)].map(([, one = '']) => normaliseName(one));
  return { kind: 'conflict', message: message('environment.failure.conflict', { detail: `${conflict}.` }), blamed };
}

/** No choice of versions: why, and which packages are to blame. */
function unsolved(said: {
  readonly detail: string;
  readonly text: string;
  readonly words: string;
  readonly python: string;
}): PreparationFailure {
  const { detail, python } = said;
  const kind = resolutionWords.find(([, pattern]) => pattern.test(said.words))?.[0] ?? 'conflict';
  const blamed = blamedPackages(said.text);
  return { kind, message: message(`environment.failure.${kind}`, { python, detail }), blamed };
}

function otherFailure(
  other: Other,
  said: { readonly detail: string; readonly text: string; readonly python: string; readonly folder: string },
): PreparationFailure {
  const { detail, python } = said;
  switch (other) {
    case 'diskFull':
      return { kind: 'diskFull', message: message('environment.failure.diskFull', { path: said.folder }) };
    case 'changed':
      return { kind: 'refused', message: message('environment.failure.changedContent') };
    case 'damaged':
      return { kind: 'unreadable', message: message('environment.failure.unreadable', { detail }) };
    case 'noNetwork':
      return { kind: 'noNetwork', message: message('environment.failure.noNetwork') };
    case 'brokenPython':
      return { kind: 'brokenPython', message: message('environment.failure.brokenPython', { python, detail }) };
    case 'buildFailed': {
      const built = /Failed to (?:download and )?build `([A-Za-z0-9][\w.-]*?)(?:==|`| @)/.exec(said.text)?.[1];
      const blamed = built === undefined ? [] : [normaliseName(built)];
      return { kind: 'buildFailed', message: message('environment.failure.buildFailed', { detail }), blamed };
    }
    default:
      return assertNever(other);
  }
}

function reasonOf(end: Exclude<ProcessEnd, { kind: 'exited' }>): string {
  return end.kind === 'signalled' ? end.signal : end.kind;
}

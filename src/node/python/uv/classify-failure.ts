import type { PreparationFailure } from '../../../core/ports/environments';
import { message } from '../../../protocol/catalogue/catalogue';
import type { ProcessEnd } from '../../../protocol/execution';

/**
 * uv tells a failed resolution (exit code 1) from any other failure (2), and gives no more in a form for programs. What
 * tells the kinds apart within these is its wording, seen with 0.13.9; only this file knows it.
 */
const resolutionWords: readonly (readonly [kind: 'noWheel' | 'noVersion', words: RegExp])[] = [
  ['noWheel', /has no (?:usable )?wheels|no wheels with a matching|building from source is disabled/],
  [
    'noVersion',
    /there (?:is|are) no versions? of|only .{1,300} (?:is|are) available|was not found in the package registry/,
  ],
  ['noVersion', /Requires-Python|requires Python|requested Python version/],
];
const otherWords: readonly (readonly [kind: 'noNetwork' | 'diskFull' | 'changed', words: RegExp])[] = [
  ['changed', /hash mismatch|do not match the hashes/i],
  ['diskFull', /No space left on device|os error 28|not enough space on the disk/],
  [
    'noNetwork',
    /Failed to fetch|error sending request|dns error|Connection refused|timed? ?out|Network is unreachable|Could not connect|NewConnectionError|Max retries exceeded/i,
  ],
];

export interface InstallerFailure {
  readonly end: ProcessEnd;
  /** What the installer wrote last, as plain text. */
  readonly text: string;
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
  const other = otherWords.find(([, pattern]) => pattern.test(words))?.[0];
  if (end.code !== 1 && other === 'diskFull') {
    return { kind: 'diskFull', message: message('environment.failure.diskFull', { path: folder }) };
  }
  if (other === 'changed') {
    return { kind: 'refused', message: message('environment.failure.changedContent') };
  }
  if (other === 'noNetwork' && !words.includes('No solution found')) {
    return { kind: 'noNetwork', message: message('environment.failure.noNetwork') };
  }
  if (end.code === 1 && words.includes('No solution found')) {
    const kind = resolutionWords.find(([, pattern]) => pattern.test(words))?.[0] ?? 'conflict';
    switch (kind) {
      case 'noWheel':
        return { kind, message: message('environment.failure.noWheel', { python, detail }) };
      case 'noVersion':
        return { kind, message: message('environment.failure.noVersion', { detail }) };
      case 'conflict':
        return { kind, message: message('environment.failure.conflict', { detail }) };
    }
  }
  return { kind: 'other', message: message('environment.failure.other', { detail }) };
}

function reasonOf(end: Exclude<ProcessEnd, { kind: 'exited' }>): string {
  return end.kind === 'signalled' ? end.signal : end.kind;
}

/** The first reason that uv names, without what it concludes from it, or the last line of anything else. */
function detailOf(text: string): string {
  const cause = /cause: ([\s\S]*?)(?:\n\s*\n|\nhint:|$)/.exec(text)?.[1] ?? text.trim().split('\n').at(-1) ?? '';
  const line = cause
    .replace(/\s+/g, ' ')
    .replace(/,? we can conclude that .*$/, '')
    .replace(/^Because /, '')
    // Saying what is wanted helps where it is another package than the one that does not go with it.
    .replace(/ and you require (\S+)$/, (_, wanted: string) =>
      hasReasonFor(cause, wanted) ? '' : `, and wanted is ${wanted}`,
    )
    .trim();
  const ended = line === '' || /[.!?]$/.test(line) ? line : `${line}.`;
  return ended.length > 400 ? `${ended.slice(0, 397)}...` : ended;
}

function hasReasonFor(cause: string, wanted: string): boolean {
  return cause.replace(/\s+/g, ' ').split(' and you require ')[0]?.includes(wanted.replace(/,$/, '')) === true;
}

import { lstat, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '../../../protocol/catalogue/catalogue';
import { failed, type Failed } from '../failure';

import { builtByDay, builtOnDemand } from './from-source';
import { parseLock, type LockedPackage } from './parse-lock';
import { COMPILED_FILE, compileCommand, WANTED_FILE } from './uv-commands';
import { callOf, runUv, type Workshop } from './workshop';

const COMPILED_LIMIT_BYTES = 16 * 1024 * 1024;
/** Each try names at least one more package of a short list. */
const MOST_TRIES = 10;

/** Exact versions, with the names of those that are built from source. */
export interface Locked {
  readonly kind: 'locked';
  readonly packages: readonly LockedPackage[];
  readonly fromSource: readonly string[];
}

/** Finds exact versions for the wanted rows: ready-made ones, but for the small packages that were source only then. */
export async function compileLock(shop: Workshop): Promise<Locked | Failed> {
  const { resolution, workFolder, installer, progress, parts } = shop;
  if (resolution.rows.length === 0) return { kind: 'locked', packages: [], fromSource: [] };
  progress.report(message('environment.note.resolving'));
  await installer.say(message('environment.note.resolving'));
  const lines = resolution.rows.map((row) => `${row.name}${row.specifier}\n`).join('');
  await writeFile(join(workFolder, WANTED_FILE), lines, { flag: 'wx', mode: 0o600 });
  let fromSource = builtByDay(parts.knowledge.sourceOnly, resolution.asOf);
  for (let tries = 1; ; tries += 1) {
    const outcome = await runUv(shop, compileCommand(callOf(shop, fromSource)));
    if (outcome === null) break;
    const more = builtOnDemand(outcome.text, parts.knowledge.sourceOnly).filter((name) => !fromSource.includes(name));
    if (more.length === 0 || tries >= MOST_TRIES) return outcome;
    const note = message('environment.note.fromSource', { names: more.join(', ') });
    progress.report(note);
    await installer.say(note);
    fromSource = [...fromSource, ...more];
  }
  const text = await readUntrusted(join(workFolder, COMPILED_FILE));
  const packages = text === null ? null : parseLock(text);
  if (packages === null) return failed('refused', 'environment.failure.strangeLock');
  const names = new Set(packages.map(({ name }) => name));
  return { kind: 'locked', packages, fromSource: fromSource.filter((name) => names.has(name)) };
}

/** Reads a file that the sandbox wrote: a plain one of a fair size, no link. */
async function readUntrusted(path: string): Promise<string | null> {
  const found = await lstat(path).catch(() => null);
  if (found?.isFile() !== true || found.size > COMPILED_LIMIT_BYTES) return null;
  return readFile(path, 'utf8');
}

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder } from '../../execution/remove-folder';
import { workName } from '../../system/work-name';
import { failed, type Failed } from '../failure';
import { keepBuilt, readBuilt, type BuiltWheel } from './built-wheels';
import { ownSettings } from './own-settings';
import { requirementText, type LockedPackage } from './parse-lock';
import { buildCommand, REQUIREMENTS_FILE, SETTINGS_FILE } from './uv-commands';
import { takeWheel } from './take-wheel';
import { callOf, runUv, type Workshop } from './workshop';

/**
 * The wheel of a source package: of an earlier build, or built now. The build runs foreign code, so it gets a folder and a cache of its
 * own, which are thrown away; only the bytes of the one wheel are taken over. Each is built alone, as builds in one folder could change
 * each other's results.
 */
export async function buildApart(
  shop: Workshop,
  wanted: LockedPackage,
): Promise<{ readonly kind: 'built'; readonly wheel: BuiltWheel } | Failed> {
  const before = await readBuilt(shop, wanted);
  if (before !== null) return { kind: 'built', wheel: before };
  const workFolder = join(shop.workFolder, workName());
  await mkdir(workFolder, { mode: 0o700 });
  try {
    const { metadataRepairs } = shop.parts.knowledge;
    await writeFile(join(workFolder, SETTINGS_FILE), ownSettings(metadataRepairs), { flag: 'wx', mode: 0o600 });
    await writeFile(join(workFolder, REQUIREMENTS_FILE), requirementText([wanted]), { flag: 'wx', mode: 0o600 });
    const apart: Workshop = { ...shop, workFolder, isApart: true };
    const outcome = await runUv(apart, buildCommand(callOf(apart, [wanted.name])));
    shop.progress.signal.throwIfAborted();
    if (outcome !== null) return outcome;
    const taken = await takeWheel(join(workFolder, 'uv'), wanted);
    if (taken === null) return failed('refused', 'environment.failure.strangeBuild', { name: wanted.name });
    return { kind: 'built', wheel: await keepBuilt(shop, wanted, taken) };
  } finally {
    await removeFolder(workFolder);
  }
}

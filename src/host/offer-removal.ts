import type { Progress } from '../core/ports/cancellation';
import type { DigestOf } from '../core/ports/digests';
import type { PythonEnvironments } from '../core/ports/environments';
import { message } from '../protocol/catalogue/catalogue';
import type { EnvironmentSummary } from '../protocol/environment';
import { formatBytes } from '../protocol/format-bytes';
import type { RunOffer, RunWish } from '../protocol/run-offer';
import { sealed } from './offer-run';

/** The environments of a wish that may go at all: those that Reprise made, with their sizes. */
export async function removable(
  wish: Extract<RunWish, { kind: 'environments' }>,
  environments: Pick<PythonEnvironments, 'list'>,
  progress: Progress,
): Promise<readonly EnvironmentSummary[]> {
  const listed = await environments.list({ fresh: false, measured: true }, progress);
  return listed.environments.filter((one) => one.ours && wish.remove.includes(one.name));
}

/** What the Run surface offers where environments are to go: each with what is in it and its size. Pure. */
export function offerRemoval(going: readonly EnvironmentSummary[], digestOf: DigestOf): RunOffer {
  const leave = { kind: 'refuse', label: message('surface.settings.leave'), look: 'plain', key: null } as const;
  if (going.length === 0) {
    const words = [message('surface.remove.none')];
    return sealed({ seq: 0, acts: [leave], words, isQuestion: true }, [], digestOf);
  }
  const bytes = going.reduce((sum, one) => sum + (one.bytes ?? 0), 0);
  const words = [
    message('surface.remove', { count: going.length, size: formatBytes(bytes) }),
    ...going.map((one) => lineOf(one)),
  ];
  const remove = { kind: 'removeEnvironments', label: message('surface.remove.act'), look: 'stop', key: null } as const;
  const covers = going.map(({ name }) => name);
  return sealed({ seq: 0, acts: [remove, leave], words, isQuestion: true }, covers, digestOf);
}

function lineOf({ name, pythonVersion, frameworks, bytes }: EnvironmentSummary): string {
  const what = frameworks.slice(0, 3).map((one) => `${one.name} ${one.version}`);
  return [name, `Python ${pythonVersion ?? '?'}`, ...what, formatBytes(bytes ?? 0)].join(' · ');
}

import type { Published } from '../../../core/ports/environments';
import type { Progress } from '../../../core/ports/cancellation';
import { message } from '../../../protocol/catalogue/catalogue';
import type { EnvironmentSummary } from '../../../protocol/environment';
import { withinLimit } from '../../system/within-limit';
import type { PythonKnowledge } from '../knowledge/read-knowledge';
import type { Machine } from '../machine';
import { normaliseName } from '../../../protocol/requirement';
import { collectReleases } from './collect-releases';
import { fetchPage, type FetchedPage } from './fetch-page';
import { parseIndexPage } from './parse-index-page';

const USUAL_LIMIT_MS = 120_000;
/** JSON first, since it tells days and what was withdrawn; every index has HTML. */
const ACCEPT = 'application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1';

export interface PublishedParts {
  readonly machine: Machine;
  readonly knowledge: Pick<PythonKnowledge, 'indexHosts' | 'sourceOnly'>;
  /** The user's index; null: the one that installers use by themselves. */
  readonly index: string | null;
  readonly environments: readonly EnvironmentSummary[];
  /** As Node tells it. */
  readonly arch: string;
  /** Absent: two minutes. */
  readonly limitMs?: number;
}

/** What the package index has of a distribution. Errors: rejects on cancellation alone. */
export async function readPublished(
  name: string,
  { machine, knowledge, index, environments, arch, limitMs = USUAL_LIMIT_MS }: PublishedParts,
  { signal }: Pick<Progress, 'signal'>,
): Promise<Published> {
  const base = index ?? `https://${knowledge.indexHosts[0] ?? ''}/simple`;
  const address = `${base.replace(/\/+$/, '')}/${encodeURIComponent(normaliseName(name))}/`;
  const { environmentBlock, platform } = machine;
  let page: FetchedPage;
  try {
    page = await withinLimit({ signal, limitMs }, (limited) =>
      fetchPage(address, { accept: ACCEPT, environmentBlock, signal: limited }),
    );
  } catch {
    signal.throwIfAborted();
    return failed('noNetwork', message('bisect.noIndex', { name }));
  }
  if (page.status === 404) return failed('noVersion', message('bisect.noSuchPackage', { name }));
  if (page.status !== 200) return failed('indexRefused', message('bisect.refused', { name, status: page.status }));
  const files = parseIndexPage(page);
  if (files === null) return failed('unreadable', message('bisect.unreadable', { name }));
  const interpreters = environments
    .filter(({ broken, ours }) => broken === null && !ours)
    .flatMap(({ pythonVersion }) => pythonVersion ?? []);
  const fromSource = knowledge.sourceOnly.has(normaliseName(name));
  return {
    kind: 'read',
    releases: collectReleases({
      ...{ name, files, fromSource, place: { platform, arch } },
      interpreters: [...new Set(interpreters)],
    }),
  };
}

function failed(kind: Extract<Published, { kind: 'failed' }>['failure']['kind'], text: string): Published {
  return { kind: 'failed', failure: { kind, message: text } };
}

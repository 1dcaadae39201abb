import type { ExceptionRecord } from '../../../protocol/record/record';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import type { Script } from '../../../protocol/script';
import type { Symptom } from '../../../protocol/symptom';
import { proposeNeighbours, type Neighbour } from '../../control/neighbours';
import { toldReleases } from '../../report/told-releases';
import { blankOut } from '../../report/blank-out';
import { currentRound } from '../../execute/current-round';
import { distributionByWord } from '../../report/framework-names';
import { required, type Work } from '../work';

/** Releases of a distribution in which the symptom may not show, the likeliest first. */
export async function findNeighbours(work: Work, attemptId: string, script: Script): Promise<readonly Neighbour[]> {
  const { session, ports, progress } = work;
  const state = session.state();
  const readOut = required(state.report.readOut, 'report');
  const installed = required(state.environment.ready, 'environment').packages;
  const symptom = required(state.symptoms[0], 'symptoms');
  const source = await ports.store.readReport(state.id);
  const blamed = blamedDistribution(state, attemptId);
  const { environments } =
    blamed === null ? { environments: [] } : await ports.environments.list({ fresh: false }, progress);
  return proposeNeighbours({
    told: toldReleases(
      blankOut(
        source,
        [...readOut.blocks, ...readOut.exceptions].map(({ span }) => span).sort((a, b) => a.start - b.start),
      ),
    ),
    borders: ports.environments.bordersOf({ code: [script.text], text: wordsOf(symptom) }, installed),
    installed,
    blamed,
    releasesOf: (name) => ports.environments.releasesOf(name),
    onDisk: environments
      .filter(({ broken }) => broken === null)
      .flatMap(({ frameworks }) => frameworks)
      .flatMap(({ name, version }) => (name === blamed ? [version] : [])),
  });
}

/** Exceptions are reworded from release to release, and such a border says nothing of the fault; a warning ends with its words. */
function wordsOf(symptom: Symptom): string {
  return symptom.kind === 'warning' ? symptom.message.source : '';
}

/** The distribution that the failure came out of, else the framework that the report is about. */
function blamedDistribution(state: ReproductionState, attemptId: string): string | null {
  const chain: readonly ExceptionRecord[] = currentRound(state, attemptId)
    .flatMap(({ result }) => result?.record?.lines ?? [])
    .flatMap((line) => (line.type === 'exception' ? line.chain : []));
  const packages = state.environment.ready?.packages ?? [];
  const isInstalled = (name: string | undefined): name is string => packages.some((item) => item.name === name);
  const named = chain
    .slice(0, 1)
    .flatMap(({ frames }) => frames)
    .map(({ distribution }) => distribution?.name)
    .filter(isInstalled)
    .at(-1);
  return (
    named ?? state.report.readOut?.frameworks.map((word) => distributionByWord[word] ?? word).find(isInstalled) ?? null
  );
}

import { gatherContext } from '../../context/gather-context';
import { enterPhase, required, type Work } from '../work';

/** Retrieves from the project what the report points at. */
export async function gatherTheContext(work: Work): Promise<void> {
  const { session, ports, progress } = work;
  await enterPhase(work, 'gatheringContext');
  const state = session.state();
  const context = await gatherContext({
    readOut: required(state.report.readOut, 'report'),
    report: await ports.store.readReport(state.id),
    symptom: state.symptoms[0] ?? null,
    project: state.project?.folder ?? null,
    index: ports.contextIndex,
    ...(ports.embedder ? { embedder: ports.embedder } : {}),
    workspace: ports.workspace,
    ids: ports.ids,
    progress,
  });
  await session.emit({ type: 'context/gathered', context });
}

import { planFor } from '../../plan/propose-plan';
import { wantedPackages } from '../wanted-packages';
import { enterPhase, required, type Work } from '../work';

/** Proposes what will be done, step by step. */
export async function proposePlan(work: Work): Promise<void> {
  const { session, ports } = work;
  await enterPhase(work, 'planning');
  const state = session.state();
  const plan = planFor({
    readOut: required(state.report.readOut, 'report'),
    symptom: required(state.symptoms[0], 'symptoms'),
    packages: await wantedPackages(work),
    ids: ports.ids,
    digestOf: ports.digestOf,
  });
  await session.emit({ type: 'plan/proposed', plan });
}

import { initialScript } from '../../generate/initial-script';
import { planFor } from '../../plan/propose-plan';
import { wantedPackages } from '../wanted-packages';
import { modelAtHand } from '../model/model-turn';
import { enterPhase, required, type Work } from '../work';
import { conclude } from './conclude';
import { missingCode } from './missing';

/** Proposes what will be done, step by step. */
export async function proposePlan(work: Work): Promise<void> {
  const { session, ports } = work;
  const state = session.state();
  const readOut = required(state.report.readOut, 'report');
  const source = await ports.store.readReport(state.id);
  const { digestOf, parser } = ports;
  const hasScript = initialScript({ readOut, source, parser, digestOf }) !== null;
  if (!hasScript && !modelAtHand(work)) return conclude(work, missingCode());
  await enterPhase(work, 'planning');
  const plan = planFor({
    readOut,
    symptom: required(state.symptoms[0], 'symptoms'),
    packages: await wantedPackages(work),
    ids: ports.ids,
    digestOf,
  });
  await session.emit({ type: 'plan/proposed', plan });
}

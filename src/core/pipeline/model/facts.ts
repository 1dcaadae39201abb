import type { ModelChoice } from '../../../protocol/model';
import type { PromptFacts } from '../../model/prompts/facts';
import { describeSymptom } from '../../plan/describe-symptom';
import type { Progress } from '../../ports/cancellation';
import type { Workspace } from '../../ports/workspace';
import { required, type Work } from '../work';
import { orderChunks } from './order-chunks';

/** What questions are made of, from the state as it is now. */
export async function promptFacts(work: Work, choice: ModelChoice, technicalOnly: boolean): Promise<PromptFacts> {
  const { session, ports } = work;
  const state = session.state();
  const { ready } = state.environment;
  const without = new Set(choice.without ?? []);
  const chunks = orderChunks(state.context?.chunks ?? []);
  return {
    readOut: required(state.report.readOut, 'report'),
    source: await ports.store.readReport(state.id),
    symptom: describeSymptom(required(state.symptoms[0], 'symptoms')),
    environment: ready && {
      pythonVersion: ready.pythonVersion,
      packages: ready.packages.map(({ name, version }) => `${name}==${version}`),
    },
    chunks: without.has('context') || technicalOnly ? [] : chunks,
    steps: without.has('plan')
      ? []
      : (state.plan?.steps ?? []).filter(({ author, comment }) => author !== 'reprise' || comment !== null),
    messages: state.steerings.map(({ text }) => text),
    technicalOnly,
  };
}

/** Top-level modules of the project: they are there, and are not looked up. */
export async function projectModules(
  project: string | null,
  workspace: Pick<Workspace, 'listFiles'>,
  progress: Progress,
): Promise<readonly string[]> {
  if (project === null) return [];
  const files = await workspace.listFiles(project, 20_000, progress);
  const names = files.flatMap((file) => (/\.py$/.test(file) ? file.replace(/\.py$/, '').split('/') : []));
  return [...new Set(names)].filter((name) => /^[A-Za-z_]\w*$/.test(name));
}

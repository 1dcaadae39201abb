import { message } from '../../../protocol/catalogue/catalogue';
import { isRepriseError } from '../../../protocol/errors';
import { projectWish } from '../../plan/project-wish';
import { required, type Work } from '../work';
import { conclude } from './conclude';
import { missingProject } from './missing';

/** Opens the project as the report saw it, and says so. */
export async function openTheProject(work: Work): Promise<void> {
  const { session, ports, progress } = work;
  const state = session.state();
  const wish = required(projectWish(state, await ports.store.readReport(state.id)), 'project');
  const project = await ports.workspace.open(wish, progress).catch((error: unknown) => {
    // What a person can mend is what is missing, and no fault of ours.
    if (isRepriseError(error, 'unavailable') || isRepriseError(error, 'badInput')) return error.message;
    throw error;
  });
  if (typeof project === 'string') return conclude(work, missingProject(project));
  await session.emit({ type: 'project/opened', project });
  const leftOut = project.leftOut === 0 ? [] : [message('project.leftOut', { count: project.leftOut })];
  const text = [project.reason, ...leftOut].join(' ');
  const level = project.how === 'asItIs' && wish.given !== null ? 'warning' : 'note';
  await session.emit({ type: 'notice/given', notice: { level, text, at: ports.clock.now() } });
}

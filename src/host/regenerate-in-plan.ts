import { regenerateStep } from '../core/pipeline/model/regenerate-step';
import type { HostPorts } from '../core/ports/host-ports';
import type { Progress } from '../core/ports/cancellation';
import { message } from '../protocol/catalogue/catalogue';
import { RepriseError } from '../protocol/errors';
import type { Plan, PlanStep } from '../protocol/plan';
import { digestOfSteps } from '../core/plan/propose-plan';
import type { OpenReproduction } from './open-reproduction';
import { badInput, conflict, notFound, wrongState } from './refusals';

/** The plan and one of its steps, where it may be changed now. Errors: throws what says why not. */
function changeable(
  { session, isRunning }: Pick<OpenReproduction, 'session' | 'isRunning'>,
  basedOn: string,
  stepId: string,
): { readonly plan: Plan; readonly step: PlanStep } {
  const { plan, phase } = session.state();
  if (!plan) throw wrongState(phase, 'errors.noPlan');
  if (plan.digest !== basedOn) throw conflict(plan.digest, basedOn, 'errors.planChanged');
  if (isRunning() && phase !== 'awaitingPlan') throw wrongState(phase, 'errors.planTooLate');
  const step = plan.steps.find(({ id }) => id === stepId);
  if (!step) throw notFound('step', stepId, 'errors.noStep');
  if (step.locked) throw badInput('stepId', 'errors.lockedStep');
  return { plan, step };
}

/**
 * Has one step proposed anew and puts it in its place. A model may take minutes, so other commands of people go on meanwhile; what they
 * changed by then stands, and the step is not put in.
 */
export async function regenerateInPlan(
  options: Pick<OpenReproduction, 'session' | 'exclusively' | 'isRunning'> & {
    readonly ports: HostPorts;
    readonly progress: Progress;
    readonly basedOn: string;
    readonly stepId: string;
  },
): Promise<{ readonly planDigest: string }> {
  const { session, ports, progress, basedOn, stepId } = options;
  const { step } = changeable(options, basedOn, stepId);
  const other = await regenerateStep({ session, ports, progress, step });
  if (!other) throw new RepriseError('unavailable', message('errors.noOtherStep'), { what: 'step' });
  return options.exclusively(async () => {
    const { plan } = changeable(options, basedOn, stepId);
    const steps = plan.steps.map((one) => (one.id === stepId ? other : one));
    const digest = digestOfSteps(steps, ports.digestOf);
    await session.emit({ type: 'plan/edited', plan: { revision: plan.revision + 1, steps, digest } });
    return { planDigest: digest };
  });
}

import { approvalForPlan } from '../core/execute/approvals';
import { followSteering } from '../core/steer/follow-steering';
import { readSteering } from '../core/steer/read-steering';
import { resolveAhead } from '../core/pipeline/steps/prepare-environment';
import { maskMessage } from '../core/symptom/mask-message';
import { eventsToRunAttempt, startUserAttempt } from '../core/pipeline/user-attempt';
import { message } from '../protocol/catalogue/catalogue';
import type { Handlers } from '../protocol/methods';
import type { Symptom } from '../protocol/symptom';
import type { Caller } from './caller';
import type { HostPorts } from '../core/ports/host-ports';
import type { OpenReproduction } from './open-reproduction';
import { badInput, conflict, notFound, wrongState } from './refusals';
import type { Reproductions } from './reproductions';
import { chosenOptions } from './choose-for-reproduction';
import { editPlan } from './edit-plan';
import { regenerateInPlan } from './regenerate-in-plan';

type Methods =
  | 'symptom/edit'
  | 'plan/edit'
  | 'plan/regenerate'
  | 'plan/accept'
  | 'attempt/edit'
  | 'attempt/run'
  | 'steering/say'
  | 'verdict/overrule'
  | 'approval/answer'
  | 'environment/choose'
  | 'environment/resolve';

/** What people decide. Each names what was seen, so that nobody answers for something else. */
export function answerEdits(options: {
  readonly ports: HostPorts;
  readonly reproductions: Pick<Reproductions, 'use'>;
}): Pick<Handlers<Caller>, Methods> {
  const { ports } = options;
  const { store } = ports;

  /** Runs one command of a person after the one before it. */
  function command<T>(reproductionId: string, work: (reproduction: OpenReproduction) => Promise<T>): Promise<T> {
    return options.reproductions.use(reproductionId, (reproduction) =>
      reproduction.exclusively(() => work(reproduction)),
    );
  }

  return {
    'symptom/edit': ({ reproductionId, symptoms }) =>
      command(reproductionId, async ({ session }) => {
        await session.emit({ type: 'symptom/edited', symptoms: symptoms.map(maskTyped) });
        return {};
      }),
    'plan/edit': ({ reproductionId, basedOn, steps }) =>
      command(reproductionId, async ({ session, isRunning }) => {
        const { plan, phase } = session.state();
        if (!plan) throw wrongState(phase, 'errors.noPlan');
        if (plan.digest !== basedOn) throw conflict(plan.digest, basedOn, 'errors.planChanged');
        if (isRunning() && phase !== 'awaitingPlan') throw wrongState(phase, 'errors.planTooLate');
        const edited = editPlan(plan, steps, ports.digestOf);
        await session.emit({ type: 'plan/edited', plan: edited });
        return { planDigest: edited.digest };
      }),
    'plan/regenerate': ({ reproductionId, basedOn, stepId }, { client }) =>
      options.reproductions.use(reproductionId, ({ session, exclusively, isRunning, hold }) =>
        hold(() =>
          regenerateInPlan({
            ...{ session, exclusively, isRunning, ports, basedOn, stepId },
            progress: { signal: client.signal, report: () => undefined },
          }),
        ),
      ),
    'plan/accept': ({ reproductionId, planDigest, by }) =>
      command(reproductionId, async (reproduction) => {
        const { session } = reproduction;
        const state = session.state();
        if (!state.plan) throw wrongState(state.phase, 'errors.noPlan');
        if (state.plan.digest !== planDigest) throw conflict(state.plan.digest, planDigest, 'errors.planChanged');
        const approval = approvalForPlan(state, by, ports);
        if (approval) await session.emit({ type: 'approval/answered', approval });
        await session.emit({ type: 'plan/accepted', planDigest, by });
        await reproduction.goOn(message('errors.reopenedByUser'));
        return {};
      }),
    'attempt/edit': ({ reproductionId, parentId, text }) =>
      command(reproductionId, async ({ session }) => {
        if (text.trim() === '') throw badInput('text', 'errors.emptyScript');
        const state = session.state();
        const parent = state.attempts.find(({ id }) => id === parentId);
        if (!parent) throw notFound('attempt', parentId, 'errors.noAttempt');
        // Nothing was changed, so there is nothing to keep.
        if (ports.digestOf(text) === parent.scriptDigest)
          return { attemptId: parent.id, scriptDigest: parent.scriptDigest };
        const parentScript = await store.readScript(reproductionId, parent.scriptDigest);
        const { script, attempt, event } = startUserAttempt({ state, parentId, parentScript, text, ports });
        await store.writeScript(reproductionId, script);
        await session.emit(event);
        return { attemptId: attempt.id, scriptDigest: script.digest };
      }),
    'attempt/run': ({ reproductionId, attemptId, scriptDigest }) =>
      command(reproductionId, async (reproduction) => {
        const { session } = reproduction;
        const attempt = session.state().attempts.find(({ id }) => id === attemptId);
        if (!attempt) throw notFound('attempt', attemptId, 'errors.noAttempt');
        if (attempt.scriptDigest !== scriptDigest) {
          throw conflict(attempt.scriptDigest, scriptDigest, 'errors.scriptChanged');
        }
        for (const event of eventsToRunAttempt({ state: session.state(), attemptId, scriptDigest, ports })) {
          await session.emit(event);
        }
        await reproduction.goOn(message('errors.reopenedByUser'));
        return {};
      }),
    'steering/say': ({ reproductionId, text }) =>
      command(reproductionId, async ({ session, isRunning }) => {
        if (text.trim() === '') throw badInput('text', 'errors.emptySteering');
        const wishes = readSteering(text);
        const id = ports.ids.next('steering');
        const steering = { id, text: text.trim(), wishes, isTaken: false, at: ports.clock.now() };
        await session.emit({ type: 'steering/said', steering });
        if (isRunning() && session.state().phase !== 'awaitingPlan') return { wishes, isTaken: false };
        for (const event of followSteering(session.state(), ports.ids)) await session.emit(event);
        return { wishes, isTaken: true };
      }),
    'verdict/overrule': ({ reproductionId, attemptId, of, outcome, reason }) =>
      command(reproductionId, async ({ session }) => {
        if (outcome !== null && reason.trim() === '') throw badInput('reason', 'errors.noReason');
        const attempt = session.state().attempts.find(({ id }) => id === attemptId);
        if (!attempt) throw notFound('attempt', attemptId, 'errors.noAttempt');
        if (attempt.verdict?.outcome !== of) {
          throw conflict(attempt.verdict?.outcome ?? 'none', of, 'errors.verdictChanged');
        }
        const at = ports.clock.now();
        await session.emit({
          type: 'verdict/overruled',
          overrule: { attemptId, of, outcome, reason: reason.trim(), at },
        });
        return {};
      }),
    'environment/choose': (choice) =>
      command(choice.reproductionId, async ({ session, isRunning }) => {
        const options = chosenOptions(session.state(), isRunning(), choice);
        if (options) await session.emit({ type: 'reproduction/optionsChanged', options });
        return {};
      }),
    'environment/resolve': (choice, { client }) =>
      command(choice.reproductionId, async ({ session, isRunning }) => {
        const { phase, report } = session.state();
        const options = chosenOptions(session.state(), isRunning(), choice);
        if (!report.readOut) throw wrongState(phase, 'errors.resolveTooEarly');
        const progress = { signal: client.signal, report: () => undefined };
        const resolved = await resolveAhead({ session, ports, progress }, options ?? session.state().options);
        if (resolved.kind === 'failed') return { kind: 'failed', message: resolved.failure.message };
        if (options) await session.emit({ type: 'reproduction/optionsChanged', options });
        await session.emit({ type: 'environment/resolved', resolution: resolved.resolution });
        return { kind: 'chosen' };
      }),
    'approval/answer': ({ reproductionId, requestId, digest, answer, by }) =>
      command(reproductionId, async (reproduction) => {
        const { session } = reproduction;
        const request = session.state().requests.find(({ id }) => id === requestId);
        if (!request) throw notFound('request', requestId, 'errors.noRequest');
        if (request.digest !== digest) throw conflict(request.digest, digest, 'errors.approvalChanged');
        const { scope } = request;
        const approval = { requestId, scope, digest, answer, by, at: ports.clock.now() };
        await session.emit({ type: 'approval/answered', approval });
        await reproduction.goOn(message('errors.reopenedByUser'));
        return {};
      }),
  };
}

/** A message that a person typed gets its numbers, shapes and paths masked as one that was read. */
function maskTyped(symptom: Symptom): Symptom {
  const isTyped = symptom.author === 'user' && (symptom.kind === 'exception' || symptom.kind === 'warning');
  if (!isTyped || !symptom.message) return symptom;
  return { ...symptom, message: maskMessage(symptom.message.source) };
}

import type { Handlers, Params } from '../protocol/methods';
import { assertNever } from '../protocol/primitives';
import { nextAct, questions } from '../protocol/reproduction/next-act';
import type { ReproductionState } from '../protocol/reproduction/state';
import type { RunActKind, RunOffer, RunWish } from '../protocol/run-offer';
import type { Caller } from './caller';
import type { HostPorts } from '../core/ports/host-ports';
import { offerBisect } from './offer-bisect';
import { offerRemoval, removable } from './offer-removal';
import { offerMinimise, offerPublish } from './offer-sharing';
import { offerRun, offerSettings, wantedAttempt } from './offer-run';
import { conflict, notFound, wrongState } from './refusals';
import type { Reproductions } from './reproductions';

type Methods = 'run/offer' | 'run/take';
type Acting = Pick<
  Handlers<Caller>,
  | 'reproduction/start'
  | 'reproduction/stop'
  | 'plan/accept'
  | 'attempt/run'
  | 'approval/answer'
  | 'settings/update'
  | 'environment/remove'
  | 'reproduction/minimise'
  | 'reproduction/bisect'
  | 'reproducer/share'
  | 'reproducer/publish'
>;

/** The Run surface: the host says what may be pressed, and does on a press just what it said. */
export function answerRuns(options: {
  readonly ports: Pick<HostPorts, 'sandbox' | 'digestOf' | 'environments'>;
  readonly reproductions: Pick<Reproductions, 'use'>;
  /** What does the acts for any client that may. */
  readonly acting: Acting;
}): Pick<Handlers<Caller>, Methods> {
  const { ports, reproductions, acting } = options;

  const read = (reproductionId: string): Promise<ReproductionState> =>
    reproductions.use(reproductionId, ({ session }) => Promise.resolve(session.state()));

  const going = (wish: Extract<RunWish, { kind: 'environments' }>, { client }: Caller) =>
    removable(wish, ports.environments, { signal: client.signal, report: () => undefined });

  const gistOf = ({ reproductionId }: { readonly reproductionId: string }, caller: Caller) =>
    acting['reproducer/share']({ reproductionId, form: 'gist' }, caller);

  async function offer(wish: RunWish, caller: Caller): Promise<RunOffer> {
    if (wish.kind === 'settings') return offerSettings(wish, ports.digestOf);
    if (wish.kind === 'environments') return offerRemoval(await going(wish, caller), ports.digestOf);
    if (wish.kind === 'publish') return offerPublish(wish, await gistOf(wish, caller), ports.digestOf);
    const { level } = await ports.sandbox.describe();
    const state = await read(wish.reproductionId);
    const machine = { hasSandbox: level !== 'limitsOnly' };
    if (wish.kind === 'minimise') return offerMinimise(state, machine, ports.digestOf);
    if (wish.kind === 'bisect') return offerBisect(wish, state, machine, ports.digestOf);
    return offerRun({ state, attemptId: wish.attemptId, machine, digestOf: ports.digestOf });
  }

  return {
    'run/offer': ({ wish }, caller) => offer(wish, caller),
    'run/take': async ({ wish, digest, act }, caller) => {
      const present = await offer(wish, caller);
      if (present.digest !== digest) throw conflict(present.digest, digest, 'errors.offerChanged');
      if (!present.acts.some(({ kind }) => kind === act)) throw wrongState(act, 'errors.offerChanged');
      if (wish.kind === 'settings') {
        const { kind: _kind, ...change } = wish;
        if (act === 'changeSettings') await acting['settings/update'](change, caller);
        return {};
      }
      if (wish.kind === 'environments') {
        if (act !== 'removeEnvironments') return {};
        for (const { name } of await going(wish, caller)) {
          await acting['environment/remove']({ environmentId: name }, caller);
        }
        return {};
      }
      if (wish.kind === 'minimise') {
        const { reproductionId } = wish;
        if (act === 'minimise') await acting['reproduction/minimise']({ reproductionId }, caller);
        return {};
      }
      if (wish.kind === 'bisect') {
        const { reproductionId } = wish;
        const whole = { ...wish.wish, python: null, jobs: 1, prereleases: false, yanked: false };
        if (act === 'bisect') await acting['reproduction/bisect']({ reproductionId, wish: whole }, caller);
        return {};
      }
      if (wish.kind === 'publish') {
        if (act !== 'publish') return {};
        const { reproductionId, isPublic, gist } = wish;
        // Of the files just offered: where they changed since, publishing refuses.
        const { digest: files } = await gistOf(wish, caller);
        const again = await offer(wish, caller);
        if (again.digest !== digest) throw conflict(again.digest, digest, 'errors.offerChanged');
        const made = await acting['reproducer/publish']({ reproductionId, digest: files, isPublic, gist }, caller);
        return { address: made.address };
      }
      await take(wish, act, await read(wish.reproductionId), caller);
      return {};
    },
  };

  async function take(
    { reproductionId, attemptId }: Extract<RunWish, { kind: 'reproduction' }>,
    act: RunActKind,
    state: ReproductionState,
    caller: Caller,
  ): Promise<void> {
    const next = nextAct(state);
    switch (act) {
      case 'start':
      case 'continue':
      case 'judgeAgain':
        await acting['reproduction/start']({ reproductionId }, caller);
        return;
      case 'stop':
        await acting['reproduction/stop']({ reproductionId }, caller);
        return;
      case 'acceptPlan': {
        if (next.kind !== 'acceptPlan') throw wrongState(state.phase, 'errors.offerChanged');
        await acting['plan/accept']({ reproductionId, planDigest: next.planDigest, by: 'user' }, caller);
        return;
      }
      case 'runAttempt': {
        const attempt = wantedAttempt(state, next, attemptId);
        if (!attempt) throw notFound('attempt', attemptId ?? '', 'errors.noAttempt');
        const run = { reproductionId, attemptId: attempt.id, scriptDigest: attempt.scriptDigest };
        await acting['attempt/run'](run, caller);
        return;
      }
      case 'approve':
      case 'refuse':
        await answer(reproductionId, act, state, caller);
        return;
      case 'changeSettings':
      case 'removeEnvironments':
      case 'minimise':
      case 'bisect':
      case 'publish':
        throw wrongState(state.phase, 'errors.offerChanged');
      default:
        assertNever(act);
    }
  }

  async function answer(
    reproductionId: string,
    act: 'approve' | 'refuse',
    state: ReproductionState,
    caller: Caller,
  ): Promise<void> {
    const [question] = questions(state);
    if (!question) throw notFound('request', '', 'errors.noRequest');
    const params: Params<'approval/answer'> = {
      reproductionId,
      requestId: question.id,
      digest: question.digest,
      answer: act === 'approve' ? 'approved' : 'refused',
      by: 'user',
    };
    await acting['approval/answer'](params, caller);
  }
}

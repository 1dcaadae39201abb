import { describe, expect, it } from 'vitest';
import type { EnvironmentSummary } from '../../src/protocol/environment';
import type { MethodName, Params } from '../../src/protocol/methods';
import { methods } from '../../src/protocol/methods';
import { createClient, type Client } from '../../src/protocol/client';
import type { ClientFrame, HostFrame } from '../../src/protocol/frame';
import type { PlanStep } from '../../src/protocol/plan';
import type { ClientRole } from '../../src/protocol/role';
import type { RunOffer, RunWish } from '../../src/protocol/run-offer';
import { createTransportPair } from '../../src/protocol/transport';
import { createReproduction, reportText, startHost } from '../helpers/start-host';

type Started = Awaited<ReturnType<typeof startHost>>;

function connect({ host }: Started, role: ClientRole): Promise<Client> {
  const [client, server] = createTransportPair<ClientFrame, HostFrame>(queueMicrotask);
  host.connect(server, role);
  return createClient(client, 'test');
}

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'taken',
    (error: { code?: string }) => error.code ?? 'no code',
  );

const digest = 'a'.repeat(64);
const step: PlanStep = {
  id: 'step-1',
  kind: 'trigger',
  text: 'Run it.',
  cites: [],
  locked: false,
  comment: null,
  author: 'reprise',
};

/** A reproduction that waits for its plan to be accepted. */
async function startWaiting(): Promise<Started & { readonly reproductionId: string; readonly program: Client }> {
  const started = await startHost({
    pipeline: async ({ session }) => {
      if (session.state().plan) return;
      await session.emit({ type: 'plan/proposed', plan: { revision: 1, steps: [step], digest } });
      await session.emit({ type: 'reproduction/phaseEntered', phase: 'awaitingPlan' });
    },
  });
  const program = await connect(started, 'program');
  const reproductionId = await createReproduction(program);
  await program.call('reproduction/start', { reproductionId });
  await expect.poll(async () => (await offerOf(program, reproductionId)).acts[0]?.kind).toBe('acceptPlan');
  return { ...started, reproductionId, program };
}

const wishOf = (reproductionId: string): RunWish => ({ kind: 'reproduction', reproductionId, attemptId: null });
const offerOf = (client: Client, reproductionId: string): Promise<RunOffer> =>
  client.call('run/offer', { wish: wishOf(reproductionId) });

describe('a page', () => {
  it('is refused whatever starts a run or approves, however it says that the user did it', async () => {
    const started = await startWaiting();
    const { reproductionId } = started;
    const page = await connect(started, 'page');
    const { digest: offered } = await offerOf(page, reproductionId);
    const wish = {
      ...{ package: 'numpy', good: null, bad: null, python: null, jobs: 1, prereleases: false, yanked: false },
    };
    const tries: { readonly [M in MethodName]?: Params<M> } = {
      'plan/accept': { reproductionId, planDigest: digest, by: 'user' },
      'attempt/run': { reproductionId, attemptId: 'attempt-1', scriptDigest: digest },
      'approval/answer': { reproductionId, requestId: 'request-1', digest, answer: 'approved', by: 'user' },
      'run/take': { wish: wishOf(reproductionId), digest: offered, act: 'acceptPlan' },
      'environment/create': { packages: [], python: null, asOf: null, allowPackages: ['evil'], approved: true },
      'environment/remove': { environmentId: 'ours' },
      'reproduction/bisect': { reproductionId, wish },
      'package/releases': { name: 'numpy' },
      'context/gather': { name: 'r', text: 'x', project: '/', asOf: null, budget: null },
      'terminal/write': { terminalId: 'terminal-1', data: 'y\n' },
    };
    const codes = await Promise.all(
      Object.entries(tries).map(([method, params]) => codeOf(page.call(method as MethodName, params as never))),
    );
    expect(codes).toEqual(codes.map(() => 'untrusted'));
    expect((await offerOf(page, reproductionId)).acts[0]?.kind).toBe('acceptPlan');
  });

  it('creates and starts what stops at the plan, and nothing that asks for less', async () => {
    const started = await startHost();
    const page = await connect(started, 'page');
    const create = (
      options: Params<'reproduction/create'>['options'],
      script?: Params<'reproduction/create'>['script'],
    ) =>
      codeOf(page.call('reproduction/create', { name: 'r.md', text: reportText, options, ...(script && { script }) }));
    const script = { name: 'x.py', text: 'print(1)', arguments: [], control: null };
    expect([
      await create({}),
      await create({ autonomy: 'auto' }),
      await create({ sandbox: 'off' }),
      await create({ sandbox: 'prefer' }),
      await create({ allowPackages: ['evil'] }),
      await create({ data: '/' }),
      await create({ project: 'https://example.org/owner/name' }),
      await create({}, script),
    ]).toEqual(['taken', ...Array.from({ length: 7 }, () => 'untrusted')]);
    const reproductionId = await createReproduction(page);
    expect(await codeOf(page.call('reproduction/start', { reproductionId }))).toBe('taken');
  });

  it('does not take up again what was approved once, and may always stop', async () => {
    const started = await startWaiting();
    const { reproductionId, program } = started;
    await program.call('plan/accept', { reproductionId, planDigest: digest, by: 'user' });
    const page = await connect(started, 'page');
    expect(await codeOf(page.call('reproduction/stop', { reproductionId }))).toBe('taken');
    expect(await codeOf(page.call('reproduction/start', { reproductionId }))).toBe('untrusted');
  });

  it('has issues fetched from where everybody’s lie, and from no other host', async () => {
    const page = await connect(await startHost(), 'page');
    const fetched = (address: string) => codeOf(page.call('report/fetch', { address }));
    expect(await fetched('https://github.com/owner/project/issues/12')).toBe('taken');
    for (const address of [
      'http://github.com/owner/project/issues/12',
      'https://github.com.evil.example/owner/project/issues/12',
      'https://10.0.0.1/owner/project/issues/12',
      'http://127.0.0.1:8080/owner/project/issues/12',
    ]) {
      expect(await fetched(address), address).toBe('untrusted');
    }
  });

  it('makes settings stricter, never looser, and packages come from no other place by its word', async () => {
    const started = await startHost();
    const page = await connect(started, 'page');
    const update = (change: Params<'settings/update'>) => codeOf(page.call('settings/update', change));
    expect([
      await update({ theme: 'dark' }),
      await update({ autonomy: 'auto' }),
      await update({ sandbox: 'off' }),
      await update({ packageIndex: 'http://evil.example/' }),
      await update({ packageHosts: ['evil.example'] }),
      await update({ network: { offline: false, proxy: 'http://evil.example:8080', certificates: null } }),
      await update({ cpuIndex: 'http://evil.example/' }),
    ]).toEqual(['taken', ...Array<string>(6).fill('untrusted')]);
    const surface = await connect(started, 'surface');
    const wish = { kind: 'settings', autonomy: 'auto' } as const;
    const offer = await surface.call('run/offer', { wish });
    expect(offer.words.join()).toContain('without asking');
    await surface.call('run/take', { wish, digest: offer.digest, act: 'changeSettings' });
    expect((await page.call('settings/read', {})).autonomy).toBe('auto');
    // What is auto by the user's word is still not started by a page.
    const reproductionId = await createReproduction(page);
    expect(await codeOf(page.call('reproduction/start', { reproductionId }))).toBe('untrusted');
    expect(await update({ autonomy: 'guide' })).toBe('taken');
  });
});

describe('the Run surface', () => {
  it('is refused whatever it does not need', async () => {
    const started = await startHost();
    const surface = await connect(started, 'surface');
    const needed = ['run/offer', 'run/take', 'reproduction/attach', 'reproduction/detach'];
    const others = (Object.keys(methods) as MethodName[]).filter((method) => !needed.includes(method));
    const codes = await Promise.all(others.map((method) => codeOf(surface.call(method, {} as never))));
    expect(codes).toEqual(others.map(() => 'untrusted'));
  });

  it('shows what of ours goes into the trash, and moves just that', async () => {
    const removed: string[] = [];
    const name = '0123456789abcdef-py311';
    const ours: EnvironmentSummary = {
      ...{ id: 'reprise-1', kind: 'reprise', name, prefix: '/e/venv', interpreter: '/e/venv/bin/python' },
      ...{ pythonVersion: '3.11.7', frameworks: [{ name: 'torch', version: '2.1.0' }], ours: true, broken: null },
      bytes: 1_500_000_000,
    };
    const started = await startHost({
      change: ({ environments }) => ({
        environments: {
          ...environments,
          list: async () => ({
            environments: [ours, { ...ours, id: 'venv-1', name: 'theirs', ours: false, frameworks: [] }],
            cachedAt: null,
          }),
          remove: async (id) => {
            removed.push(id);
            return { kind: 'removed', trash: `/trash/${id}`, bytes: 1 };
          },
        },
      }),
    });
    const surface = await connect(started, 'surface');
    const wish: RunWish = { kind: 'environments', remove: [name, 'theirs'] };
    const offer = await surface.call('run/offer', { wish });
    expect(offer.words).toEqual([
      'Moves one environment that Reprise made (1.5 GB) to the trash, which keeps it for a week:',
      `${name} · Python 3.11.7 · torch 2.1.0 · 1.5 GB`,
    ]);
    const press = (taken: RunOffer, act: 'refuse' | 'removeEnvironments') =>
      codeOf(surface.call('run/take', { wish, digest: taken.digest, act }));
    expect(await press({ ...offer, digest }, 'removeEnvironments')).toBe('conflict');
    expect(await press(offer, 'refuse')).toBe('taken');
    expect(removed).toEqual([]);
    expect(await press(offer, 'removeEnvironments')).toBe('taken');
    expect(removed).toEqual([name]);
    const others: RunWish = { kind: 'environments', remove: ['theirs'] };
    const none = await surface.call('run/offer', { wish: others });
    expect(none.acts.map(({ kind }) => kind)).toEqual(['refuse']);
  });

  it('does just what it showed: the plan by its digest, and nothing after a change', async () => {
    const started = await startWaiting();
    const { reproductionId, program } = started;
    const surface = await connect(started, 'surface');
    const wish = wishOf(reproductionId);
    const seen = await surface.call('run/offer', { wish });
    expect(seen.words).toEqual(['Covers the plan as it is shown', expect.stringMatching(/no network|NOT sandboxed/)]);
    await program.call('plan/edit', { reproductionId, basedOn: digest, steps: [{ ...step, text: 'Something else.' }] });
    const press = (offer: RunOffer) => surface.call('run/take', { wish, digest: offer.digest, act: 'acceptPlan' });
    expect(await codeOf(press(seen))).toBe('conflict');
    expect(await codeOf(press(await surface.call('run/offer', { wish })))).toBe('taken');
    const answer = await program.call('reproduction/attach', { reproductionId, afterSeq: null });
    expect(answer).toMatchObject({ kind: 'snapshot', state: { planAccepted: true, approvals: [{ by: 'user' }] } });
  });
});

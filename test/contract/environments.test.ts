import { describe, expect, it } from 'vitest';
import type { EnvironmentSummary } from '../../src/protocol/environment';
import { createReproduction, startHost } from '../helpers/start-host';

const found: EnvironmentSummary = {
  id: 'venv-1',
  kind: 'venv',
  name: 'mine',
  prefix: '/envs/mine',
  interpreter: '/envs/mine/bin/python',
  pythonVersion: '3.11.7',
  frameworks: [],
  ours: false,
  broken: null,
};

const start = () =>
  startHost({
    change: ({ environments }) => ({
      environments: { ...environments, look: async (path) => (path === found.prefix ? [found] : []) },
    }),
  });

describe('environment/add', () => {
  it('keeps a place where something was found, once', async () => {
    const client = await (await start()).connect();
    expect((await client.call('environment/add', { path: ` ${found.prefix} ` })).environments).toEqual([found]);
    await client.call('environment/add', { path: found.prefix });
    expect((await client.call('settings/read', {})).environmentPlaces).toEqual({
      include: [found.prefix],
      exclude: [],
    });
  });

  it('takes what was left out back in', async () => {
    const client = await (await start()).connect();
    const environmentPlaces = { include: [], exclude: [found.prefix, '/other'] };
    await client.call('settings/update', { environmentPlaces });
    await client.call('environment/add', { path: found.prefix });
    expect((await client.call('settings/read', {})).environmentPlaces).toEqual({
      include: [found.prefix],
      exclude: ['/other'],
    });
  });

  it('says what to give where nothing is there, and keeps nothing', async () => {
    const client = await (await start()).connect();
    await expect(client.call('environment/add', { path: '/gone' })).rejects.toThrow(
      /no Python environment at \/gone\. Give/,
    );
    await expect(client.call('environment/add', { path: '  ' })).rejects.toThrow(/^Type the path/);
    expect((await client.call('settings/read', {})).environmentPlaces).toBeUndefined();
  });
});

describe('environment/choose', () => {
  it('is kept as an event, takes effect with the next run, and starts nothing', async () => {
    const { connect, ports } = await start();
    const client = await connect();
    const reproductionId = await createReproduction(client);
    const state = async () => {
      const answer = await client.call('reproduction/attach', { reproductionId, afterSeq: null });
      if (answer.kind !== 'snapshot') throw new Error('No snapshot');
      return answer.state;
    };
    const { seq } = await state();
    const packages = [{ name: 'numpy', specifier: '==1.19.5' }];
    await client.call('environment/choose', { reproductionId, environment: found.prefix, packages, devices: ['0'] });
    expect(await state()).toMatchObject({
      seq: seq + 1,
      phase: 'draft',
      options: { environment: found.prefix, packages, devices: ['0'] },
      environment: { resolution: null, ready: null },
    });
    // The same once more is nothing new.
    await client.call('environment/choose', { reproductionId, environment: found.prefix });
    expect((await state()).seq).toBe(seq + 1);
    await client.call('environment/choose', { reproductionId, environment: null });
    expect(await state()).toMatchObject({ seq: seq + 2, options: { environment: null, devices: ['0'] } });
    expect(ports.runs).toEqual([]);
  });

  it('is refused while runs go on: a yes for one environment is none for another', async () => {
    const started = await startHost({
      pipeline: ({ session, progress }) =>
        new Promise((resolve) => {
          void session.emit({ type: 'reproduction/phaseEntered', phase: 'attempting' });
          progress.signal.addEventListener('abort', () => resolve());
        }),
    });
    const client = await started.connect();
    const reproductionId = await createReproduction(client);
    await client.call('reproduction/start', { reproductionId });
    await expect(client.call('environment/choose', { reproductionId, environment: '/other' })).rejects.toThrow(
      /Stop it first/,
    );
    await client.call('reproduction/stop', { reproductionId });
    await client.call('environment/choose', { reproductionId, environment: '/other' });
  });

  it('takes no card that is none', async () => {
    const client = await (await start()).connect();
    const reproductionId = await createReproduction(client);
    await expect(client.call('environment/choose', { reproductionId, devices: ['0; rm -rf /'] })).rejects.toMatchObject(
      {
        code: 'badInput',
      },
    );
  });

  it('gives new reproductions the cards of the settings', async () => {
    const client = await (await start()).connect();
    await client.call('settings/update', { devices: [] });
    const reproductionId = await createReproduction(client);
    const answer = await client.call('reproduction/attach', { reproductionId, afterSeq: null });
    expect(answer).toMatchObject({ state: { options: { devices: [] } } });
  });
});

describe('hardware/read', () => {
  it('is told of the build of the environment that is named, and of none else', async () => {
    const asked: unknown[] = [];
    const build = { name: 'torch', version: '2.4.0', cuda: '12.1', architectures: null };
    const { connect } = await startHost({
      change: ({ environments, hardware }) => ({
        environments: { ...environments, readBuild: async (id) => (id === 'venv-1' ? build : null) },
        hardware: {
          read: async (progress, given) => {
            asked.push(given);
            return hardware.read(progress);
          },
        },
      }),
    });
    const client = await connect();
    await client.call('hardware/read', {});
    await client.call('hardware/read', { environmentId: 'venv-1' });
    await client.call('hardware/read', { environmentId: 'venv-2' });
    expect(asked).toEqual([undefined, build, null]);
  });
});

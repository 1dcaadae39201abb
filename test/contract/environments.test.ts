import { describe, expect, it } from 'vitest';
import type { EnvironmentRequest } from '../../src/core/ports/environments';
import type { EnvironmentResolution, EnvironmentSummary, ReadyEnvironment } from '../../src/protocol/environment';
import { createTestParser } from '../helpers/create-test-parser';
import { createReproduction, hear, startHost } from '../helpers/start-host';

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

/** A host that has read the report, and environments that come to one answer; null: none can be had. */
async function readHost(resolution: EnvironmentResolution | null) {
  const requests: EnvironmentRequest[] = [];
  const parser = await createTestParser();
  const { connect } = await startHost({
    pipeline: async ({ session, ports }) => {
      const { id, report } = session.state();
      const text = await ports.store.readReport(id);
      const progress = { signal: new AbortController().signal, report: () => undefined };
      const read = await ports.reader.read({ name: report.name, text, asOf: null }, progress);
      await session.emit({ type: 'report/read', readOut: read.readOut, symptoms: [] });
      await session.emit({ type: 'reproduction/paused' });
    },
    change: ({ environments }) => ({
      parser,
      environments: {
        ...environments,
        resolve: async (request, progress) => {
          requests.push(request);
          return resolution === null ? environments.resolve(request, progress) : { kind: 'resolved', resolution };
        },
      },
    }),
  });
  const client = await connect();
  const reproductionId = await createReproduction(client);
  const heard = hear(client, reproductionId);
  await client.call('reproduction/attach', { reproductionId, afterSeq: null });
  await client.call('reproduction/start', { reproductionId });
  await heard.until((all) => all.some(({ event }) => event.type === 'reproduction/paused'));
  const state = async () => {
    const answer = await client.call('reproduction/attach', { reproductionId, afterSeq: null });
    if (answer.kind !== 'snapshot') throw new Error('No snapshot');
    return answer.state;
  };
  return { client, reproductionId, state, requests: () => requests };
}

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

describe('environment/create', () => {
  const wheel = (bytes: number | null): EnvironmentResolution => ({
    python: { interpreter: '/py/3.11', version: '3.11.7', step: 'current', reason: 'Here.' },
    rows: [
      {
        ...{ name: 'tensorflow-cpu', specifier: '', step: 'given', reason: 'You asked for it.' },
        insteadOf: { name: 'tensorflow', bytes },
      },
    ],
    otherPythons: [{ interpreter: '/py/3.9', version: '3.9.18' }],
    ...{ asOf: null, existing: null, heavy: [], unknown: [] },
  });
  const params = { packages: [], python: null, asOf: null, allowPackages: [], approved: true };
  const ready: ReadyEnvironment = {
    ...{ id: 'made', kind: 'reprise', prefix: '/made', interpreter: '/made/bin/python', pythonVersion: '3.9.18' },
    ...{ packages: [], lock: '', lockDigest: 'a'.repeat(64), reused: false, differences: [] },
  };

  /** A host where an environment can be made by the interpreter of one release alone. */
  async function creating(resolution: EnvironmentResolution, works: string, blamed: readonly string[]) {
    const tried: string[] = [];
    const { connect } = await startHost({
      change: ({ environments }) => ({
        environments: {
          ...environments,
          resolve: async () => ({ kind: 'resolved', resolution }),
          prepare: async ({ resolution: { python, rows } }) => {
            tried.push([python.version, ...rows.map(({ name }) => name)].join(' '));
            if (python.version === works) return { kind: 'ready', environment: ready };
            return { kind: 'failed', failure: { kind: 'noWheel', message: `None for ${python.version}.`, blamed } };
          },
        },
      }),
    });
    return { client: await connect(), tried };
  }

  it('tries the next candidate by itself, and tells what was taken in its place', async () => {
    const { client, tried } = await creating(wheel(null), '3.9.18', []);
    const made = await client.call('environment/create', params);
    expect(made).toMatchObject({ kind: 'ready', environment: { id: 'made' } });
    expect(made).toMatchObject({ changes: [expect.stringMatching(/^None for 3\.11\.7\. Python 3\.9\.18 is tried/)] });
    expect(tried).toEqual(['3.11.7 tensorflow-cpu', '3.9.18 tensorflow-cpu']);
  });

  it('fetches nothing larger than what was approved, and says what it tried where nothing can be had', async () => {
    const large = await creating(wheel(2_000_000_000), 'none', ['tensorflow-cpu']);
    expect(await large.client.call('environment/create', params)).toMatchObject({ kind: 'failed', changes: [] });
    expect(large.tried).toEqual(['3.11.7 tensorflow-cpu']);
    const none = await creating(wheel(null), 'none', ['tensorflow-cpu']);
    expect(await none.client.call('environment/create', params)).toMatchObject({
      kind: 'failed',
      message: 'None for 3.9.18.',
      changes: [expect.stringContaining('tensorflow itself'), expect.stringContaining('3.9.18 is tried')],
    });
    expect(none.tried).toEqual(['3.11.7 tensorflow-cpu', '3.11.7 tensorflow', '3.9.18 tensorflow']);
  });
});

describe('environment/resolve', () => {
  const resolution: EnvironmentResolution = {
    python: { interpreter: '/python', version: '3.9.18', step: 'given', reason: 'You chose it.' },
    ...{ rows: [], asOf: null, existing: null, heavy: [], unknown: [] },
  };

  it('keeps the choice with what it comes to, and makes nothing', async () => {
    const { client, reproductionId, state, requests } = await readHost(resolution);
    const packages = [{ name: 'numpy', specifier: '==1.19.5' }];
    expect(
      await client.call('environment/resolve', { reproductionId, python: '3.9', packages, leaveOut: ['Six_x'] }),
    ).toEqual({ kind: 'chosen' });
    expect(await state()).toMatchObject({
      options: { python: '3.9', packages, leaveOut: ['six-x'] },
      environment: { resolution: { ...resolution, ahead: true }, ready: null },
    });
    expect(requests()).toMatchObject([{ python: '3.9', leaveOut: ['six-x'], packages: [{ specifier: '==1.19.5' }] }]);
  });

  it('changes nothing where it cannot be had', async () => {
    const { client, reproductionId, state } = await readHost(null);
    const { seq } = await state();
    expect(await client.call('environment/resolve', { reproductionId, python: '3.5' })).toEqual({
      kind: 'failed',
      message: 'Install Python.',
    });
    expect((await state()).seq).toBe(seq);
  });

  it.each([
    [{ packages: [{ name: 'numpy @ https://x', specifier: '' }] }, /is no name of a package/],
    [{ packages: [{ name: 'numpy', specifier: '==1.0; x' }] }, /is no version of numpy/],
    [{ leaveOut: ['../x'] }, /is no name of a package/],
    [{ python: 'python -c x' }, /neither a Python version/],
  ])('refuses %j', async (choice, words) => {
    const { client, reproductionId, state } = await readHost(resolution);
    const { seq } = await state();
    await expect(client.call('environment/resolve', { reproductionId, ...choice })).rejects.toThrow(words);
    await expect(client.call('environment/choose', { reproductionId, ...choice })).rejects.toThrow(words);
    expect((await state()).seq).toBe(seq);
  });

  it('waits for the report to be read', async () => {
    const client = await (await start()).connect();
    const reproductionId = await createReproduction(client);
    await expect(client.call('environment/resolve', { reproductionId })).rejects.toThrow(/once the report was read/);
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

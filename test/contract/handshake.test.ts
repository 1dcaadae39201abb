import { describe, expect, it } from 'vitest';
import { composeHost } from '../../src/host/compose-host';
import { createClient } from '../../src/protocol/client';
import type { HostFrame } from '../../src/protocol/frame';
import { methods } from '../../src/protocol/methods';
import { PROTOCOL_VERSION } from '../../src/protocol/primitives';
import { transports, type ClientTransport } from '../helpers/client-transports';
import { createTestPorts } from '../helpers/host-ports';
import { temporaryFolder } from '../helpers/temporary-folder';

async function hostOf(change: Partial<ReturnType<typeof createTestPorts>> = {}, greetWithinMs?: number) {
  const dataFolder = await temporaryFolder();
  const faults: unknown[] = [];
  const host = composeHost({
    ports: { ...createTestPorts(dataFolder), ...change },
    version: '1.2.3',
    dataFolder,
    platform: 'test',
    log: (entry) => faults.push(entry.error),
    pipeline: async () => undefined,
    ...(greetWithinMs === undefined ? {} : { greetWithinMs }),
  });
  return { host, faults };
}

/** Frames until the channel closes. */
function framesUntilClose(transport: ClientTransport): Promise<readonly HostFrame[]> {
  const frames: HostFrame[] = [];
  return new Promise((resolve) => {
    transport.onMessage((frame) => frames.push(frame));
    transport.onClose(() => resolve(frames));
  });
}

describe.each(Object.entries(transports))('the greeting over %s', (_name, connect) => {
  it('welcomes a client of the same version, and answers it', async () => {
    const { host } = await hostOf();
    const client = await createClient(await connect(host), 'test');
    expect(await client.call('app/describe', {})).toMatchObject({ version: '1.2.3', platform: 'test' });
    client.close();
  });

  it('refuses a client of another version, says both, and closes', async () => {
    const { host } = await hostOf();
    const transport = await connect(host);
    const frames = framesUntilClose(transport);
    transport.send({ kind: 'hello', protocol: PROTOCOL_VERSION + 1, client: 'test' });
    expect(await frames).toMatchObject([
      {
        kind: 'refused',
        error: { code: 'unsupportedVersion', data: { host: PROTOCOL_VERSION, client: PROTOCOL_VERSION + 1 } },
      },
    ]);
  });

  it.each([
    ['a request', { kind: 'request', id: 1, method: 'app/describe', params: {} }],
    ['something else', { hello: 'there' }],
    ['null', null],
  ])('refuses %s before the greeting, and closes', async (_what, frame) => {
    const { host } = await hostOf();
    const transport = await connect(host);
    const frames = framesUntilClose(transport);
    transport.send(frame as never);
    expect(await frames).toMatchObject([{ kind: 'refused', error: { code: 'badInput' } }]);
  });

  it('lets a client go that never greets, and keeps one that did', async () => {
    const { host } = await hostOf({}, 50);
    const greeted = await createClient(await connect(host), 'test');
    const frames = framesUntilClose(await connect(host));
    expect(await frames).toMatchObject([{ kind: 'refused', error: { code: 'badInput' } }]);
    expect(await greeted.call('app/describe', {})).toMatchObject({ version: '1.2.3' });
    greeted.close();
  });

  it('rejects what is under way with `unavailable` when the host closes', async () => {
    const { host } = await hostOf({ hardware: { read: () => new Promise(() => undefined) } });
    const client = await createClient(await connect(host), 'test');
    const call = client.call('hardware/read', {});
    await client.call('app/describe', {});
    await host.close();
    await expect(call).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe.each(Object.entries(transports))('requests over %s', (_name, connect) => {
  const withParameters = Object.entries(methods).filter(([, method]) => !method.params.safeParse({}).success);

  it.each(withParameters.map(([method]) => method))('%s refuses parameters that do not fit', async (method) => {
    const { host, faults } = await hostOf();
    const client = await createClient(await connect(host), 'test');
    for (const params of [{}, null, 7, 'text', [], { reproductionId: '../../etc', exampleId: 3, terminalId: '' }]) {
      await expect(client.call(method as 'report/read', params as never)).rejects.toMatchObject({ code: 'badInput' });
    }
    expect(faults).toEqual([]);
    client.close();
  });

  it('refuses an unknown method, also one that every object has', async () => {
    const { host } = await hostOf();
    const client = await createClient(await connect(host), 'test');
    for (const method of ['report/burn', 'toString', '__proto__', '']) {
      await expect(client.call(method as 'app/describe', {})).rejects.toMatchObject({
        code: 'unknownMethod',
        data: { method },
      });
    }
    client.close();
  });

  it('answers a frame that is none under its id, and goes on', async () => {
    const { host } = await hostOf();
    const transport = await connect(host);
    const client = await createClient(transport, 'test');
    const failure = new Promise<HostFrame>((resolve) => transport.onMessage(resolve));
    transport.send({ kind: 'request', id: 900, method: 7 } as never);
    expect(await failure).toMatchObject({ kind: 'failure', id: 900, error: { code: 'badInput' } });
    expect(await client.call('example/list', {})).toHaveProperty('examples.0.id', 'one');
    client.close();
  });

  it('tells a fault of ours to the log, and to the client only that there was one', async () => {
    const fault = new Error('secret path /home/someone');
    const { host, faults } = await hostOf({ hardware: { read: () => Promise.reject(fault) } });
    const client = await createClient(await connect(host), 'test');
    const error = await client.call('hardware/read', {}).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'internal', data: {} });
    expect(JSON.stringify({ ...(error as object), message: (error as Error).message })).not.toContain('someone');
    expect(faults).toEqual([fault]);
    client.close();
  });

  it('does not let a result out that is not of the contract', async () => {
    const { host, faults } = await hostOf({ hardware: { read: async () => ({ processors: 'many' }) as never } });
    const client = await createClient(await connect(host), 'test');
    await expect(client.call('hardware/read', {})).rejects.toMatchObject({ code: 'internal' });
    expect(faults).toHaveLength(1);
    client.close();
  });

  it('refuses more open requests than its limit with `overloaded`, and serves again afterwards', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const hardware = { platform: 'test', processors: 1, memoryBytes: 1, accelerators: [], reason: null };
    const { host } = await hostOf({ hardware: { read: () => gate.then(() => hardware) } });
    const client = await createClient(await connect(host), 'test');
    const calls = Array.from({ length: 200 }, () =>
      client.call('hardware/read', {}).then(
        () => 'served',
        (error: { code: string; data: { retryAfterMs: number } }) => `${error.code} ${error.data.retryAfterMs > 0}`,
      ),
    );
    await Promise.race(calls);
    release();
    const results = await Promise.all(calls);
    expect(results.filter((result) => result === 'served')).toHaveLength(128);
    expect(results.filter((result) => result === 'overloaded true')).toHaveLength(72);
    expect(await client.call('hardware/read', {})).toEqual(hardware);
    client.close();
  });
});

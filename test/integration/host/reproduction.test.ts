import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../src/protocol/client';
import type { ReproductionState } from '../../../src/protocol/reproduction/state';
import { buildWorkers } from '../../helpers/build-workers';
import { findInterpreters } from '../../helpers/interpreters';
import { hear } from '../../helpers/start-host';
import { startProgram } from '../../helpers/start-program';
import { openRealHost } from './open-real-host';

const wheels = ['3.9', '3.10', '3.11', '3.12'];
const hasPython = findInterpreters().some(({ version }) => wheels.includes(version));

async function stateOf(client: Client, reproductionId: string): Promise<ReproductionState> {
  const attached = await client.call('reproduction/attach', { reproductionId, afterSeq: null });
  if (attached.kind !== 'snapshot') throw new Error('Not a snapshot');
  return attached.state;
}

describe.skipIf(!hasPython)('a host over the real machine (needs a Python from 3.9 to 3.12)', () => {
  let folder = '';
  let workersFolder = '';
  let dataFolder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reprise-host-'));
    workersFolder = join(folder, 'workers');
    dataFolder = join(folder, 'data');
    await buildWorkers(workersFolder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('killed in the middle of a run shows it after the next start, and goes on to the verdict', async () => {
    const { child, closed } = startProgram(join(__dirname, 'run-until-killed.ts'), [dataFolder, workersFolder]);
    let told = '';
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (bytes: Buffer) => {
        told += String(bytes);
        if (told.includes('execution/started')) resolve();
      });
    });
    child.kill('SIGKILL');
    await closed;

    const { client, faults, close } = await openRealHost(dataFolder, workersFolder);
    const { reproductions } = await client.call('reproduction/list', {});
    expect(reproductions).toMatchObject([{ phase: 'attempting', paused: true, outcome: null }]);
    const reproductionId = reproductions[0]?.id ?? '';
    const state = await stateOf(client, reproductionId);
    const lastTold = Number(told.slice(0, told.lastIndexOf('\n')).split('\n').at(-1)?.split(' ')[0]);
    expect(state.seq).toBeGreaterThanOrEqual(lastTold);
    expect(state.executions[0]?.result?.end.kind).toBe('lost');

    const heard = hear(client, reproductionId);
    await client.call('reproduction/start', { reproductionId });
    await heard.until((envelopes) => envelopes.some(({ event }) => event.type === 'reproduction/concluded'));
    const { files } = await client.call('reproducer/read', { reproductionId });
    expect(files.map(({ path }) => path)).toContain('reproducer.py');
    expect((await stateOf(client, reproductionId)).conclusion).toMatchObject({ outcome: 'reproduced' });
    expect(faults).toEqual([]);
    await close();
  });

  it('stops at the plan, runs what was accepted, then what the user wrote, and shows its output', async () => {
    const { client, faults, close } = await openRealHost(dataFolder, workersFolder);
    const example = await client.call('example/read', { exampleId: 'numpy-shapes' });
    const options = { autonomy: 'guide', sandbox: 'prefer', bundledExample: true } as const;
    const { reproductionId } = await client.call('reproduction/create', { ...example, options });
    const heard = hear(client, reproductionId);
    await stateOf(client, reproductionId);
    const concluded = (times: number) =>
      heard.until(
        (envelopes) => envelopes.filter(({ event }) => event.type === 'reproduction/concluded').length === times,
      );
    await client.call('reproduction/start', { reproductionId });
    await heard.until((envelopes) => envelopes.some(({ event }) => event.type === 'approval/requested'));
    expect(heard.types()).not.toContain('execution/started');

    const { plan } = await stateOf(client, reproductionId);
    await client.call('plan/accept', { reproductionId, planDigest: plan?.digest ?? '', by: 'user' });
    await concluded(1);
    const [first] = (await stateOf(client, reproductionId)).attempts;
    if (!first) throw new Error('No attempt');
    const { script } = await client.call('script/read', { reproductionId, digest: first.scriptDigest });
    const text = `print("written by hand")\n${script.text}`;
    const kept = await client.call('attempt/edit', { reproductionId, parentId: first.id, text });
    await client.call('attempt/run', { reproductionId, ...kept });
    await concluded(2);

    const { executions, conclusion } = await stateOf(client, reproductionId);
    const mine = executions.find(({ attemptId }) => attemptId === kept.attemptId);
    expect(mine?.result?.stdout.tail).toContain('written by hand');
    expect(conclusion).toMatchObject({ outcome: 'reproduced' });
    const terminalId = mine?.terminalId ?? '';
    let shown = '';
    const closed = new Promise<void>((resolve) => {
      client.listen({
        onChunk: ({ data }) => (shown += String(Buffer.from(data, 'base64'))),
        onTerminal: ({ status }) => status.kind === 'closed' && resolve(),
      });
    });
    await client.call('terminal/attach', { terminalId, offset: 0 });
    await closed;
    expect(shown).toContain('written by hand');
    expect(shown).toContain('ValueError');
    expect(faults).toEqual([]);
    await close();
  });
});

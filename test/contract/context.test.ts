import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gatherContext } from '../../src/core/context/gather-context';
import { createMemoryContextIndex } from '../../src/core/doubles/memory-context-index';
import type { PipelinePorts, Session } from '../../src/core/pipeline/session';
import type { Client } from '../../src/protocol/client';
import type { Context } from '../../src/protocol/context';
import { createTestParser } from '../helpers/create-test-parser';
import { startHost } from '../helpers/start-host';
import { temporaryFolder } from '../helpers/temporary-folder';

const progress = { signal: new AbortController().signal, report: () => undefined };

/** A reproduction of a project on disk whose context was gathered. */
async function startWithProject(): Promise<{
  readonly client: Client;
  readonly reproductionId: string;
  readonly context: () => Promise<Context>;
}> {
  const project = await temporaryFolder();
  await mkdir(join(project, 'pkg'));
  await writeFile(
    join(project, 'pkg', 'net.py'),
    'def alpha_beta(x):\n    return x\n\n\ndef other(y):\n    return y\n',
  );
  await writeFile(join(project, 'secret.env'), 'KEY=1\n');
  const parser = await createTestParser();
  const started = await startHost({
    change: (own) => ({
      contextIndex: createMemoryContextIndex({ workspace: own.workspace, parser, digestOf: own.digestOf }),
    }),
    pipeline: ({ session, ports }) => gather(session, ports, project),
  });
  const client = await started.connect();
  const { reproductionId } = await client.call('reproduction/create', {
    name: 'report.md',
    text: 'alpha_beta fails.',
    options: { project },
  });
  const context = async (): Promise<Context> => {
    const attached = await client.call('reproduction/attach', { reproductionId, afterSeq: null });
    if (attached.kind !== 'snapshot') throw new Error('a snapshot was asked for');
    return attached.state.context ?? { chunks: [], leftOut: [] };
  };
  await client.call('reproduction/start', { reproductionId });
  await expect.poll(async () => (await context()).chunks.length, { timeout: 30_000 }).toBeGreaterThan(0);
  return { client, reproductionId, context };
}

async function gather(session: Pick<Session, 'state' | 'emit'>, ports: PipelinePorts, project: string): Promise<void> {
  if (session.state().context) return;
  const { readOut } = await ports.reader.read({ name: 'r', text: '', asOf: null }, progress);
  const context = await gatherContext({
    readOut,
    ...{ report: 'alpha_beta fails.', symptom: null, project, progress },
    ...{ index: ports.contextIndex, workspace: ports.workspace, ids: ports.ids },
  });
  await session.emit({ type: 'context/gathered', context });
}

describe('the context of a reproduction', () => {
  it('is searched, added to, pinned and dropped by a person, and every word is kept', async () => {
    const { client, reproductionId, context } = await startWithProject();
    const { hits } = await client.call('context/search', { reproductionId, text: 'other', limit: 5 });
    expect(hits[0]).toMatchObject({ file: 'pkg/net.py', name: 'other', firstLine: 5, lastLine: 6 });
    for (const { id } of (await context()).chunks) {
      await client.call('context/change', { reproductionId, change: { kind: 'drop', chunkId: id } });
    }
    expect((await context()).chunks).toEqual([]);
    expect((await context()).tokens).toBe(0);
    const place = { file: 'pkg/net.py', firstLine: 5, lastLine: 6, name: 'other' };
    await client.call('context/change', { reproductionId, change: { kind: 'add', ...place } });
    const [added] = (await context()).chunks;
    expect(added).toMatchObject({ ...place, text: 'def other(y):\n    return y', kind: 'added', pinned: true });
    await client.call('context/change', {
      reproductionId,
      change: { kind: 'pin', chunkId: added?.id ?? '', pinned: false },
    });
    expect((await context()).chunks[0]?.pinned).toBe(false);
  });

  it('takes nothing that is no source, lies outside, or is not there', async () => {
    const { client, reproductionId } = await startWithProject();
    const add = (file: string, lastLine = 1): Promise<unknown> =>
      client.call('context/change', {
        reproductionId,
        change: { kind: 'add', file, firstLine: 1, lastLine, name: '' },
      });
    for (const file of ['secret.env', '../outside.py', '/etc/passwd', 'gone.py']) {
      await expect(add(file), file).rejects.toMatchObject({ code: 'badInput' });
    }
    await expect(add('pkg/net.py', 99)).rejects.toMatchObject({ code: 'badInput' });
    await expect(
      client.call('context/change', { reproductionId, change: { kind: 'drop', chunkId: 'nobody' } }),
    ).rejects.toMatchObject({ code: 'notFound' });
  });
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { gatherContext } from '../../../src/core/context/gather-context';
import { createMemoryContextIndex } from '../../../src/core/doubles/memory-context-index';
import { createMemoryWorkspace } from '../../../src/core/doubles/memory-workspace';
import { createSequentialIds } from '../../../src/core/doubles/sequential-ids';
import type { PythonParser } from '../../../src/core/ports/python-parser';
import { readReport } from '../../../src/core/report/read-report';
import { createEmbedder } from '../../../src/node/models/create-embedder';
import { digestOf } from '../../../src/node/system/digest';
import type { Context } from '../../../src/protocol/context';
import { createTestParser } from '../../helpers/create-test-parser';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

/** Topics that the double knows; a text's vector tells how often it speaks of each. */
const topics = [/rain|umbrella|wet/gi, /loan|bank|money/gi];
const vectorOf = (text: string): readonly number[] => topics.map((topic) => (text.match(topic) ?? []).length);

interface Asked {
  readonly path: string;
  readonly key: string | undefined;
  readonly model: string;
  readonly count: number;
}

/** Answers as the documented interface does: items in any order, each with its index. `status` 500: it fails. */
async function startEmbeddings(status = 200): Promise<{ readonly baseUrl: string; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString('utf8')));
    request.on('end', () => {
      const { model, input } = JSON.parse(body) as { model: string; input: readonly string[] };
      asked.push({ path: request.url ?? '', key: request.headers.authorization, model, count: input.length });
      const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })).reverse();
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(status === 200 ? { object: 'list', model, data } : { error: { message: 'busy' } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`, asked };
}

function gather(baseUrl: string | null): Promise<Context> {
  const report = '# It gets wet\n\nUmbrellas are useless.\n';
  const files = {
    'weather.py': 'def first(q):\n    # about rain and the umbrella\n    return q\n',
    'other.py': 'def second(q):\n    # about the bank and its money, a loan\n    return q\n',
  };
  const workspace = createMemoryWorkspace({ '/p': files });
  const { readOut } = readReport({ name: 'r', text: report, asOf: null });
  return gatherContext({
    ...{ readOut, report, symptom: null, project: '/p', workspace },
    index: createMemoryContextIndex({ workspace, parser, digestOf }),
    ids: createSequentialIds(),
    progress: { signal: new AbortController().signal, report: () => undefined },
    ...(baseUrl === null ? {} : { embedder: createEmbedder({ baseUrl, model: 'small', key: 'secret' }) }),
  });
}

describe('an embedder', () => {
  it('adds hits by meaning, and says so', async () => {
    const { baseUrl, asked } = await startEmbeddings();
    const { chunks } = await gather(baseUrl);
    expect(chunks[0]).toMatchObject({ file: 'weather.py', name: 'first' });
    expect(chunks[0]?.reason).toContain('by meaning');
    expect(asked).toEqual([{ path: '/v1/embeddings', key: 'Bearer secret', model: 'small', count: 3 }]);
  });

  it('that fails, or is not there, leaves the search as it is without, and is told of', async () => {
    const failing = await startEmbeddings(500);
    for (const baseUrl of [failing.baseUrl, 'http://127.0.0.1:9/v1']) {
      const context = await gather(baseUrl);
      expect(context.leftOut).toEqual([expect.stringContaining('could not be had')]);
      expect(context.chunks.map(({ file, score }) => [file, score])).toEqual(
        (await gather(null)).chunks.map(({ file, score }) => [file, score]),
      );
    }
  });
});

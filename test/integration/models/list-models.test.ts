import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { afterEach, describe, expect, it } from 'vitest';
import { listModels } from '../../../src/node/models/list-models';

const servers: Server[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))));
});

/** An endpoint on loopback that answers as given, and counts what it was asked. */
async function serve(answer: RequestListener): Promise<{ baseUrl: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests };
}

const json = (status: number, body: unknown): RequestListener => {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
};

const ask = (baseUrl: string, key: string | null = null) =>
  listModels({ baseUrl, key, environmentBlock: {}, elapsed: () => performance.now() });

describe('listModels', () => {
  it('lists what an OpenAI-compatible endpoint serves, by one request', async () => {
    const { baseUrl, requests } = await serve(
      json(200, {
        object: 'list',
        data: [
          { id: 'small', object: 'model' },
          { id: 'large', object: 'model' },
        ],
      }),
    );
    const { models, latencyMs } = await ask(baseUrl, 'k-1');
    expect(models).toEqual(['small', 'large']);
    expect(latencyMs).toBeGreaterThanOrEqual(0);
    expect(requests).toEqual(['GET /v1/models Bearer k-1']);
  });

  it.each([
    ['a refused key', json(401, { error: { message: 'no' } }), /refused the key \(401\)/],
    ['a wrong path', json(404, { error: { message: 'no' } }), /status 404/],
    [
      'a page that is no endpoint',
      ((_request, response) => void response.end('<html>')) as RequestListener,
      /not as an OpenAI-compatible/,
    ],
    ['a body of another shape', json(200, { hello: 1 }), /not as an OpenAI-compatible/],
    ['an overloaded server, without asking again', json(503, {}), /status 503/],
  ])('says what to do for %s', async (_name, answer, sentence) => {
    const { baseUrl, requests } = await serve(answer);
    await expect(ask(baseUrl)).rejects.toMatchObject({ code: 'unavailable', message: expect.stringMatching(sentence) });
    expect(requests).toHaveLength(1);
  });

  it('says that nobody listens, and never names a key', async () => {
    const { baseUrl } = await serve(json(200, {}));
    await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))));
    const error: unknown = await ask(baseUrl, 'sk-very-secret').catch((reason: unknown) => reason);
    expect(String(error)).toMatch(/was not reached/);
    expect(JSON.stringify(error) + String(error)).not.toContain('sk-very-secret');
  });
});

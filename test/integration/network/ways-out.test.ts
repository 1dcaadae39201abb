import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmbedder } from '../../../src/node/models/create-embedder';
import { createModels } from '../../../src/node/models/create-models';
import { networkBlock } from '../../../src/node/network/offline';
import { createIssueReader } from '../../../src/node/report/create-issue-reader';
import { createGists } from '../../../src/node/share/create-gists';
import { runGit } from '../../../src/node/workspace/remote/run-git';
import { createAuthority, startWays, type Authority, type Ways } from './start-ways';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const signal = new AbortController().signal;

/** What the host answers, by the end of the path. */
const answers: Readonly<Record<string, unknown>> = {
  '/issues/7': { title: 'Shapes do not fit', body: 'It fails.', comments: 0, created_at: '2020-01-02T00:00:00Z' },
  '/gists/0123456789abcdef0123': {
    ...{ id: '0123456789abcdef0123', html_url: 'https://gist.reprise.test/x', public: false },
    files: { 'a.py': { content: 'print(1)' } },
  },
  '/v1/models': { data: [{ id: 'small' }] },
  '/v1/embeddings': { data: [{ index: 0, embedding: [1, 0] }] },
  '/v1/chat/completions': {
    choices: [{ message: { role: 'assistant', content: '{"ready":true}' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 4 },
  },
};

describe.skipIf(!hasOpenssl)('the ways out of the machine (needs openssl)', () => {
  let authority: Authority;
  let ways: Ways;

  beforeAll(async () => {
    authority = await createAuthority();
    ways = await startWays(authority, ({ url = '' }, response) => {
      const found = Object.entries(answers).find(([end]) => url.endsWith(end));
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(found?.[1] ?? {}));
    });
  });
  afterAll(async () => {
    await ways?.close();
    await authority?.remove();
  });

  type Block = Readonly<Record<string, string>>;
  const host = (name: string): string => `https://${name}.reprise.test:${ways.hostPort}`;
  const models = (environmentBlock: Block) =>
    createModels({ secrets: { read: async () => null }, localOnly: async () => false, environmentBlock });

  /** Everything of ours that asks another machine, but installers. */
  const features: Readonly<Record<string, (block: Block) => Promise<unknown>>> = {
    issues: (environmentBlock) =>
      createIssueReader({ environmentBlock }).read(`${host('issues')}/owner/project/issues/7`, { signal }),
    gists: (environmentBlock) =>
      createGists({ server: host('gists'), environmentBlock }).read('0123456789abcdef0123', { token: null, signal }),
    listing: (environmentBlock) => models(environmentBlock).list({ baseUrl: `${host('models')}/v1` }),
    embeddings: (environmentBlock) =>
      createEmbedder({ baseUrl: `${host('vectors')}/v1`, model: 'm', key: null, environmentBlock }).embed(['x'], {
        signal,
        report: () => undefined,
      }),
    model: async (environmentBlock) => {
      const model = await models(environmentBlock).open({ baseUrl: `${host('models')}/v1` });
      const reply = await model.ask(
        {
          ...{ purpose: 'plan', model: 'small', temperature: 0, maxOutputTokens: 50, boundary: '\u0000' },
          messages: [{ role: 'user', content: 'Ready?' }],
          schema: { name: 'test', body: {} },
        },
        { signal },
      );
      if (reply.kind === 'failed') throw new Error(reply.message);
      return reply.text;
    },
  };
  const names = Object.keys(features);

  it.each(names)('%s go through the proxy, and trust the authority that the user names', async (name) => {
    const before = ways.asked.length;
    const block = { HTTPS_PROXY: ways.proxy, NODE_EXTRA_CA_CERTS: authority.file };
    const got = await features[name]?.(block);
    expect(JSON.stringify(got)).toMatch(/Shapes do not fit|print\(1\)|small|ready|\[1,0\]/);
    const asked = ways.asked.slice(before);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((place) => !/^\w+\.reprise\.test:\d+$/.test(place))).toEqual([]);
  });

  it.each(names)('%s trust no authority that nobody named', async (name) => {
    await expect(features[name]?.({ HTTPS_PROXY: ways.proxy })).rejects.toThrow();
  });

  it.each(names)('%s say in one sentence that Reprise is offline, and ask nobody', async (name) => {
    const before = ways.asked.length;
    const block = { HTTPS_PROXY: ways.proxy, NODE_EXTRA_CA_CERTS: authority.file, REPRISE_OFFLINE: '1' };
    await expect(features[name]?.(block)).rejects.toThrow(/was not asked, since Reprise is offline\./);
    expect(ways.asked.length).toBe(before);
  });

  it.each(['https', 'ssh'] as const)(
    'do not lead to a project over %s offline: git is not even started',
    async (protocol) => {
      const started: unknown[] = [];
      const asking = runGit(
        {
          ...{ folder: '/', arguments_: ['fetch'], environmentBlock: { REPRISE_OFFLINE: '1' } },
          address: { kind: 'remote', url: `${protocol}://code.reprise.test/a/b`, protocol, name: 'b' },
          runProcess: async (request) => {
            started.push(request);
            throw new Error('It was started.');
          },
        },
        { signal, report: () => undefined },
      );
      await expect(asking).rejects.toThrow(/code\.reprise\.test was not asked, since Reprise is offline\./);
      expect(started).toEqual([]);
    },
  );

  it('are those of the settings, where no variable says otherwise', async () => {
    const network = { offline: false, proxy: ways.proxy, certificates: authority.file };
    const before = ways.asked.length;
    await features['issues']?.(networkBlock({}, { network }) as Block);
    expect(ways.asked.slice(before)).toEqual([`issues.reprise.test:${ways.hostPort}`]);
    const given = { HTTPS_PROXY: 'http://127.0.0.1:9', SSL_CERT_FILE: '/x', REPRISE_OFFLINE: '0' };
    expect(networkBlock(given, { network: { ...network, offline: true } })).toMatchObject(given);
    await expect(
      features['issues']?.(networkBlock({}, { network: { ...network, offline: true } }) as Block),
    ).rejects.toThrow(/offline/);
  });
});

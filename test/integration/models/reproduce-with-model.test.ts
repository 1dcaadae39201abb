import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createModels, type ModelTraffic } from '../../../src/node/models/create-models';
import { createSandbox } from '../../../src/node/sandbox/create-sandbox';
import type { ModelChoice } from '../../../src/protocol/model';
import { compareVersions, findInterpreters } from '../../helpers/interpreters';
import { body, hangUp, say, serveScript, type Behaviour, type ScriptedEndpoint } from '../../helpers/scripted-endpoint';
import { reproduceForReal } from '../pipeline/reproduce-for-real';

const interpreter = findInterpreters().find(({ version }) => compareVersions(version, '3.9') >= 0);
const sandbox = createSandbox({
  platform: process.platform,
  environmentBlock: process.env,
  userId: process.getuid?.() ?? null,
});
const { level, reason } = await sandbox.describe();
const unable = level !== 'bubblewrap' || !interpreter;
const why = unable ? ` (skipped: ${interpreter ? reason : 'no Python of 3.9 or newer here'})` : '';
const KEY = 'sk-of-the-user-0815';

const report = `# quantiles of one value

I keep my measurements in a list:

\`\`\`python
import statistics

values = [1]
\`\`\`

Asking for its quantiles fails:

\`\`\`
Traceback (most recent call last):
  File "measure.py", line 4, in <module>
    statistics.quantiles(values)
  File "/usr/lib/python3.10/statistics.py", line 669, in quantiles
    raise StatisticsError('must have at least two data points')
statistics.StatisticsError: must have at least two data points
\`\`\`
`;

const plan = say(
  JSON.stringify({ steps: [{ kind: 'trigger', text: 'Ask for quantiles.', quote: 'Asking for its quantiles fails' }] }),
);
const adding = (line: string): Behaviour =>
  say(
    JSON.stringify({
      thought: 'The call is not there.',
      edits: [{ anchor: 'values = [1]', replacement: line, place: 'after' }],
      script: '',
    }),
  );

let server: ScriptedEndpoint | null = null;
const folders: string[] = [];
afterEach(async () => {
  await server?.close();
  server = null;
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-models-'));
  folders.push(folder);
  return folder;
}

async function run(
  behaviours: readonly Behaviour[],
  change: { traffic?: ModelTraffic; model?: Partial<ModelChoice> | null } = {},
) {
  server = await serveScript(...behaviours);
  const models = createModels({
    secrets: { read: async (name) => (name === 'model-api-key' ? KEY : null) },
    localOnly: async () => true,
    ...(change.traffic ? { traffic: change.traffic } : {}),
    limits: { pauseMs: 1 },
  });
  const model =
    change.model === null ? null : { baseUrl: server.baseUrl, name: 'scripted', maxCalls: 12, ...change.model };
  const environment = dirname(dirname(interpreter?.python ?? ''));
  return { server, ...(await reproduceForReal(report, { environment, model, bundledExample: false }, models)) };
}

/** Ways to make the reported message up; all of them at the long volume. */
const counterfeits: readonly (readonly [string, string])[] = [
  ['raises the reported error itself', 'raise statistics.StatisticsError("must have at least two data points")'],
  [
    'raises it from other words',
    'raise statistics.StatisticsError("must " + "have at " + "least two data " + "points")',
  ],
  ['prints it', 'print("StatisticsError: must have at least two data points")'],
  ['plants it in the library', 'statistics.quantiles = lambda v: 1 / 0\nstatistics.quantiles(values)'],
  ['hands it to the hook', 'import sys\nsys.excepthook = print\nstatistics.quantiles(values)'],
  [
    'throws it from a generator',
    '(x for x in values).throw(statistics.StatisticsError("must have at least two data points"))',
  ],
  ['asserts it', 'assert False, "must have at least two data points"'],
  ['runs it as text', 'exec("raise statistics.StatisticsError(1)")\nstatistics.quantiles'],
];

describe.skipIf(unable)(`a reproduction with a model, run for real${why}`, () => {
  it('is left open without one, and asks nobody', async () => {
    const { state, server: asked } = await run([plan], { model: null });
    expect(state.conclusion?.outcome).toBe('notReproduced');
    expect(asked.asked).toEqual([]);
  });

  it('is gained by an edit that is looked up where it runs, and corrected before it does', async () => {
    const wrong = adding('statistics.quantile(values)');
    const right = say(
      JSON.stringify({
        thought: 'It is called so.',
        edits: [
          { anchor: 'statistics.quantile(values)', replacement: 'statistics.quantiles(values)', place: 'replace' },
        ],
        script: '',
      }),
    );
    const { state, files, server: asked } = await run([plan, wrong, right]);
    const prompts = asked.asked.map((one) => JSON.stringify(one.body));
    expect(prompts[2]).toContain('Line 4: statistics has no quantile. There is: ');
    expect(prompts[2]).toContain('quantiles');
    expect(state.conclusion?.outcome).toBe('reproduced');
    expect(state.calls).toBe(3);
    expect(state.executions.every(({ scriptDigest }) => scriptDigest !== undefined)).toBe(true);
    expect(files['reproducer.py']).toContain('statistics.quantiles(values)');
    expect(prompts.join('')).not.toContain(KEY);
  });

  it.each(process.env['REPRISE_SLOW'] === '1' ? counterfeits : counterfeits.slice(0, 2))(
    'is not gained by a script that %s',
    async (_name, line) => {
      const { state } = await run([plan, adding(line)]);
      expect(state.conclusion?.outcome).not.toBe('reproduced');
      expect(state.calls).toBeLessThanOrEqual(12);
      // It is told what is wrong, and does not run as it is.
      expect(state.attempts.some(({ author, phase }) => author === 'model' && phase.kind === 'finished')).toBe(true);
      expect(
        state.executions.every(
          ({ attemptId }) => state.attempts.find(({ id }) => id === attemptId)?.author !== 'model',
        ),
      ).toBe(true);
    },
  );

  it.each([
    ['that is not there', [hangUp], 3],
    ['that refuses the key', [body(401, { error: { message: KEY } })], 1],
    ['that always fails', [body(500, {})], 3],
  ])('loses nothing by an endpoint %s, which is told at once', async (_name, behaviours, requests) => {
    const { state, server: asked } = await run(behaviours as readonly Behaviour[]);
    expect(asked.asked).toHaveLength(requests as number);
    expect(state.conclusion?.outcome).toBe('notReproduced');
    expect(state.notices.some(({ level: how }) => how === 'warning')).toBe(true);
    expect(JSON.stringify(state)).not.toContain(KEY);
  });

  it('is recorded without a key, and replayed without a network', async () => {
    const folder = await temporary();
    const first = await run([plan, adding('statistics.quantiles(values)')], { traffic: { record: folder } });
    expect(first.state.conclusion?.outcome).toBe('reproduced');
    await first.server.close();
    const names = await readdir(folder);
    expect(names).toHaveLength(2);
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    expect(texts.join('')).not.toContain(KEY);
    const again = await run([hangUp], { traffic: { replay: folder } });
    expect(again.server.asked).toEqual([]);
    expect(again.state.conclusion?.outcome).toBe('reproduced');
    expect(again.state.calls).toBe(2);
    // Without its plan the question for the script is another one, which was never put; in their order the answers serve it all the same.
    const without = { model: { without: ['plan' as const] } };
    const unknown = await run([hangUp], { traffic: { replay: folder }, ...without });
    expect(unknown.state.modelCalls?.map(({ failure }) => failure)).toEqual(['notRecorded']);
    const inOrder = await run([hangUp], { traffic: { replay: folder, inOrder: true }, ...without });
    expect(inOrder.state.conclusion?.outcome).toBe('reproduced');
    expect(inOrder.state.calls).toBe(1);
    const other = await run([hangUp], { traffic: { replay: await temporary() } });
    expect(other.state.modelCalls?.map(({ failure }) => failure)).toEqual(['notRecorded']);
    expect(other.state.conclusion?.outcome).toBe('notReproduced');
  });
});

import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../src/protocol/client';
import { createSandbox } from '../../../src/node/sandbox/create-sandbox';
import { buildWorkers } from '../../helpers/build-workers';
import { findInterpreters } from '../../helpers/interpreters';
import { hear } from '../../helpers/start-host';
import { openRealHost } from '../host/open-real-host';

const python = findInterpreters().findLast(({ version }) => /^3\.(?:9|1\d)$/.test(version));
const { level } = await createSandbox({
  platform: process.platform,
  environmentBlock: process.env,
  userId: process.getuid?.() ?? null,
}).describe();
const why = python === undefined ? 'no Python from 3.9 on' : level === 'limitsOnly' ? 'no sandbox' : null;

const broken = 'def build(width):\n    return int("w%d" % width)\n';
const repaired = 'def build(width):\n    return width\n';

/** Three ways in which projects keep their modules, each with what its users write. */
const layouts = {
  'a package at the top': { module: 'mymodel/layers.py', others: { 'mymodel/__init__.py': '' }, use: 'mymodel.layers' },
  'the src layout': {
    module: 'src/mymodel/layers.py',
    others: { 'src/mymodel/__init__.py': '', 'pyproject.toml': '[project]\nname = "mymodel"\nversion = "1"\n' },
    use: 'mymodel.layers',
  },
  'a folder of scripts': {
    module: 'tools/layers.py',
    others: { 'tools/train.py': 'from layers import build\n' },
    use: 'layers',
  },
} as const;

function git(folder: string, args: readonly string[]): string {
  return execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.invalid', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
  }).trim();
}

const reportOf = (module: string, use: string, commit: string): string => `# build fails for odd widths

Python ${python?.version ?? ''}, on commit ${commit}.

\`\`\`python
from ${use} import build
build(3)
\`\`\`

\`\`\`
Traceback (most recent call last):
  File "/home/u/work/${module.replace('layers.py', 'train.py')}", line 2, in <module>
    build(3)
  File "/home/u/work/${module}", line 2, in build
    return int("w%d" % width)
ValueError: invalid literal for int() with base 10: 'w3'
\`\`\`
`;

describe.skipIf(why !== null)(`a project in a real run${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let folder = '';
  let host: Awaited<ReturnType<typeof openRealHost>>;
  let client: Client;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'reprise-project-'));
    await buildWorkers(path.join(folder, 'workers'));
    host = await openRealHost(path.join(folder, 'data'), path.join(folder, 'workers'));
    client = host.client;
  });
  afterAll(async () => {
    await host?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(Object.entries(layouts))(
    'is importable at the commit of the report, and goes with the reproduction: %s',
    async (name, { module, others, use }) => {
      const project = path.join(folder, name);
      for (const [file, text] of Object.entries({ ...others, [module]: broken })) {
        await mkdir(path.dirname(path.join(project, file)), { recursive: true });
        await writeFile(path.join(project, file), text);
      }
      git(project, ['init', '-q']);
      git(project, ['add', '.']);
      git(project, ['commit', '-q', '-m', 'broken']);
      const commit = git(project, ['rev-parse', 'HEAD']);
      // What is checked out now does not show the fault any more.
      await writeFile(path.join(project, module), repaired);
      git(project, ['commit', '-q', '-a', '-m', 'repaired']);

      const { reproductionId } = await client.call('reproduction/create', {
        name: 'report.md',
        text: reportOf(module, use, commit),
        options: { autonomy: 'auto', project, environment: python?.python ?? '', timeLimit: 60 },
      });
      const heard = hear(client, reproductionId);
      await client.call('reproduction/attach', { reproductionId, afterSeq: null });
      await client.call('reproduction/start', { reproductionId });
      await heard.until((envelopes) => envelopes.some(({ event }) => event.type === 'reproduction/concluded'));
      await client.call('reproduction/detach', { reproductionId });
      const answer = await client.call('reproduction/attach', { reproductionId, afterSeq: null });
      if (answer.kind !== 'snapshot') throw new Error('No snapshot');
      const { state } = answer;
      expect(state.project).toMatchObject({ how: 'stated', commit, leftOut: 0 });
      expect(state.conclusion).toMatchObject({ outcome: 'reproduced' });
      const own = path.join(folder, 'data', 'reproductions', reproductionId);
      expect(state.project?.folder.startsWith(own)).toBe(true);
      await client.call('reproduction/detach', { reproductionId });
      await client.call('reproduction/remove', { reproductionId });
      expect(await readdir(path.join(folder, 'data', 'reproductions'))).not.toContain(reproductionId);
      expect(git(project, ['status', '--porcelain'])).toBe('');
    },
  );
});

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createScriptRunner } from '../../../src/node/execution/create-script-runner';
import { createTerminals } from '../../../src/node/terminal/create-terminals';
import type { ReadyEnvironment } from '../../../src/protocol/environment';
import { findInterpreters } from '../../helpers/interpreters';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { createBench, prepare, progress, request, resolved, resourcesFolder, sandbox } from './parts';

const run = promisify(execFile);
const found = findInterpreters().findLast(({ version }) => ['3.9', '3.10', '3.11', '3.12'].includes(version));
const noSandbox = (await sandbox.describe()).level === 'limitsOnly';
const skipped = noSandbox ? ' (skipped: no sandbox)' : found === undefined ? ' (skipped: no Python)' : '';
const tensorflow = process.env['REPRISE_TEST_TENSORFLOW'];
const real = tensorflow === undefined ? null : tensorflow;
const hasMatplotlib = real !== null && existsSync(join(real, 'lib/python3.11/site-packages/matplotlib'));
const skippedReal = noSandbox ? ' (skipped: no sandbox)' : hasMatplotlib ? '' : ' (skipped: no Matplotlib)';

/** A package that keeps its list where Matplotlib does, and tells whether it had to make it. */
const LISTING = `import os
folder = os.environ.get("MPLCONFIGDIR") or os.path.expanduser("~/.cache/matplotlib")
os.makedirs(folder, exist_ok=True)
path = os.path.join(folder, "fontlist-v1.json")
state = "found"
if not os.path.exists(path):
    state = "made"
    make(path)
`;
const PLAIN = `def make(path):
    with open(path, "w") as stream:
        stream.write("[]")
`;

async function usersEnvironment(making: string): Promise<{ readonly prefix: string; readonly packages: string }> {
  const prefix = join(await temporaryFolder(), 'theirs');
  await run(found?.python ?? '', ['-m', 'venv', '--without-pip', prefix]);
  const packages = join(prefix, 'lib', `python${found?.version ?? ''}`, 'site-packages');
  await mkdir(join(packages, 'matplotlib'));
  await writeFile(join(packages, 'matplotlib', '__init__.py'), '');
  await writeFile(join(packages, 'matplotlib', 'font_manager.py'), making + LISTING);
  return { prefix, packages };
}

async function usingIt(prefix: string) {
  const bench = createBench({ dataFolder: await temporaryFolder() });
  onTestFinished(() => bench.environments.close());
  const prepared = await prepare(bench, await resolved(bench, request([], { environment: prefix })));
  if (prepared.kind === 'failed') throw new Error(prepared.failure.message);
  await bench.environments.settled();
  return { dataFolder: bench.dataFolder, environment: prepared.environment };
}

async function printed(dataFolder: string, environment: ReadyEnvironment, script: string): Promise<string> {
  const terminals = createTerminals({ dataFolder });
  const parts = { terminals, sandbox, dataFolder, resourcesFolder, environmentBlock: process.env };
  const result = await createScriptRunner(parts).run(
    {
      ...{ reproductionId: 'r', executionId: 'e-1', terminalId: 't-1', environment, arguments: [], seed: null },
      ...{ script, scriptName: 'script.py', mode: 'plain' },
      limits: { seconds: 60, memoryBytes: null, outputBytes: 1_000_000, processes: 64, diskBytes: 10_000_000 },
      ...{ project: null, data: null, sandbox: 'require', allowWeakerSandbox: false },
    },
    progress,
  );
  expect([result.end, result.stderr.tail]).toEqual([{ kind: 'exited', code: 0 }, '']);
  return result.stdout.tail.trim();
}

const ASK = 'from matplotlib import font_manager\nprint(font_manager.state)\n';

describe('the list of fonts', () => {
  it.skipIf(skipped !== '')(
    `is made once for an environment, and every run has it in a home that is its own${skipped}`,
    async () => {
      const { prefix, packages } = await usersEnvironment(PLAIN);
      const { dataFolder, environment } = await usingIt(prefix);
      expect(await printed(dataFolder, environment, ASK)).toBe('found');
      const change = `import os
path = os.path.expanduser("~/.cache/matplotlib/fontlist-v1.json")
try:
    open(path, "w")
except OSError as error:
    print(type(error).__name__)
with open(os.path.expanduser("~/.cache/matplotlib/other"), "w") as stream:
    stream.write("mine")
os.mkdir(os.path.expanduser("~/.cache/more"))
print(open(path).read())
`;
      expect(await printed(dataFolder, environment, change)).toMatch(/^(PermissionError|OSError)\n\[\]$/);

      // Of packages that have changed since it is not known what they would list.
      await utimes(packages, new Date(), new Date(Date.now() - 3_600_000));
      expect(await printed(dataFolder, environment, ASK)).toBe('made');
    },
  );

  it.skipIf(skipped !== '')(`is no way to have the host show another file${skipped}`, async () => {
    const secret = join(await temporaryFolder(), 'secret');
    await writeFile(secret, 'a key');
    const { prefix } = await usersEnvironment(`import os
def make(path):
    os.symlink(${JSON.stringify(secret)}, path)
    os.mkfifo(path.replace("v1", "v2"))
    os.mkdir(path.replace("v1", "v3"))
`);
    const { dataFolder, environment } = await usingIt(prefix);
    expect(
      await printed(dataFolder, environment, 'import os\nprint(os.path.exists(os.path.expanduser("~/.cache")))\n'),
    ).toBe('False');
    const [name = ''] = await readdir(join(dataFolder, 'cache', 'fonts'));
    expect(await readdir(join(dataFolder, 'cache', 'fonts', name))).toEqual(['kept']);
  });

  it.skipIf(skippedReal !== '')(`is what Matplotlib itself reads${skippedReal}`, async () => {
    const { dataFolder, environment } = await usingIt(real ?? '');
    const script = `from matplotlib import font_manager
import os
print(len(font_manager.fontManager.ttflist) > 10, font_manager.findfont("DejaVu Sans").endswith("DejaVuSans.ttf"))
print(os.listdir(os.path.expanduser("~/.cache/matplotlib")) == ["fontlist-v%s.json" % font_manager.FontManager.__version__])
`;
    expect(await printed(dataFolder, environment, script)).toBe('True True\nTrue');
  });
});

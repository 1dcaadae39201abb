import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NameQuestion } from '../../../src/core/ports/name-checker';
import { createScriptRunner } from '../../../src/node/execution/create-script-runner';
import { createTerminals } from '../../../src/node/terminal/create-terminals';
import { createNameChecker } from '../../../src/node/validate/create-name-checker';
import { createWarmInterpreters, type WarmInterpreters } from '../../../src/node/warm/create-warm-interpreters';
import { createTestParser } from '../../helpers/create-test-parser';
import { compareVersions, findInterpreters } from '../../helpers/interpreters';
import { sandboxOfThisUser } from '../execution/open-runner';

const sandbox = sandboxOfThisUser();
const { level, reason } = await sandbox.describe();
const interpreter = findInterpreters().find(({ version }) => compareVersions(version, '3.9') >= 0);
const torch = process.env['REPRISE_TEST_TORCH'] ?? null;
const unable = level !== 'bubblewrap' || !interpreter;
const why = unable ? ` (skipped: ${interpreter ? reason : 'no Python of 3.9 or newer here'})` : '';

let top = '';
let warm: WarmInterpreters;
let check: (
  text: string,
  prefix?: string,
  packages?: readonly string[],
) => ReturnType<ReturnType<typeof createNameChecker>['check']>;
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'reprise-names-'));
  const dataFolder = join(top, 'data');
  const common = { sandbox, dataFolder, resourcesFolder: resolve('resources') };
  const terminals = createTerminals({ dataFolder });
  warm = createWarmInterpreters({ ...common, parser: await createTestParser() });
  const runner = createScriptRunner({ ...common, terminals, environmentBlock: process.env, warm });
  const checker = createNameChecker({ ...common, runner });
  let count = 0;
  check = (text, prefix, packages = []) => {
    count += 1;
    const environment: NameQuestion['environment'] = {
      ...{ id: 'e1', kind: 'system', pythonVersion: '3.11.0' },
      // An interpreter of the system may have no name without its number.
      prefix: prefix ?? dirname(dirname(interpreter?.python ?? '')),
      interpreter: prefix === undefined ? (interpreter?.python ?? '') : join(prefix, 'bin', 'python'),
      packages: packages.map((name) => ({ name, version: '1' })),
      ...{ lock: '', lockDigest: '0'.repeat(64), reused: true, differences: [] },
    };
    const ids = { reproductionId: 'r1', executionId: `execution-${count}`, terminalId: `terminal-${count}` };
    return checker.check(
      { ...ids, environment, text, projectModules: [], sandbox: 'require', allowWeakerSandbox: false },
      { signal: new AbortController().signal, report: () => undefined },
    );
  };
});
afterAll(async () => {
  await warm.close();
  await rm(top, { recursive: true, force: true });
});

describe.skipIf(unable)(`the look-up of names in the sandbox${why}`, () => {
  it('tells what is not there, and runs nothing of the script', async () => {
    const text = 'print("reprise-check:[]")\nimport os\nos._exit(3)\nimport json\njson.dumpz(1)\n';
    expect(await check(text)).toMatchObject({
      kind: 'checked',
      issues: [
        { kind: 'missingAttribute', line: 5, name: 'dumpz', of: 'json', near: expect.arrayContaining(['dumps']) },
      ],
    });
  });

  it.each([
    ['every kind of quote', 'a = """\'\'\' \\" \\n"""\nb = \'"\'\nc = r"\\d"\n'],
    ['letters of all kinds', 'schön = "日本語 😀 \u2028"\nprint(schön)\n'],
    ['what would close the question', '")\nanswer("{}")\n'],
    ['a character that is none', 'a = "\ud800"\n'],
    ['a zero', 'a = "\u0000"\n'],
    ['nothing', ''],
    ['very deep code', `a = ${'('.repeat(300)}1${')'.repeat(300)}\n`],
  ])('takes a text with %s', async (_name, text) => {
    expect(await check(text)).toMatchObject({ kind: 'checked' });
  });

  it('says that nothing is known where the interpreter is gone', async () => {
    expect(await check('x = 1\n', join(top, 'nowhere'))).toMatchObject({ kind: 'notChecked' });
  });

  it.skipIf(torch === null)(
    'is done in a fork of a warm interpreter from the second time on (needs REPRISE_TEST_TORCH)',
    { timeout: 120_000 },
    async () => {
      const text = 'import torch\ntorch.nn.Liner(1, 2)\n';
      await check(text, torch ?? '', ['torch']);
      const again = await check(text, torch ?? '', ['torch']);
      expect(again).toMatchObject({
        kind: 'checked',
        warm: true,
        issues: [{ kind: 'missingAttribute', name: 'Liner' }],
      });
    },
  );
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NameQuestion } from '../../../src/core/ports/name-checker';
import type { ScriptFacts, WantedFacts } from '../../../src/protocol/script-facts';
import { createScriptRunner } from '../../../src/node/execution/create-script-runner';
import { createSilentTerminals } from '../../../src/node/terminal/silent-terminals';
import { createFactFinder } from '../../../src/node/validate/create-fact-finder';
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
let explain: (text: string, wanted: WantedFacts, prefix?: string, packages?: readonly string[]) => Promise<ScriptFacts>;
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'reprise-names-'));
  const dataFolder = join(top, 'data');
  const common = { sandbox, dataFolder, resourcesFolder: resolve('resources') };
  const terminals = createSilentTerminals();
  warm = createWarmInterpreters({ ...common, parser: await createTestParser() });
  const runner = createScriptRunner({ ...common, terminals, environmentBlock: process.env, warm });
  const checker = createNameChecker({ ...common, runner });
  let count = 0;
  const finder = createFactFinder({ ...common, runner });
  const question = (text: string, prefix?: string, packages: readonly string[] = []): NameQuestion => {
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
    return { ...ids, environment, text, projectModules: ['mine'], sandbox: 'require', allowWeakerSandbox: false };
  };
  const progress = { signal: new AbortController().signal, report: () => undefined };
  check = (...asked) => checker.check(question(...asked), progress);
  explain = (text, wanted, ...where) => finder.find({ ...question(text, ...where), wanted }, progress);
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

/** Names of the members that came; otherwise what came. */
const namesOf = (facts: ScriptFacts): unknown =>
  facts.kind === 'members' ? facts.members.map(({ name }) => name) : facts;

describe.skipIf(unable)(`what an editor is told of a place${why}`, () => {
  it('lists members where the text does not parse yet', async () => {
    const text = 'import json\ndef f():\n    json.\n';
    const facts = await explain(text, { kind: 'members', chain: ['json'], line: 3 });
    expect(namesOf(facts)).toEqual(expect.arrayContaining(['dumps', 'loads', 'decoder']));
  });

  it('describes a function with its signature and the first line of its docstring', async () => {
    const facts = await explain('import json\njson.dumps', { kind: 'described', chain: ['json', 'dumps'], line: 2 });
    expect(facts).toMatchObject({
      kind: 'described',
      what: 'function',
      signature: expect.stringContaining('skipkeys=False'),
      parameters: expect.arrayContaining(['skipkeys', 'indent']),
      summary: expect.stringContaining('Serialize'),
    });
  });

  it('knows what a variable is that is made once by a class', async () => {
    const text = 'import collections\nd = collections.OrderedDict()\nd.\n';
    const facts = await explain(text, { kind: 'members', chain: ['d'], line: 3 });
    expect(namesOf(facts)).toEqual(expect.arrayContaining(['move_to_end']));
    const twice = `${text.replace('d.\n', '')}d = collections.Counter()\nd.\n`;
    expect(await explain(twice, { kind: 'members', chain: ['d'], line: 4 })).toEqual({ kind: 'unknown' });
  });

  it('lists what may be imported, and tells nothing of a project, which is not imported', async () => {
    expect(namesOf(await explain('', { kind: 'modules', of: 'json', line: 1 }))).toContain('decoder');
    expect(namesOf(await explain('', { kind: 'modules', of: '', line: 1 }))).toContain('json');
    expect(namesOf(await explain('', { kind: 'imported', of: 'json', line: 1 }))).toContain('JSONEncoder');
    expect(await explain('', { kind: 'imported', of: 'mine', line: 1 })).toEqual({ kind: 'unknown' });
    expect(await explain('import mine\nmine.', { kind: 'members', chain: ['mine'], line: 2 })).toEqual({
      kind: 'unknown',
    });
  });

  it('runs nothing of the script', async () => {
    const text = 'import os\nos._exit(3)\nprint("reprise-facts:")\nos.\n';
    expect(namesOf(await explain(text, { kind: 'members', chain: ['os'], line: 4 }))).toContain('getcwd');
  });

  it.skipIf(torch === null)(
    'tells all of a package with thousands of names (needs REPRISE_TEST_TORCH)',
    async () => {
      const text = 'import torch\ntorch.\n';
      const facts = await explain(text, { kind: 'members', chain: ['torch'], line: 2 }, torch ?? '', ['torch']);
      expect(namesOf(facts)).toEqual(expect.arrayContaining(['tensor', 'zeros', 'nn']));
    },
    120_000,
  );
});

import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../src/cli';
import { createSurroundings } from './surroundings';

let folder: string;
let before: readonly string[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reprise-cli-'));
  await writeFile(path.join(folder, 'report.md'), '# A bug\n\n```python\n1 / 0\n```\n');
  await writeFile(path.join(folder, 'empty.md'), ' \n\t\n');
  await writeFile(path.join(folder, 'binary.md'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0xff]));
  await writeFile(path.join(folder, 'latin.bin'), Buffer.alloc(3_000, 0xe9));
  await writeFile(path.join(folder, 'large.md'), 'x');
  await truncate(path.join(folder, 'large.md'), 50_000_000);
  await mkdir(path.join(folder, 'folder'));
  before = (await readdir(folder)).sort();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a command that is to be refused: one sentence, nothing on standard output, nothing new on disk. */
async function refusal(args: readonly string[], stdin?: string): Promise<readonly [code: number, sentence: string]> {
  const { surroundings, text } = createSurroundings({
    arguments: args,
    workingFolder: folder,
    ...(stdin === undefined ? {} : { stdin }),
  });
  const code = await runCommandLine(surroundings);
  expect(text.output).toBe('');
  expect((await readdir(folder)).sort()).toEqual(before);
  return [code, text.errors];
}

describe('a report that is none', () => {
  it.each([
    ['is not there', ['reproduce', 'nothing.md'], /^There is no report at nothing\.md\. Give .+\n$/],
    ['lies below a file', ['reproduce', 'report.md/x'], /^There is no report at report\.md\/x\. Give .+\n$/],
    ['is a folder', ['reproduce', 'folder'], /^folder is a folder\. Give .+\n$/],
    ['is empty', ['reproduce', 'empty.md'], /^The report is empty\. .+\n$/],
    ['is a picture', ['reproduce', 'binary.md'], /^The report “binary\.md” is not a text in UTF-8\. .+\n$/],
    ['is of another encoding', ['reproduce', 'latin.bin'], /^The report “latin\.bin” is not a text in UTF-8\. .+\n$/],
    ['has 50 MB', ['reproduce', 'large.md'], /^The report is 48 MB, more than 10 MB\. Give .+\n$/],
    [
      'is an address',
      ['reproduce', 'https://example.org/issues/1'],
      /^This is not the address of an issue\. Give one such as .+\n$/,
    ],
  ])('%s', async (_name, args, sentence) => {
    expect(await refusal(args)).toEqual([2, expect.stringMatching(sentence)]);
  });

  it('is an empty standard input', async () => {
    expect(await refusal(['reproduce', '-'])).toEqual([2, expect.stringMatching(/^The report is empty\. .+\n$/)]);
  });

  it('is an endless standard input', async () => {
    const [code, sentence] = await refusal(['reproduce', '-'], 'x'.repeat(11 * 1024 * 1024));
    expect([code, sentence]).toEqual([2, expect.stringMatching(/^The report is 1\d MB, more than 10 MB\. .+\n$/)]);
  });
});

describe('usage', () => {
  it.each([
    [['reproduce'], /missing required argument 'report'/],
    [['reproduce', 'report.md', '--nonsense'], /unknown option '--nonsense'/],
    [['verify', 'report.md'], /missing required argument 'script'/],
    [['verify', 'report.md', 'nothing.py'], /^There is no script at nothing\.py\. Give .+\n$/],
    [['verify', 'report.md', 'folder'], /^folder is no file\. Give .+\n$/],
    [['verify', 'report.md', 'empty.md'], /^The script empty\.md is empty\. .+\n$/],
    [['verify', 'report.md', 'binary.md'], /^The script binary\.md is not a text in UTF-8\. .+\n$/],
    [['verify', 'report.md', 'large.md'], /^The script large\.md is larger than 2 MB\. .+\n$/],
    [['verify', 'nothing.md', 'report.md'], /^There is no report at nothing\.md\./],
    [['verify', 'report.md', 'report.md', '--guide'], /unknown option '--guide'/],
    [['environments', 'remove'], /missing required argument 'names'/],
    [['environments', 'create', '--index-url', 'x'], /unknown option '--index-url'/],
    [['environments', 'create', 'git+https://example.invalid/x'], /^"git.+" is no package with a version\. .+\n$/],
    [['environments', 'create', 'six', '--as-of', 'May'], /^"May" is no day\. .+\n$/],
    [
      ['export', 'r-1', '--to', 'paper'],
      /^paper is no form of a reproducer\. Give --to and one of folder, zip, .+\.\n$/,
    ],
    [['export', 'r-1', '--to', 'zip'], /^Say where to write: --out and a file/],
    [['export', 'r-1', '--to', 'zip', '--out', 'report.md'], /^report\.md exists\. Give --out/],
    [['import', 'nothing', '--run'], /^nothing is not there\. Give the folder, zip or gist/],
    [['import', 'report.md', '--run'], /^There is no reproducer\.py here\./],
    [['import', 'folder', '--run'], /^There is no reproducer\.py here\./],
    [['export', 'r-1', '--to', 'folder'], /^Say where to write: --out/],
    [['export', 'r-1', '--to', 'folder', '--out', 'report.md'], /^report\.md is a file/],
    [['reproduce', 'report.md', '--out', '.'], /^\. is not empty\. Give --out/],
    [['serve', '--host', '0.0.0.0'], /^0\.0\.0\.0 is not on this machine alone\./],
    [['serve', '--port', '70000'], /^70000 is no whole number/],
  ])('%j ends with 2', async (args, sentence) => {
    expect(await refusal(args)).toEqual([2, expect.stringMatching(sentence)]);
  });
});

describe('a data folder that cannot be used', () => {
  const sentence = /^Reprise cannot write to .+--home\.\n$/;

  it('lies below a file: ends with 3, and names --home', async () => {
    const home = path.join(folder, 'report.md', 'home');
    expect(await refusal(['reproduce', 'report.md', '--home', home])).toEqual([3, expect.stringMatching(sentence)]);
  });

  it.skipIf(process.platform !== 'linux')('lies on a read-only place (on Linux: /proc): likewise', async () => {
    expect(await refusal(['history', '--home', '/proc/reprise'])).toEqual([3, expect.stringMatching(sentence)]);
  });
});

describe('help', () => {
  it('names every command that is there, none that is not, and ends with 0', async () => {
    const { surroundings, text } = createSurroundings({ arguments: ['--help'], workingFolder: folder });
    expect(await runCommandLine(surroundings)).toBe(0);
    const names = [...text.output.matchAll(/^ {2}([a-z]+)/gm)].map((match) => match[1]);
    expect(names).toEqual([
      'reproduce',
      'verify',
      'context',
      'resume',
      'history',
      'minimise',
      'bisect',
      'diagnose',
      'export',
      'import',
      'environments',
      'models',
      'gpu',
      'evaluate',
      'serve',
      'help',
    ]);
  });
});

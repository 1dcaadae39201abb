import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../src/cli';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { caseResult } from '../../unit/cli/evaluate/samples';
import { createSurroundings } from './surroundings';

async function evaluation() {
  const folder = await temporaryFolder();
  await mkdir(path.join(folder, 'cases', 'a'), { recursive: true });
  await writeFile(path.join(folder, 'cases', 'a', 'report.md'), '# A bug\n\n```python\n1 / 0\n```\n');
  const expected = { framework: 'pytorch', kind: 'exception', symptomKind: 'exception', reportQuality: 'full' };
  await writeFile(path.join(folder, 'cases', 'a', 'expected.json'), JSON.stringify(expected));
  const results = (name: string, result = caseResult('a')) =>
    writeFile(path.join(folder, name), JSON.stringify({ version: 1, results: [result] }));
  const evaluate = async (...args: readonly string[]) => {
    const { surroundings, text } = createSurroundings({
      arguments: ['evaluate', 'cases', ...args],
      workingFolder: folder,
    });
    return { code: await runCommandLine(surroundings), ...text };
  };
  return { folder, results, evaluate };
}

describe('reprise evaluate --against', () => {
  it('ends with 1 where a case came out worse, and writes both as Markdown', async () => {
    const { folder, results, evaluate } = await evaluation();
    await results('before.json');
    await results('now.json', caseResult('a', { rating: 'open', why: 'Nothing showed.' }));
    const { code, output } = await evaluate(
      ...['--out', 'now.json', '--resume', '--against', 'before.json', '--markdown', 'table.md'],
    );
    expect(code).toBe(1);
    expect(output).toContain('came out worse:\n  a: right, now open  Nothing showed.\n');
    const table = await readFile(path.join(folder, 'table.md'), 'utf8');
    expect(table).toContain('\n| a | open | reproduced | 2 | 1.5 | Nothing showed. |\n');
    expect(table).toContain('a: right, now open');
  });

  it('ends with 0 where none did, as lines of JSON too', async () => {
    const { results, evaluate } = await evaluation();
    await results('before.json', caseResult('a', { rating: 'wrong' }));
    await results('now.json');
    const { code, output } = await evaluate('--out', 'now.json', '--resume', '--against', 'before.json', '--json');
    expect(code).toBe(0);
    const lines = output.trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ type: 'comparison', regressions: [], gains: [{ id: 'a' }] });
  });

  it.each([
    ['is not there', null, /^nothing\.json cannot be read\. Give --against .+\n$/],
    ['is of another kind', '{"version":2}', /was not written by an evaluation\. Give --against another file\.\n$/],
  ])('says what to do where the earlier file %s', async (_name, text, sentence) => {
    const { folder, evaluate } = await evaluation();
    if (text !== null) await writeFile(path.join(folder, 'nothing.json'), text);
    const { code, output, errors } = await evaluate('--against', 'nothing.json');
    expect([code, output]).toEqual([2, '']);
    expect(errors.replace(`${folder}${path.sep}`, '')).toMatch(sentence);
  });
});

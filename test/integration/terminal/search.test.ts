import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchTerminal } from '../../../src/host/search-terminal';
import { createTerminals } from '../../../src/node/terminal/create-terminals';
import type { TerminalMatch, TerminalPlace } from '../../../src/protocol/terminal';

const slow = process.env['REPRISE_SLOW'] === '1';
let dataFolder = '';
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'reprise-search-'));
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

/** A log on disk with these bytes, closed. */
async function written(terminalId: string, parts: Iterable<string | Uint8Array>) {
  const terminals = createTerminals({ dataFolder });
  const writer = await terminals.open({ terminalId, reproductionId: null, title: 'T', control: null });
  for (const part of parts) await writer.write(Buffer.from(part));
  await writer.close();
  return terminals;
}

/** All matches, over as many answers as it takes. */
async function findAll(
  terminals: ReturnType<typeof createTerminals>,
  terminalId: string,
  text: string,
  options: { readonly matchCase?: boolean; readonly limit?: number } = {},
) {
  const found: TerminalMatch[] = [];
  let answers = 0;
  for (let from: TerminalPlace | null = { offset: 0, line: 1 }; from !== null; answers += 1) {
    const { matchCase = false, limit = 1000 } = options;
    const wish = { terminals, reproductionId: null, terminalId, text, matchCase, from, limit };
    const answer = await searchTerminal(wish);
    expect(answer.matches.length).toBeLessThanOrEqual(limit);
    found.push(...answer.matches);
    from = answer.next;
  }
  return { found, answers };
}

describe('a search through a log on disk', () => {
  test('gives the line, its number and its first byte, without colours, whatever the case', async () => {
    const log = 'häuser\n\u001b[31mLoss\u001b[0m: 1\nnothing\nloss: (2)\n';
    const terminals = await written('plain', [log]);
    const { found } = await findAll(terminals, 'plain', 'LOSS:');
    expect(found).toEqual([
      { offset: 8, line: 2, text: 'Loss: 1' },
      { offset: 8 + 17 + 8, line: 4, text: 'loss: (2)' },
    ]);
    expect((await findAll(terminals, 'plain', 'Loss', { matchCase: true })).found).toHaveLength(1);
    // The text is no pattern.
    expect((await findAll(terminals, 'plain', '(2)')).found).toHaveLength(1);
    expect((await findAll(terminals, 'plain', 'l.ss')).found).toEqual([]);
  });

  test('finds what a progress bar wrote over, and a last line without an end', async () => {
    const terminals = await written('bar', ['step 1/3\rstep 2/3\rstep 3/3\nlast step 4']);
    const { found } = await findAll(terminals, 'bar', 'step');
    expect(found.map(({ line, text }) => [line, text])).toEqual([
      [1, 'step 1/3'],
      [1, 'step 2/3'],
      [1, 'step 3/3'],
      [2, 'last step 4'],
    ]);
  });

  test('goes on where an answer ended, and ends', async () => {
    const terminals = await written('many', [Array.from({ length: 95 }, (_, at) => `hit ${at}\n`).join('')]);
    const { found, answers } = await findAll(terminals, 'many', 'hit', { limit: 10 });
    expect(found.map(({ line }) => line)).toEqual(Array.from({ length: 95 }, (_, at) => at + 1));
    expect(answers).toBe(10);
    expect(await findAll(terminals, 'nowhere', 'hit')).toEqual({ found: [], answers: 1 });
  });

  test('is not stopped by a line that does not end', async () => {
    const terminals = await written('long', ['x'.repeat(3_000_000), ' needle ', 'y'.repeat(10), '\nneedle\n']);
    const { found } = await findAll(terminals, 'long', 'needle');
    expect(found.at(-1)).toMatchObject({ line: 2, text: 'needle' });
    expect(found.every(({ text }) => text.length <= 500)).toBe(true);
  });

  const megabytes = slow ? 100 : 20;
  test(`finds a needle in ${megabytes} MB, wherever the reads are cut`, { timeout: 600_000 }, async () => {
    const needles = Array.from({ length: 40 }, (_, at) => Math.floor(((at + 1) * megabytes * 1e6) / 41 / 64));
    const block = `${'é'.repeat(31)}a\n`;
    function* parts(): Generator<string> {
      for (let line = 0; line < (megabytes * 1e6) / 64; line += 1000) {
        const lines = Array.from({ length: 1000 }, (_, at) =>
          needles.includes(line + at) ? `needle ${line + at}\n` : block,
        );
        yield lines.join('');
      }
    }
    const terminals = await written('large', parts());
    const { found, answers } = await findAll(terminals, 'large', 'needle', { limit: 7 });
    expect(found.map(({ text, line }) => [text, line])).toEqual(needles.map((line) => [`needle ${line}`, line + 1]));
    expect(answers).toBeGreaterThanOrEqual(6);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { openWorkspace, outputFromEnd, outputFromTop, whyNoPage, type Workspace, takesKeys } from './open-workspace';
import { plantReproduction } from './plant-reproduction';

const why = whyNoPage();
const POLL = { timeout: 60_000 };
const MEGABYTE = 1_000_000;
/** The figure of the design is for 100 MB; a fifth of it is far more than the view keeps. */
const LOG_BYTES = (process.env['REPRISE_SLOW'] === '1' ? 100 : 20) * MEGABYTE;
const MOST_HEAP = 400 * MEGABYTE;

/** Colours as programs print them, and bars that are written over: alone, with a newline of Windows before, and over several lines. */
const COLOURED = [
  'plain \x1b[31mred words\x1b[0m plain\n',
  '\x1b[1;38;5;40mgreen of 256\x1b[0m \x1b[38;2;10;20;250mtrue blue\x1b[0m\n',
  'epoch   0%\repoch  50%\repoch 100%\n',
  'windows line\r\n',
  'first of two\nsecond of two\n\x1b[2A\x1b[Kfirst again\n\x1b[Ksecond again\n',
  'Needle at the end\n',
].join('');

function* largeLog(): Iterable<Buffer> {
  const [first, middle, last] = ['the first line\n', 'the needle in the middle\n', 'the last line\n'].map(Buffer.from);
  const filler = Buffer.from(
    Array.from({ length: 10_000 }, (_, index) => `step ${index % 10} ${'x'.repeat(92)}\n`).join(''),
  );
  yield first ?? filler;
  for (let written = 0; written < LOG_BYTES; written += filler.length) {
    if (written >= LOG_BYTES / 2 && written < LOG_BYTES / 2 + filler.length) yield middle ?? filler;
    yield filler;
  }
  yield last ?? filler;
}

const threads = {
  type: 'threads' as const,
  atMs: 1000,
  threads: [
    { id: '0x1', current: false, frames: [{ file: '/usr/lib/threading.py', line: 3, function: 'wait' }] },
    { id: '0x2', current: true, frames: [{ file: 'reproducer.py', line: 7, function: 'stuck_here' }] },
  ],
};
const spread = {
  runs: 5,
  shown: 4,
  metrics: [{ name: 'val_loss', runs: 5, notFinite: 1, min: 0.25, median: 0.5, max: 2 }],
};

describe.skipIf(why !== null)(`the output of a run in the page${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let workspace: Workspace;
  let page: Page;

  beforeAll(async () => {
    workspace = await openWorkspace({
      prepare: (dataFolder) =>
        plantReproduction(dataFolder, {
          title: 'Planted output',
          spread,
          runs: [
            { output: largeLog, end: { kind: 'exited', code: 0 }, lines: [] },
            { output: () => [Buffer.from(COLOURED)], end: { kind: 'timeLimit', seconds: 1 }, lines: [threads] },
          ],
        }),
    });
    page = await workspace.open();
    await page.getByText('Planted output').first().click();
  }, 120_000);
  afterAll(() => workspace?.close());

  const found = () => page.locator('.term-found').innerText();
  const excerpt = async (): Promise<string> => {
    const lines = await page.locator('.term-excerpt .xterm-rows > div').allInnerTexts();
    return lines.join('\n').replaceAll('\u00a0', ' ');
  };
  const choose = async (run: RegExp): Promise<void> => {
    await page.getByRole('button', { name: /Which run/ }).click();
    await page.getByRole('option', { name: run }).click();
  };

  /** Which of red, green and blue is the strongest in what some words are drawn with. */
  const colourOf = async (words: string): Promise<readonly string[]> => {
    const span = page.locator('.xterm-rows span').getByText(words, { exact: true }).first();
    const colour = await span.evaluate((element) => getComputedStyle(element).color);
    const parts = (colour.match(/\d+/g) ?? []).slice(0, 3).map(Number);
    return parts.map((part) => (part === Math.max(...parts) ? 'strongest' : 'weaker'));
  };

  it('has its colours, and progress bars as they stood at the end', async () => {
    await expect.poll(() => outputFromTop(page), POLL).toContain('Needle at the end');
    const text = await outputFromEnd(page);
    expect(
      text
        .split('\n')
        .map((line) => line.trimEnd())
        .filter((line) => line !== ''),
    ).toEqual([
      'plain red words plain',
      'green of 256 true blue',
      'epoch 100%',
      'windows line',
      'first again',
      'second again',
      'Needle at the end',
    ]);
    // The view may lighten a colour for contrast, but red stays red.
    expect((await colourOf('red words')).indexOf('strongest')).toBe(0);
    expect((await colourOf('green of 256')).indexOf('strongest')).toBe(1);
    expect((await colourOf('true blue')).indexOf('strongest')).toBe(2);
  });

  it('is searched by keyboard alone: found, stepped through, by case, closed', async () => {
    await page.locator('.xterm-screen').click();
    await page.keyboard.press('Control+f');
    await takesKeys(page.getByRole('search').getByRole('textbox'));
    await page.keyboard.type('SECOND');
    await expect.poll(found, POLL).toBe('1 of 2');
    await page.keyboard.press('Enter');
    await expect.poll(found, POLL).toBe('2 of 2');
    await page.keyboard.press('F3');
    await expect.poll(found, POLL).toBe('1 of 2');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(found, POLL).toBe('2 of 2');
    await expect.poll(excerpt, POLL).toContain('second again');
    await page.keyboard.press('Alt+c');
    await expect.poll(found, POLL).toBe('Not found');
    await page.keyboard.press('Control+f');
    await takesKeys(page.getByRole('search').getByRole('textbox'));
    await page.keyboard.type('epoch  50%');
    // What was written over is there as it stood.
    await expect.poll(found, POLL).toBe('1 of 1');
    await expect.poll(excerpt, POLL).toContain('epoch  50%');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('search').count(), POLL).toBe(0);
    expect(await page.locator('.term-excerpt').count()).toBe(0);
    expect(await page.evaluate('document.activeElement?.closest(".term-place") !== null')).toBe(true);
  });

  it('tells where each thread stood at a hang, the spread of repeats, and who kept the limits', async () => {
    await page.getByRole('tab', { name: 'Observations' }).click();
    const panel = page.getByRole('tabpanel', { name: 'Observations' });
    await expect.poll(() => panel.textContent(), POLL).toContain('stuck_here');
    const text = (await panel.textContent()) ?? '';
    expect(text.indexOf('stuck_here')).toBeLessThan(text.indexOf('threading.py'));
    expect(text).toContain('Over 5 runs: shown in 4');
    expect(await panel.getByRole('row', { name: /val_loss/ }).innerText()).toMatch(/5\s+0\.25\s+0\.5\s+2\s+1/);
    expect(text).toContain('control group');
  });

  it(`of ${LOG_BYTES / MEGABYTE} MB streams to its last line, and a line of its middle is found that the view has let go`, async () => {
    await page.getByRole('tab', { name: 'Output' }).click();
    await choose(/Run 1/);
    await page.locator('.xterm-screen').click();
    await page.keyboard.press('Control+f');
    await takesKeys(page.getByRole('search').getByRole('textbox'));
    await page.keyboard.type('needle in the middle');
    await expect.poll(found, POLL).toBe('1 of 1');
    await expect.poll(excerpt, POLL).toContain('the needle in the middle');
    await page.keyboard.press('Escape');
    await expect.poll(() => outputFromEnd(page), { timeout: 170_000, interval: 500 }).toContain('the last line');
    expect(await outputFromTop(page)).not.toContain('the first line');
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    expect(usedSize).toBeLessThan(MOST_HEAP);
    process.stdout.write(
      `      page after ${LOG_BYTES / MEGABYTE} MB: ${(usedSize / MEGABYTE).toFixed(0)} MB of heap\n`,
    );
  }, 200_000);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BisectProbe, Bisection } from '../../../src/protocol/bisection';
import type { OtherSymptom } from '../../../src/protocol/verdict';
import { findSerious, themes } from './find-serious';
import { openReproduced, picture, surfaceOf, whyNoPage, type Workspace, takesKeys } from './open-workspace';
import { plantReproduction, type PlantedRun } from './plant-reproduction';
import { findPlainWords, hearHost, speakPseudo } from './pseudo-locale';
import { walkAfterRun, walkBeforeRun } from './walk-screens';

const why = whyNoPage();

const others: readonly OtherSymptom[] = [
  { symptomId: 's2', symptom: 'DeprecationWarning: distutils is old', result: 'shown', span: { start: 2, end: 9 } },
  { symptomId: 's3', symptom: 'the loss is nan', result: 'notShown', span: null },
];
const probe = (version: string, answer: BisectProbe['answer'], text: string): BisectProbe => ({
  ...{ version, answer, text, runs: 2, showing: answer === 'shows' ? 2 : 0 },
  ...{ environmentId: null, others: [], terminalId: null, durationMs: 1 },
});
const releases: Bisection = {
  wish: {
    ...{ package: 'packaging', good: '20.0', bad: '24.0', python: null },
    ...{ jobs: 1, prereleases: false, yanked: false },
  },
  plan: {
    releases: ['20.0', '21.3', '22.0', '24.0'].map((version) => ({ version, day: null })),
    python: '3.11',
    leftOut: { prereleases: 0, yanked: 0, noFiles: 0 },
  },
  probes: [
    probe('24.0', 'shows', 'It ends as the report says.'),
    probe('20.0', 'untestable', 'It could not be installed.'),
    probe('22.0', 'shows', 'It ends as the report says.'),
    probe('21.3', 'clean', 'The script came to the place, and the symptom was not there.'),
  ],
  result: { kind: 'found', change: 'came', older: '21.3', newer: '22.0', between: [] },
};

/** A run that trains for a while, and loses its loss in the end where its number is even. */
const trained = (number: number): PlantedRun => ({
  output: () => [Buffer.from('epoch 1\nepoch 2\n')],
  end: { kind: 'exited', code: 0 },
  lines: Array.from({ length: 30 }, (_, step) => ({
    ...{ type: 'metric' as const, atMs: step * 100, name: 'loss', step, source: 'history' as const },
    value: number === 2 && step > 24 ? ('nan' as const) : 2 / (step + number),
  })),
  memory: Array.from({ length: 16 }, (_, at) => [at * 200, 80e6 + number * 4e6 * at] as const),
});

/** Screens that are looked at with less room as well. */
const narrowPictured: ReadonlySet<string> = new Set(['plan', 'workspace']);

describe.skipIf(why !== null)(`accessibility of the page${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let workspace: Workspace;

  beforeAll(async () => {
    const opened = await openReproduced('A snippet that lacks an import', {
      prepare: (dataFolder) =>
        plantReproduction(dataFolder, {
          title: 'Planted search',
          runs: [1, 2].map(trained),
          spread: null,
          others,
          releases,
        }),
    });
    workspace = opened.workspace;
    await opened.page.close();
    const other = await workspace.open();
    await other.getByRole('button', { name: 'Run the example: A shape clash in plain NumPy' }).click();
    await surfaceOf(other).getByRole('button', { name: 'Accept plan and run' }).waitFor({ timeout: 60_000 });
    await other.close();
  });
  afterAll(() => workspace?.close());

  /** Opens the page in a theme, and a function that judges and pictures what is on it. */
  async function enter({ name, colorScheme, contrast }: (typeof themes)[number]) {
    const page = await workspace.open({ colorScheme, contrast, reducedMotion: 'reduce' });
    const found: Record<string, string[]> = {};
    const look = async (what: string): Promise<void> => {
      // Modals and tooltips fade by style; what is judged is where they come to rest.
      await page.mouse.move(720, 2);
      await page.waitForTimeout(250);
      const findings = await findSerious(page);
      if (findings.length > 0) found[what] = findings;
      await picture(page, `${what}-${name.replace(' ', '-')}`);
      if (!narrowPictured.has(what)) return;
      await page.setViewportSize({ width: 1024, height: 720 });
      await page.waitForTimeout(250);
      const narrow = await findSerious(page);
      if (narrow.length > 0) found[`${what} at 1024`] = narrow;
      await picture(page, `${what}-1024-${name.replace(' ', '-')}`);
      await page.setViewportSize({ width: 1440, height: 900 });
    };
    await page.getByRole('option').first().waitFor();
    return { page, found, look };
  }

  it.each(themes)('has no serious finding before a run, in $name', async (theme) => {
    const { page, found, look } = await enter(theme);
    await walkBeforeRun(page, look);
    await page.close();
    expect(found).toEqual({});
  });

  it.each(themes)('has no serious finding after a run, in $name', async (theme) => {
    const { page, found, look } = await enter(theme);
    await walkAfterRun(page, look);
    await page.close();
    expect(found).toEqual({});
  });

  it('has every word of every screen in the catalogue: each is met in a pseudo-locale', async () => {
    const page = await workspace.open();
    const told = hearHost(page);
    const lost = await speakPseudo(page);
    await page.reload();
    await page.getByRole('option').first().waitFor();
    const plain: Record<string, string[]> = {};
    const look = async (what: string): Promise<void> => {
      const found = await findPlainWords(page, told());
      if (found.length > 0) plain[what] = found;
    };
    await walkBeforeRun(page, look);
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await walkAfterRun(page, look);
    await page.close();
    expect({ plain, lost: lost() }).toEqual({ plain: {}, lost: [] });
  });

  it('leads every command to its place by the palette, with the keyboard alone', async () => {
    const page = await workspace.open();
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Control+k');
    await takesKeys(page.getByRole('searchbox', { name: 'Search commands' }));
    await page.keyboard.type('settings');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Settings' }).waitFor();
    await page.getByText('Dark', { exact: true }).click();
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await page.getByText('System', { exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.close();
  });
});

import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createModels } from '../../../src/node/models/create-models';
import { reproduceForReal } from '../pipeline/reproduce-for-real';

/**
 * A real model behind an endpoint, on cases that the edit actions leave open. REPRISE_TEST_MODEL: `NAME@BASE_URL`.
 * REPRISE_MODEL_CASES: names of folders below `test`, by default the open one of the development set. Each case writes a line to
 * REPRISE_MODEL_RESULTS, and one that is there is not run again.
 */
const given = process.env['REPRISE_TEST_MODEL'];
const [name = '', baseUrl = ''] = (given ?? '').split('@');
const cases = (process.env['REPRISE_MODEL_CASES'] ?? 'cases/101').split(',');
const results = process.env['REPRISE_MODEL_RESULTS'];
const Expected = z.object({ framework: z.string() });
const why = given ? '' : ' (skipped: needs REPRISE_TEST_MODEL, NAME@URL of a model)';

describe.skipIf(why !== '')(`a real model${why}`, () => {
  for (const folder of cases) {
    it(`on ${folder}: at most four calls, and nothing falsely reproduced`, { timeout: 900_000 }, async ({ skip }) => {
      const done = results === undefined ? '' : await readFile(results, 'utf8').catch(() => '');
      if (done.includes(`"${folder}"`)) return skip('It was run before');
      const { framework } = Expected.parse(JSON.parse(await readFile(join('test', folder, 'expected.json'), 'utf8')));
      const variable = framework === 'tensorflow-keras' ? 'REPRISE_TEST_TENSORFLOW' : 'REPRISE_TEST_TORCH';
      const models = createModels({ secrets: { read: async () => null }, localOnly: async () => true });
      const startedAt = performance.now();
      const { state } = await reproduceForReal(
        await readFile(join('test', folder, 'report.md'), 'utf8'),
        { environment: process.env[variable] ?? null, model: { name, baseUrl, maxCalls: 4 }, bundledExample: false },
        models,
      );
      const { modelCalls = [], conclusion, attempts } = state;
      const line = {
        case: folder,
        outcome: conclusion?.outcome,
        calls: modelCalls.map(({ purpose, strategy, failure, outcome, inputTokens, outputTokens, durationMs }) => ({
          ...{ purpose, strategy, failure, outcome, inputTokens, outputTokens },
          seconds: Math.round(durationMs / 1000),
        })),
        attempts: attempts.map(({ author, phase, edit, verdict }) => ({
          ...{ author, reason: edit.reason },
          came: verdict?.observed ?? (phase.kind === 'finished' ? phase.summary : phase.kind),
        })),
        seconds: Math.round((performance.now() - startedAt) / 1000),
      };
      if (results !== undefined) await appendFile(results, `${JSON.stringify(line)}\n`);
      expect(modelCalls.length).toBeLessThanOrEqual(4);
      expect(['reproduced', 'notReproduced', 'inconclusive']).toContain(conclusion?.outcome);
      // What it reproduces must hold by every rule: the rules' own tests say what that means.
      if (conclusion?.outcome === 'reproduced') {
        expect(conclusion.verdict?.rules.every(({ result }) => result !== 'failed' && result !== 'notReached')).toBe(
          true,
        );
      }
    });
  }
});

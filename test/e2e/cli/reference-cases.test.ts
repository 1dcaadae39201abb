import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMachine, jsonLines, requireBuild, root, runReprise } from './reprise';

const slow = process.env['REPRISE_SLOW'] === '1';
const hasSandbox = process.platform === 'darwin' || spawnSync('bwrap', ['--version']).status === 0;
const environments: Readonly<Record<string, string | undefined>> = {
  pytorch: process.env['REPRISE_TEST_TORCH'],
  'tensorflow-keras': process.env['REPRISE_TEST_TENSORFLOW'],
};
const cases = path.join(root, 'test', 'cases');

interface Reference {
  readonly name: string;
  readonly kind: string;
  readonly environment: string;
}

/** Cases of current versions whose framework is at hand. */
const references = readdirSync(cases)
  .filter((name) => /^\d{3}$/.test(name))
  .flatMap((name): Reference[] => {
    const expected = JSON.parse(readFileSync(path.join(cases, name, 'expected.json'), 'utf8')) as Record<
      string,
      string
    >;
    const environment = environments[expected['framework'] ?? ''];
    return environment !== undefined && existsSync(environment)
      ? [{ name, kind: expected['kind'] ?? '', environment }]
      : [];
  });
/** One of each way that a verdict is reached. */
const sample = ['055', '067', '069', '083'];
const judged = references.filter(({ name }) => slow || sample.includes(name));
const where = judged.length > 0 ? '' : ' (skipped: set REPRISE_TEST_TORCH and REPRISE_TEST_TENSORFLOW)';

describe.skipIf(judged.length === 0 || !hasSandbox)(`references of the cases${where}`, () => {
  beforeAll(requireBuild);
  const rows: string[] = [];

  const verify = async ({ name, environment }: Reference, ...more: readonly string[]) => {
    const machine = await createMachine();
    try {
      const files = ['report.md', 'reference.py'].map((file) => path.join(cases, name, file));
      const repeats = slow ? [] : ['--repeats', '2'];
      const args = ['verify', ...files, '--environment', environment, '--json', ...repeats, ...more];
      const { output, errors } = await runReprise(machine, args);
      const last = jsonLines(output).at(-1);
      if (!last) throw new Error(errors);
      const event = last['event'] as { readonly conclusion: { readonly message: string } } | undefined;
      const verdict = last['verdict'] as { readonly nearMiss: string | null } | null;
      const outcome = String(last['outcome']);
      return {
        outcome,
        near: outcome === 'reproduced' ? '' : (verdict?.nearMiss ?? event?.conclusion.message ?? errors),
      };
    } finally {
      await machine.remove();
    }
  };

  it.each(judged.map((reference) => [reference.name, reference.kind, reference] as const))(
    '%s (%s) is judged as it is, and the repaired one never as reproduced',
    { timeout: 900_000 },
    async (name, kind, reference) => {
      const shown = await verify(reference, '--control=--fixed');
      const repaired = kind === 'not-reproducible' ? shown : await verify(reference, '--', '--fixed');
      rows.push(`${name}  ${kind.padEnd(16)} ${shown.outcome.padEnd(14)} ${repaired.outcome.padEnd(14)} ${shown.near}`);
      process.stdout.write(`${rows.at(-1) ?? ''}\n`);
      expect(repaired.outcome).not.toBe('reproduced');
      if (kind === 'not-reproducible') expect(shown.outcome).not.toBe('reproduced');
      else expect(shown).toEqual({ outcome: 'reproduced', near: '' });
    },
  );
});

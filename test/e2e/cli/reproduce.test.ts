import { spawnSync } from 'node:child_process';
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventEnvelope } from '../../../src/protocol/reproduction/events';
import { createMachine, jsonLines, requireBuild, root, runReprise, startReprise, type Machine } from './reprise';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const hasSandbox = process.platform === 'darwin' || spawnSync('bwrap', ['--version']).status === 0;
const canRun = hasPython && hasSandbox;
const where = canRun ? '' : ' (skipped: needs python3 and bubblewrap on PATH)';

const numpyExample = path.join(root, 'examples', 'numpy-shapes', 'report.md');

let machine: Machine;
beforeAll(async () => {
  requireBuild();
  machine = await createMachine();
});
afterAll(() => machine.remove());

describe.skipIf(!canRun)(`a bundled example on a fresh home${where}`, () => {
  it('is reproduced, event by event, and leaves a record and a reproducer that runs', async () => {
    const out = path.join(machine.home, 'out');
    const { code, output, errors } = await runReprise(machine, ['reproduce', numpyExample, '--json', '--out', out]);
    expect([code, errors]).toEqual([0, '']);

    const lines = jsonLines(output);
    const envelopes = lines.map((line) => EventEnvelope.parse(line));
    expect(envelopes.map(({ seq }) => seq)).toEqual(envelopes.map((_envelope, index) => index + 1));
    expect(lines.map(({ type }) => type)).toEqual(envelopes.map(({ event }) => event.type));
    const last = lines.at(-1);
    expect(last).toMatchObject({
      type: 'reproduction/concluded',
      outcome: 'reproduced',
      symptom: { kind: 'exception' },
      observation: { exception: { type: expect.any(String) } },
      verdict: { outcome: 'reproduced' },
      environment: {
        python: expect.stringContaining(machine.home),
        pythonVersion: expect.stringMatching(/^\d+\.\d+/),
        packages: expect.arrayContaining([{ name: 'numpy', version: expect.any(String) }]),
      },
      attempts: expect.any(Number),
      executions: expect.any(Number),
      calls: 0,
      elapsedMs: expect.any(Number),
    });
    const verdict = last?.['verdict'] as { rules: { rule: string; result: string; evidence: unknown[] }[] };
    expect(
      verdict.rules.every(({ result, evidence }) => ['passed', 'waived'].includes(result) && evidence.length > 0),
    ).toBe(true);
    expect(await readFile(String(last?.['script']), 'utf8')).toContain('numpy');
    expect((await readdir(out)).sort()).toEqual(expect.arrayContaining(['README.md', 'reproducer.py']));

    const { python } = last?.['environment'] as { python: string };
    const again = spawnSync(python, [path.join(out, 'reproducer.py')], { encoding: 'utf8' });
    const { exception } = last?.['observation'] as { exception: { type: string } };
    expect(again.stderr).toContain(exception.type.split('.').at(-1));
  });

  it('is told to a person in words, with the record and the next step', async () => {
    const { code, output } = await runReprise(machine, ['reproduce', numpyExample]);
    expect(code).toBe(0);
    for (const words of ['Reproduced', 'match', 'repeat', 'genuine', 'Script', 'Record', 'reprise export']) {
      expect(output).toContain(words);
    }
    // What was reported stands at the top, in the verdict's first line, and where it is quoted; not with every step.
    expect(output.split('mismatch in its core dimension').length - 1).toBeLessThanOrEqual(3);
    expect(output).not.toMatch(/\u001b/);
    expect(output).not.toMatch(/cli\.|\{\{|undefined|\[object/);
    const record = /^Record +(.+)$/m.exec(output)?.[1] ?? '';
    expect((await stat(path.join(record, 'events.jsonl'))).size).toBeGreaterThan(0);
  });

  it('is in the history, and exported to a folder once', async () => {
    const { output } = await runReprise(machine, ['history', '--json']);
    const [{ reproductions }] = jsonLines(output) as unknown as [{ reproductions: { id: string; outcome: string }[] }];
    expect(reproductions.map(({ outcome }) => outcome)).toEqual(['reproduced', 'reproduced']);
    const folder = path.join(machine.home, 'exported');
    const id = reproductions[0]!.id;
    // By the end of its id, as the history shows it.
    expect((await runReprise(machine, ['export', id.slice(-8), '--out', folder])).code).toBe(0);
    expect(await readdir(folder)).toContain('reproducer.py');
    expect((await runReprise(machine, ['export', id, '--to', 'folder', '--out', folder])).code).toBe(2);
    expect((await runReprise(machine, ['history'])).output).toContain(`${id.slice(-8)}  `);
  });

  it('goes on after a kill at once, in the middle', async () => {
    const second = await createMachine();
    try {
      const running = startReprise(second, ['reproduce', numpyExample, '--json']);
      await running.line((line) => line.includes('"environment/resolved"'));
      running.process.kill('SIGKILL');
      expect((await running.ended).signal).toBe('SIGKILL');

      const history = jsonLines((await runReprise(second, ['history', '--json'])).output);
      const [{ reproductions }] = history as unknown as [{ reproductions: { id: string; outcome: null }[] }];
      expect(reproductions).toEqual([expect.objectContaining({ outcome: null, damaged: null })]);
      const { code, output, errors } = await runReprise(second, ['resume', reproductions[0]!.id, '--json']);
      expect([code, errors]).toEqual([0, '']);
      expect(jsonLines(output).at(-1)).toMatchObject({ type: 'reproduction/concluded', outcome: 'reproduced' });
    } finally {
      await second.remove();
    }
  });

  it('is cancelled by one interrupt, with the record kept', async () => {
    const running = startReprise(machine, ['reproduce', numpyExample, '--json']);
    await running.line((line) => line.includes('"environment/resolved"') || line.includes('"environment/ready"'));
    running.process.kill('SIGINT');
    const { code, output } = await running.ended;
    expect(code).toBe(130);
    expect(jsonLines(output).at(-1)).toMatchObject({ type: 'reproduction/concluded', outcome: 'cancelled' });
  });
});

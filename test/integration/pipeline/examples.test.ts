import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { ReproductionState } from '../../../src/protocol/reproduction/state';
import { findInterpreters } from '../../helpers/interpreters';
import { reproduceForReal } from './reproduce-for-real';

const wheels = ['3.9', '3.10', '3.11', '3.12'];
const interpreter = findInterpreters().find(({ version }) => wheels.includes(version));

async function reproduce(
  example: string,
  environment: string | null = null,
): Promise<{ state: ReproductionState; files: Record<string, string> }> {
  const text = await readFile(`examples/${example}/report.md`, 'utf8');
  return reproduceForReal(text, {
    environment,
    python: environment === null ? (interpreter?.python ?? null) : null,
  });
}

const name = interpreter ? '' : ` (skipped: no Python ${wheels.join(', ')} here)`;

describe.skipIf(!interpreter)(`bundled examples, run for real${name}`, () => {
  it('reproduces the shape clash in plain NumPy with the code as it is', async () => {
    const { state, files } = await reproduce('numpy-shapes');
    expect(state.conclusion?.message).toContain('matmul: Input operand 1 has a mismatch');
    expect(state.conclusion?.outcome).toBe('reproduced');
    expect(state.attempts.map(({ edit }) => edit.kind)).toEqual(['asReported']);
    expect(state.executions.map(({ mode }) => mode)).toEqual(['recorded', 'plain']);
    expect(files['requirements.lock']).toContain('numpy==1.26.4');
    expect(files['README.md']).not.toContain(homedir());
  });

  it('reproduces the refused probabilities after adding the import that the snippet lacks', async () => {
    const { state, files } = await reproduce('missing-import');
    expect(state.conclusion?.message).toContain('continuous-multioutput');
    expect(state.conclusion?.outcome).toBe('reproduced');
    expect(state.attempts.map(({ edit }) => edit.kind)).toEqual(['asReported', 'editAction']);
    expect(files['reproducer.py']?.split('\n').slice(0, 2)).toEqual([
      'import numpy as np',
      'from sklearn.metrics import classification_report, confusion_matrix',
    ]);
  });
});

const torch = process.env['REPRISE_TEST_TORCH'];
const why = torch ? '' : ' (skipped: REPRISE_TEST_TORCH names no environment with torch)';

describe.skipIf(!torch)(`the PyTorch example in a given environment${why}`, () => {
  it('reproduces the linear layer of the wrong size, also where the message has grown a prefix', async () => {
    const { state } = await reproduce('torch-linear', torch);
    expect(state.conclusion?.message).toContain('(64x21632 and 5408x10)');
    expect(state.conclusion?.outcome).toBe('reproduced');
    expect(state.environment.resolution?.existing?.prefix).toBe(torch);
    expect(state.attempts.map(({ edit }) => edit.kind)).toEqual(['asReported']);
  });
});

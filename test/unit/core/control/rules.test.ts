import { beforeAll, describe, expect, it } from 'vitest';
import { controlRules } from '../../../../src/core/control/catalogue';
import { readCode } from '../../../../src/core/control/code-facts';
import { applyEdits } from '../../../../src/core/control/text-edits';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import type { Symptom } from '../../../../src/protocol/symptom';
import { createTestParser } from '../../../helpers/create-test-parser';
import { repairCases } from './repair-cases';
import { ruleCases } from './rule-cases';

const allCases = [...ruleCases, ...repairCases];

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

const common = { id: 's', confidence: 1, span: null, author: 'report' } as const;
const symptoms: Readonly<Record<string, Symptom>> = {
  stuck: { ...common, kind: 'stuckMetric', metric: 'loss', value: null },
  nan: { ...common, kind: 'nonFinite', what: 'loss' },
  up: { ...common, kind: 'divergingMetric', metric: 'loss', direction: 'up' },
  value: { ...common, kind: 'wrongValue', what: 'prediction', op: '<=', value: 1 },
  memory: { ...common, kind: 'memoryGrowth', bytesPerStep: null },
  slow: { ...common, kind: 'slow', what: 'run', ratio: null },
  chance: { ...common, kind: 'nonDeterminism', what: 'loss' },
  load: { ...common, kind: 'saveLoadMismatch', what: 'output' },
  shape: { ...common, kind: 'wrongShape', what: 'output', expected: '(4, 1)', actual: null },
  type: { ...common, kind: 'wrongType', what: 'output', expected: 'float32', actual: 'float64' },
};

function controlsOf(name: string, symptom: Symptom, code: string): readonly string[] {
  const rule = controlRules.find((item) => item.name === name);
  if (!rule) throw new Error(`There is no rule ${name}.`);
  const facts = readCode(code, parser);
  if (!rule.causes(symptom)) return [];
  return rule
    .remove(facts, symptom)
    .map(({ edits }) =>
      applyEdits(
        code,
        edits.filter((edit) => edit !== null),
      ),
    )
    .filter((text) => text !== code);
}

function symptomOf(name: string): Symptom {
  const symptom = symptoms[name];
  if (!symptom) throw new Error(`There is no symptom ${name}.`);
  return symptom;
}

describe('a rule of controls takes its fault away', () => {
  for (const [index, { rule, symptom, code, gives }] of allCases.entries()) {
    if (gives === null) continue;
    it(`${rule} (${index + 1})`, () => {
      const controls = controlsOf(rule, symptomOf(symptom), code);
      for (const text of controls) expect(parser.parse(text).hasError, text).toBe(false);
      for (const part of [gives].flat()) expect(controls.join('\n=====\n')).toContain(part);
    });
  }
});

describe('a rule of controls finds nothing in code without its fault', () => {
  for (const [index, { rule, symptom, code, gives }] of allCases.entries()) {
    if (gives !== null) continue;
    it(`${rule} (${index + 1})`, () => {
      expect(controlsOf(rule, symptomOf(symptom), code)).toEqual([]);
    });
  }
});

describe('the table of rules', () => {
  it('has at least three tests for each rule, a name for each, and a source', () => {
    expect(new Set(controlRules.map(({ name }) => name)).size).toBe(controlRules.length);
    for (const { name, source } of controlRules) {
      expect(source.length, name).toBeGreaterThan(20);
      expect(allCases.filter(({ rule }) => rule === name).length, name).toBeGreaterThanOrEqual(3);
    }
  });
});

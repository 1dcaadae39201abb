import { describe, expect, it } from 'vitest';
import { Symptom } from '../../../src/protocol/symptom';
import { Outcome, RuleName } from '../../../src/protocol/verdict';
import { Phase } from '../../../src/protocol/reproduction/state';
import { codeIn, documentAt, tableRows } from './documents';

describe('docs/verdicts.md', () => {
  const { text } = documentAt('docs/verdicts.md');

  it('has a row for each rule, in the order in which the screen shows them', () => {
    expect(tableRows(text, 'rule').flatMap(([name = '']) => codeIn(name))).toEqual(RuleName.options);
  });

  it('has a row for each kind of symptom', () => {
    const kinds = tableRows(text, 'kind').flatMap(([name = '']) => codeIn(name));
    expect(kinds.sort()).toEqual(Symptom.options.map(({ shape }) => shape.kind.value).sort());
  });
});

describe('docs/concepts.md', () => {
  const { text } = documentAt('docs/concepts.md');

  it('has a row for each state and each outcome', () => {
    expect(tableRows(text, 'state').flatMap(([name = '']) => codeIn(name))).toEqual(Phase.options);
    expect(tableRows(text, 'outcome').flatMap(([name = '']) => codeIn(name))).toEqual(Outcome.options);
  });
});

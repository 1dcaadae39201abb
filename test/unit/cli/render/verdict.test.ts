import { describe, expect, it } from 'vitest';
import { createPalette } from '../../../../src/cli/render/palette';
import { verdictLines } from '../../../../src/cli/render/verdict';
import type { Evidence, Verdict } from '../../../../src/protocol/verdict';
import { conclusion, stateWith } from '../../renderer/samples';

const thrown = 'ValueError: shapes (3,) (4,)';
const report = `It fails.\n\nTraceback (most recent call last):\n  File "a.py", line 3, in <module>\n${thrown}\n`;

function linesOf(options: {
  readonly outcome: 'reproduced' | 'notReproduced';
  readonly message: string;
  readonly evidence: readonly Evidence[];
  readonly observed: string;
  readonly nearMiss?: string;
  readonly script?: string | null;
  readonly others?: Verdict['others'];
  readonly report?: string;
}): readonly string[] {
  const verdict: Verdict = {
    outcome: options.outcome,
    symptomId: 's',
    rules: [{ rule: 'match', result: 'passed', evidence: [...options.evidence] }],
    repeats: [],
    byAnalogy: false,
    nearMiss: options.nearMiss ?? null,
    missing: [],
    observed: options.observed,
    ...(options.others ? { others: options.others } : {}),
  };
  const state = stateWith({
    id: 'reproduction-0mx3ewvam20996eb359ee2f70',
    conclusion: { ...conclusion(options.outcome, null), message: options.message, verdict },
  });
  const places = { record: '/data/r', script: options.script ?? null, out: null };
  return verdictLines(state, {
    places,
    palette: createPalette(false),
    report: options.report ?? report,
    program: 'npx reprise',
  });
}

describe('verdictLines', () => {
  it('says the exception once, quotes the line that matters, and gives a hint that can be typed', () => {
    const from = report.indexOf('Traceback');
    const lines = linesOf({
      outcome: 'reproduced',
      message: `Reproduced by attempt 1: ${thrown}`,
      observed: thrown,
      evidence: [
        { text: 'The run shows what the report says.', reference: { kind: 'output', executionId: 'e', text: thrown } },
        { text: 'What the report says', reference: { kind: 'report', span: { start: from, end: report.length } } },
      ],
    });
    const text = lines.join('\n');
    expect(text).toContain(`What the report says: “${thrown}”`);
    expect(text.split(thrown)).toHaveLength(3);
    expect(text).toContain('`npx reprise export 59ee2f70 --out DIR`');
  });

  it('quotes no fence of a block', () => {
    const fenced = '```\nsize = len(5)\n```\n';
    const verdict = linesOf({
      outcome: 'reproduced',
      message: 'Reproduced.',
      observed: '',
      evidence: [{ text: 'That line', reference: { kind: 'report', span: { start: 0, end: fenced.length } } }],
      report: fenced,
    });
    expect(verdict.join('\n')).toContain('That line: “size = len(5)”');
  });

  it('tells what the runs show of the report’s other symptoms', () => {
    const others = [{ symptomId: 's2', symptom: 'run is too slow', result: 'notShown' as const, span: null }];
    const lines = linesOf({ outcome: 'reproduced', message: 'Reproduced.', observed: '', evidence: [], others });
    expect(lines).toContain('Also told    run is too slow – These runs do not show it.');
  });

  it('keeps what was observed where nothing else tells it', () => {
    const ended = 'The run ended by itself with exit code 0.';
    const near = 'It did not end as reported.';
    const evidence = [{ text: 'Compared.', reference: null }];
    const options = { outcome: 'notReproduced', message: 'Not reproduced.', observed: ended, evidence } as const;
    expect(linesOf({ ...options, nearMiss: near }).filter((line) => /^(Observed|Near miss)/.test(line))).toEqual([
      `Observed     ${ended}`,
      `Near miss    ${near}`,
    ]);
    const told = linesOf({ ...options, message: `Not reproduced. ${near} ${ended}`, nearMiss: near });
    expect(told.join('\n')).not.toMatch(/^(Observed|Near miss)/m);
  });

  it('names no script to edit where there is none', () => {
    const options = { outcome: 'notReproduced', message: 'Not reproduced.', observed: '', evidence: [] } as const;
    expect(linesOf(options).at(-1)).not.toContain('edit the script');
    expect(linesOf({ ...options, script: '/data/r/script.py' }).at(-1)).toContain('npx reprise serve');
  });
});

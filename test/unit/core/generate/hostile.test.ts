import { describe, expect, it } from 'vitest';
import { firstScript } from '../../../../src/core/generate/first-script';
import { digestOf } from '../../../../src/node/system/digest';
import type { ReportBlock, ReportReadOut } from '../../../../src/protocol/report';

function readOutOf(texts: readonly string[]): { readOut: ReportReadOut; source: string } {
  let source = '';
  const blocks = texts.map((text): ReportBlock => {
    const start = source.length;
    source += `${text}\n\n`;
    return { kind: 'snippet', span: { start, end: start + text.length }, text, language: null };
  });
  const readOut: ReportReadOut = {
    title: 'T',
    titleSpan: null,
    blocks,
    exceptions: [],
    versions: [],
    date: null,
    frameworks: [],
    bugType: null,
    information: [],
    hidden: [],
    limited: null,
  };
  return { readOut, source };
}

describe('firstScript on hostile reports', () => {
  it.each([
    ['one line of a million blanks', [' '.repeat(1_000_000) + 'x']],
    ['one line of many words', ['word '.repeat(200_000)]],
    ['brackets without end', ['a['.repeat(300_000)]],
    ['thousands of lines', [Array.from({ length: 20_000 }, (_, index) => `x${index} = ${index}`).join('\n')]],
    ['hundreds of blocks', Array.from({ length: 500 }, (_, index) => `x = ${index}\n${'y = 1\n'.repeat(50)}`)],
  ])('ends on %s', (_, texts) => {
    const { readOut, source } = readOutOf(texts);
    const script = firstScript({ readOut, source, digestOf });
    expect(script === null || script.provenance.length === script.text.split('\n').length - 1).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { readReport } from '../../../../src/core/report/read-report';

const told = (text: string) => readReport({ name: 'report.md', text, asOf: null }).readOut.told;

describe('what a report tells of the behaviour', () => {
  it.each<[string, string, { expected?: string; actual?: string; steps?: string[] }]>([
    [
      'headings of a template',
      '# Loss\n\n### Steps to reproduce\n\n1. Build the net\n2. Train it\n   for one epoch\n\n### Expected behavior\n\nThe loss falls.\n\n### Actual behavior\n\nIt stands still.\n\n### Versions\n\ntorch 1.8',
      {
        expected: 'The loss falls.',
        actual: 'It stands still.',
        steps: ['Build the net', 'Train it\n   for one epoch'],
      },
    ],
    [
      'bold headings',
      'My title\n\n**Describe the current behavior**\nIt crashes.\n\n**Describe the expected behavior**\nIt runs.\n\n**Standalone code to reproduce the issue**\nCall fit twice.',
      { expected: 'It runs.', actual: 'It crashes.', steps: ['Call fit twice.'] },
    ],
    ['labels', 'Shapes\n\nExpected: (3, 1)\nActual result: (3,)\n', { expected: '(3, 1)', actual: '(3,)' }],
    [
      'sentences',
      'I call `sum`. I expected a float here. But it returns an int, always.',
      { expected: 'I expected a float here.', actual: 'But it returns an int, always.' },
    ],
    ['an empty answer', '### Expected behavior\n\n_No response_\n\n### To Reproduce\n\nN/A\n', {}],
    ['nothing', 'The net does not work.', {}],
    ['a heading within code', '```\n# Expected behavior\nx = 1\n```\n', {}],
  ])('%s', (_, text, wanted) => {
    const read = told(text);
    expect(read?.expected?.text).toBe(wanted.expected);
    expect(read?.actual?.text).toBe(wanted.actual);
    expect(read?.steps.map((step) => step.text)).toEqual(wanted.steps ?? []);
    for (const passage of [read?.expected, read?.actual, ...(read?.steps ?? [])]) {
      if (passage) expect(text.slice(passage.span.start, passage.span.end)).toBe(passage.text);
    }
  });

  it('keeps the code of a section, with its place in a page', () => {
    const page = '<h1>Sum</h1><h2>Expected behavior</h2><p>A float &amp; nothing else</p><h2>Code</h2>';
    const read = told(page);
    expect(read?.expected?.text).toBe('A float & nothing else');
    expect(page.slice(read?.expected?.span.start, read?.expected?.span.end)).toBe('A float &amp; nothing else');
  });
});

describe('text that a page keeps from its reader', () => {
  const hidden = (text: string) => {
    const { readOut, symptoms } = readReport({ name: 'report.md', text, asOf: null });
    return { texts: readOut.hidden.map(({ kind, text: of }) => `${kind}: ${of}`), symptoms, readOut };
  };
  const secret = 'ValueError: never printed here at all';

  it.each([
    ['white', `<span style="color:white">${secret}</span>`],
    ['white in hexadecimal', `<font color="#FFFFFF">${secret}</font>`],
    ['white on white', `<p style="background-color: #fff; color: rgb(255, 255, 255)">${secret}</p>`],
    ['not displayed', `<div style="display: none"><div>${secret}</div></div>`],
    ['of no size', `<span style='font-size:0'>${secret}</span>`],
    ['of no opacity', `<span style="opacity:0;">${secret}</span>`],
    ['hidden', `<div hidden>${secret}</div>`],
    ['a formula', `$\\color{white}{${secret}}$`],
    ['never closed', `<span style="color:white">${secret}`],
  ])('is shown as hidden and not read: %s', (_, text) => {
    for (const whole of [`# Title\n\nIt fails.\n\n${text}\n`, `<h1>Title</h1><p>It fails.</p>${text}`]) {
      const { texts, symptoms } = hidden(whole);
      expect(texts).toHaveLength(1);
      expect(texts[0]).toMatch(/^invisible: /);
      expect(texts[0]).toContain(secret);
      expect(symptoms.some((symptom) => symptom.kind === 'exception' && symptom.type === 'ValueError')).toBe(false);
    }
  });

  it.each([
    ['white on black', `<p style="color:white; background: black">${secret}</p>`],
    ['another colour', `<span style="color:whitesmokey">${secret}</span>`],
    ['another property', `<span style="border-color:white">${secret}</span>`],
    ['half seen', `<span style="opacity:0.5">${secret}</span>`],
    ['code', `\`\`\`\n<span style="color:white">${secret}</span>\n\`\`\``],
  ])('leaves what is seen: %s', (_, text) => {
    expect(hidden(`# Title\n\nIt fails.\n\n${text}\n`).texts).toEqual([]);
  });

  it('takes no more than linear time over marks that are never closed', () => {
    const text = '<b style="color:white">x<i style="color:red">'.repeat(20_000);
    expect(hidden(`# T\n\n${text}`).texts).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { readPlanAnswer, readScriptAnswer } from '../../../../src/core/model/read-answer';

const edit = { anchor: 'a', replacement: 'b', place: 'replace' };
const answer = { thought: 'x', edits: [edit], script: '' };
const json = JSON.stringify(answer);
const whole = JSON.stringify({ thought: '', edits: [], script: 'import os\nprint("{}")\n' });

describe('readScriptAnswer', () => {
  it.each([
    ['plain JSON', json],
    ['JSON with blanks around it', `\n\n  ${json}\n`],
    ['JSON in a fence', `\`\`\`json\n${json}\n\`\`\``],
    ['JSON in a fence of no language', `\`\`\`\n${json}\n\`\`\``],
    ['prose around JSON', `Sure! Here it is:\n${json}\nHope that {helps}.`],
    ['JSON with commas too many', json.replace(']', ',]').replace(/}$/, ',}')],
    ['thoughts before JSON', `<think>maybe {"edits": []}</think>${json}`],
    ['thoughts without an end are no answer', `${json}<think>and then`],
    ['no place given', JSON.stringify({ edits: [{ anchor: 'a', replacement: 'b' }], thought: 'x' })],
  ])('reads %s', (_name, text) => {
    expect(readScriptAnswer(text)).toEqual(answer);
  });

  it.each([
    ['a script in JSON', whole, 'import os\nprint("{}")\n'],
    ['a fenced script in JSON', JSON.stringify({ script: '```python\nx = 1\n```' }), 'x = 1'],
    ['a script in a fence of Python', 'Here:\n```python\nx = {"a": 1}\n```\n', 'x = {"a": 1}'],
    ['a script in the wrong fence', '~~~\nx = 1\n~~~', 'x = 1'],
    ['the longest of several', '```python\nx = 1\n```\nrather:\n```python\nx = 1\ny = 2\n```', 'x = 1\ny = 2'],
    [
      'a script whose line ends stand as they are',
      '{"thought": "", "edits": [], "script": "x = 1\ny = \\"a\\"\n"}',
      'x = 1\ny = "a"\n',
    ],
    [
      'a script between three quotes',
      '{"thought": "", "edits": [], "script": """x = 1\ny = "a"\n""",}',
      'x = 1\ny = "a"\n',
    ],
    ['a script with backslashes of Python', '{"edits": [], "script": "x = \'\\d\'\\ny = 2"}', "x = '\\d'\ny = 2"],
    [
      'a script with line ends written as letters',
      JSON.stringify({ script: 'import os\\nx = 1\\nprint(\\"a\\")' }),
      'import os\nx = 1\nprint("a")',
    ],
    ['a script of one line that prints one', JSON.stringify({ script: 'print("a\\nb")' }), 'print("a\\nb")'],
    ['a script with a fence in its text', '````python\ns = """\n```\n"""\n````', 's = """\n```\n"""'],
  ])('takes %s', (_name, text, script) => {
    expect(readScriptAnswer(text)).toMatchObject({ edits: [], script });
  });

  it.each([
    ['nothing', ''],
    ['prose', 'I cannot do that.'],
    ['cut JSON', json.slice(0, -8)],
    ['a bare word', '"yes"'],
    ['a number', '7'],
    ['a list', '[1, 2]'],
    ['null', 'null'],
    ['another object', '{"answer": 42}'],
    ['edits that are text', '{"edits": "all", "script": ""}'],
    ['edits of numbers', '{"edits": [1], "script": ""}'],
    ['an anchor that is a list', '{"edits": [{"anchor": ["a"], "replacement": "b"}], "script": ""}'],
    ['a script that is a number', '{"edits": [], "script": 3}'],
    ['nothing to do', '{"thought": "", "edits": [], "script": ""}'],
    ['a fence of another language', '```bash\nrm -rf /\n```'],
    ['braces without an end', '{'.repeat(50_000)],
    ['quotes without an end', `{"a": "${'\\"'.repeat(20_000)}`],
    ['deep lists', `{"edits": ${'['.repeat(3_000)}`],
  ])('gives nothing for %s', (_name, text) => {
    expect(readScriptAnswer(text)).toBeNull();
  });
});

describe('readPlanAnswer', () => {
  const step = { kind: 'data', text: 'Make data.', quote: 'x' };
  it('reads steps, also without quotes or as a bare list', () => {
    expect(readPlanAnswer(JSON.stringify({ steps: [step] }))?.steps).toEqual([step]);
    expect(readPlanAnswer(`\`\`\`json\n${JSON.stringify([step])}\n\`\`\``)?.steps).toEqual([step]);
    expect(readPlanAnswer(JSON.stringify({ steps: [{ kind: 'data', text: 'Make data.' }] }))?.steps[0]?.quote).toBe('');
  });
  it.each([
    '',
    'no',
    '{}',
    '{"steps": []}',
    '{"steps": "x"}',
    '{"steps": [{"kind": "shell", "text": "rm"}]}',
    '[null]',
  ])('gives nothing for %s', (text) => expect(readPlanAnswer(text)).toBeNull());
});

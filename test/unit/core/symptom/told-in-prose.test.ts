import { describe, expect, it } from 'vitest';
import { readReport } from '../../../../src/core/report/read-report';

const firstOf = (text: string): unknown => {
  const [first] = readReport({ name: 'report.md', text, asOf: null }).symptoms;
  return first?.kind === 'exception' || first?.kind === 'warning'
    ? { ...first, message: first.message?.source ?? null }
    : (first ?? null);
};

describe('exceptions told in prose', () => {
  it.each<[string, object]>([
    ['I get a ValueError when I call `model.fit(x, y)`.', { type: 'ValueError', message: null }],
    ['This gives me `IndexError` in the second epoch.', { type: 'IndexError' }],
    ['I get KeyError "val_loss" from the callback.', { type: 'KeyError', message: "'val_loss'" }],
    ["I get a KeyError 'val_loss' after the first epoch.", { type: 'KeyError', message: "'val_loss'" }],
    [
      'It ends in ValueError - Shape must be rank 2 but is rank 3',
      { type: 'ValueError', message: 'Shape must be rank 2 but is rank 3' },
    ],
    [
      'Training fails. The message is:\n\n> mat1 and mat2 shapes cannot be multiplied (32x400 and 512x10)\n\nHere is my net.',
      { type: 'RuntimeError', message: 'mat1 and mat2 shapes cannot be multiplied (32x400 and 512x10)' },
    ],
    [
      "With fit I get an AttributeError:\n\n> 'NoneType' object has no attribute 'items'\n",
      { type: 'AttributeError', message: "'NoneType' object has no attribute 'items'" },
    ],
    [
      'I get an AssertionError:\n\n> The shape of the 2D attn_mask is torch.Size([35, 35]), but should be (20, 20).\n',
      { kind: 'exception', type: 'AssertionError' },
    ],
  ])('reads %j', (text, expected) => {
    expect(firstOf(text)).toMatchObject({ kind: 'exception', ...expected });
  });

  it.each([
    'I expected a ValueError here.',
    'It should give a TypeError for a list.',
    'I catch the ValueError of the parser.',
    'There is no KeyError any more.',
    '> I tried the same with a list of arrays\n\nNo, use one array.',
  ])('reads none in %j', (text) => {
    expect(firstOf(text)).toBeNull();
  });
});

describe('what goes well', () => {
  it.each<[string, object | null]>([
    [
      '# Loss stops at 1.46 although the accuracy is good\n\nIt never goes lower.',
      { kind: 'stuckMetric', metric: 'loss' },
    ],
    ['The accuracy is fine but the loss does not go below 0.69.', { metric: 'loss', value: 0.69 }],
    ['It does not hang or crash, but the accuracy stays at 0.1.', { kind: 'stuckMetric', metric: 'accuracy' }],
    ['Without the decorator all is fine, just slow.', null],
    ['The loss is not good, it is nan.', { kind: 'nonFinite' }],
    ['The loss looks good until step 40, then the loss is nan.', { kind: 'nonFinite' }],
  ])('is no symptom: %j', (text, expected) => {
    if (expected === null) expect(firstOf(text)).toBeNull();
    else expect(firstOf(text)).toMatchObject(expected);
  });
});

describe('which fault a sentence tells', () => {
  it.each<[string, object]>([
    [
      'Loaded model gives a different prediction each time for the same picture.',
      { kind: 'nonDeterminism', what: 'output of each call' },
    ],
    [
      'The loaded model gives a different prediction than the original for the same picture.',
      { kind: 'saveLoadMismatch' },
    ],
    ['The network predicts class 3 for every image in the test set.', { kind: 'stuckMetric', value: 3 }],
    [
      'Training accuracy is 0.99, but model.evaluate on the same training data gives only 0.52.',
      { kind: 'metricGap', metric: 'val_accuracy' },
    ],
  ])('%j', (text, expected) => {
    expect(firstOf(text)).toMatchObject(expected);
  });
});

describe('a warning and code in one indented block', () => {
  const text = [
    'Only this is printed:',
    '',
    '    UserWarning: Using a target size (torch.Size([64])) that is different to the input size (torch.Size([64, 1])).',
    '      return F.mse_loss(input, target, reduction=self.reduction)',
    '',
    '    net = torch.nn.Linear(4, 1)',
    '    crit = torch.nn.MSELoss()',
    '',
  ].join('\n');

  it('are told apart, and the line of code that Python shows is none of the words', () => {
    const { readOut } = readReport({ name: 'report.md', text, asOf: null });
    expect(readOut.blocks.map(({ kind }) => kind)).toEqual(['log', 'snippet']);
    expect(readOut.blocks[1]?.text).toBe('net = torch.nn.Linear(4, 1)\ncrit = torch.nn.MSELoss()');
    for (const block of readOut.blocks)
      expect(text.slice(block.span.start, block.span.end)).toContain(block.text.trim().split('\n')[0]);
    expect(firstOf(text)).toMatchObject({
      kind: 'warning',
      category: 'UserWarning',
      message: 'Using a target size (torch.Size([64])) that is different to the input size (torch.Size([64, 1])).',
    });
  });
});

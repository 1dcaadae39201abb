import { describe, expect, it } from 'vitest';
import { findInformation } from '../../../../src/core/report/find-information';

/** What of the text is cited for a kind of information. */
function cited(text: string, kind: 'data' | 'model' | 'hyperparameters'): string | null {
  const span = findInformation(text, [], []).find((item) => item.kind === kind)?.span;
  return span ? text.slice(span.start, span.end) : null;
}

const long = 'So it goes on and on about the weather of the day. '.repeat(6);

describe('the place of what a report tells', () => {
  it.each<[string, string, 'data' | 'model' | 'hyperparameters', string]>([
    [
      'is the line of code',
      'x = 1\n    h = Dense(8, use_bias=True)(x)  \ny = 2\n',
      'model',
      'h = Dense(8, use_bias=True)(x)',
    ],
    [
      'goes on to the end of a call',
      'net = nn.Sequential(\n  Part(4),\n  [(1, 2)],\n)\nnet(1)',
      'model',
      'net = nn.Sequential(\n  Part(4),\n  [(1, 2)],\n)',
    ],
    [
      'is the line alone where its call is never closed',
      'net = nn.Sequential(\n  Part(4,\nnet(1',
      'model',
      'net = nn.Sequential(',
    ],
    ['is the line where one bracket too many closes', 'net = GRU(4))\nmore)', 'model', 'net = GRU(4))'],
    ['is the sentence of a long paragraph', `${long}I use 40 epochs. ${long}`, 'hyperparameters', 'I use 40 epochs.'],
    ['begins with the text', 'lr = 0.1', 'hyperparameters', 'lr = 0.1'],
  ])('%s', (_, text, kind, expected) => {
    expect(cited(text, kind)).toBe(expected);
  });

  it('holds the match and stays short in a line without an end', () => {
    const text = `${'a'.repeat(5_000)} LSTM(${'b,'.repeat(5_000)}`;
    const found = cited(text, 'model') ?? '';
    expect(found).toContain('LSTM(');
    expect(found.length).toBeLessThan(500);
  });

  it('is nothing where nothing is told', () => {
    expect(cited('It fails.', 'model')).toBeNull();
  });
});

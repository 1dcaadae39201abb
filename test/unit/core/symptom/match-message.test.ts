import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskMessage } from '../../../../src/core/symptom/mask-message';
import { matchMessage } from '../../../../src/core/symptom/match-message';

const masks = (text: string): string[] =>
  maskMessage(text).parts.flatMap((part) =>
    part.kind === 'mask' ? [`${part.mask}:${part.value}${part.agree ? '!' : ''}`] : [],
  );
const agrees = (reported: string, observed: string): boolean => matchMessage(maskMessage(reported), observed).agrees;

describe('maskMessage', () => {
  it.each<[string, string[]]>([
    ['shapes [?,2,2,96], (None, 4) and 12x1', ['shape:[?,2,2,96]!', 'shape:(None, 4)!', 'shape:12x1!']],
    ['m1: [12 x 1]', ['shape:[12 x 1]!']],
    ['tensor a (16) at dimension 3', ['number:16', 'number:3']],
    ['<Tagger object at 0x7f1c2b>', ['address:0x7f1c2b']],
    ['cuda:0 and cpu, /device:GPU:0', ['device:cuda:0!', 'device:cpu!', 'device:/device:GPU:0!']],
    ['open /home/me/data/x.h5 or C:\\data\\x.h5', ['path:/home/me/data/x.h5', 'path:C:\\data\\x.h5']],
    ['conv2d_4/convolution and conv2d_1_input', ['objectId:_4', 'objectId:_1']],
    ["dtype float32, 'utf8', int64", []],
    ['1e-07 and -2.5', ['number:1e-07', 'number:-2.5']],
  ])('masks %j', (text, expected) => {
    expect(masks(text)).toEqual(expected);
  });

  it('keeps every character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { source, parts } = maskMessage(text);
        expect(source).toBe(text);
        expect(parts.map((part) => (part.kind === 'text' ? part.text : part.value)).join('')).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('matchMessage', () => {
  it.each<[string, string]>([
    [
      'size mismatch, m1: [12 x 1], m2: [12 x 1]',
      'size mismatch, m1: [12 x 1], m2: [12 x 1] at ../aten/src/TH/THTensorMath.cpp:197',
    ],
    [
      'The size of tensor a (16) must match the size of tensor b (32)',
      'The size of tensor a (4) must match the size of tensor b (8)',
    ],
    ['<T object at 0x7f1> could not be transformed', '<T object at 0x55ab> could not be transformed'],
    [
      "Negative dimension size caused by subtracting 3 from 2 for 'conv2d_4/convolution'",
      "Negative dimension size caused by subtracting 3 from 2 for 'conv2d/convolution'",
    ],
    [
      'Negative dimension size ... with input shapes: [?,2]',
      'Negative dimension size caused by subtracting with input shapes: [None, 2].',
    ],
    ['found at least two devices, cuda:0 and cpu!', 'found at least two devices, cuda:1 and cpu!'],
    ['a message\nthat an editor wrapped', 'a message that an editor wrapped'],
    ['‘str’ object has no attribute `decode`', "'str' object has no attribute 'decode'"],
    ["'label'", "'label'"],
    [
      'Incompatible shapes: [4,5] vs. [4,6]',
      "Exception encountered when calling layer 'softmax' (type Softmax).\n\nIncompatible shapes: [4,5] vs. [4,6]\n\nCall arguments received by layer 'softmax' (type Softmax):\n  • inputs=x",
    ],
    [
      "Exception encountered when calling layer 'softmax' (type Softmax).\n\nIncompatible shapes: [4,5] vs. [4,6]\n\nCall arguments received by layer",
      'Incompatible shapes: [4,5] vs. [4,6]',
    ],
    [
      'Incompatible shapes: [4,5] vs. [4,6]',
      'Graph execution error:\n\nDetected at node loss defined at (most recent call last):\n<stack traces unavailable>\n\nIncompatible shapes: [4,5] vs. [4,6]\n\t [[{{node loss}}]]',
    ],
    [
      'bad sample here',
      'Caught ValueError in DataLoader worker process 0.\nOriginal Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\nValueError: bad sample here\n',
    ],
  ])('agrees: %j', (reported, observed) => {
    expect(matchMessage(maskMessage(reported), observed)).toEqual({ agrees: true, differences: [], likeness: 1 });
  });

  it.each<[string, string]>([
    ['shapes cannot be multiplied (12x1 and 12x1)', 'shapes cannot be multiplied (4x1 and 12x1)'],
    ['Incompatible shapes: [32,4] vs. [90,4]', 'Incompatible shapes: [16,4] vs. [90,4]'],
    ["unexpected keyword argument 'filepath'", "unexpected keyword argument 'prefix'"],
    ["'BertTokenizer' object is not callable", "'Tensor' object is not callable"],
    ['found two devices, cuda:0 and cpu', 'found two devices, cpu and cpu'],
    ["'a'", "'a' is not known"],
    ['Negative dimension size caused by subtracting', 'Computed output size would be negative'],
  ])('differs: %j from %j', (reported, observed) => {
    expect(agrees(reported, observed)).toBe(false);
  });

  it('says which values differ', () => {
    expect(
      matchMessage(maskMessage('Incompatible shapes: [32,4] vs. [90,4]'), 'Incompatible shapes: [16,4] vs. [90,4]')
        .differences,
    ).toEqual(['The report says [32,4] where the run says [16,4].']);
  });

  it('finds every text of three words and more in itself, also inside another', () => {
    const words = fc.array(
      fc.constantFrom('size', 'of', 'tensor', '(3, 4)', '12', "'x'", 'cuda:0', '0xff', 'must', 'match:'),
      { minLength: 3, maxLength: 20 },
    );
    fc.assert(
      fc.property(words, (parts) => {
        const text = `the very ${parts.join(' ')} end`;
        expect(agrees(text, text)).toBe(true);
        expect(agrees(text, `addmm: ${text} (more)`)).toBe(true);
      }),
    );
  });

  it('is not stalled by a message of many repeated words', () => {
    const text = 'a b a b a c '.repeat(300);
    expect(agrees(`${text}...${text}z`, text.repeat(3))).toBe(false);
  });
});

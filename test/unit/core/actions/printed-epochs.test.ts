import { describe, expect, it } from 'vitest';
import { printedEpochs } from '../../../../src/core/actions/stand-ins/hyperparameters';

describe('the epochs that a report printed', () => {
  it.each([
    ['epoch 0 loss 1.61\nepoch 1 loss 1.52\n...\nepoch 19 loss 1.47', 20],
    ['Epoch 1: 0.7\nEpoch 2: 0.69\nEpoch 12: 0.69', 12],
    ['Epoch 1/50\n32/32 [====] - 0s - loss: nan', 50],
    ['    Epoch [3/30], Step 100', 30],
    ['Epoch 1/5000', null],
    ['In epoch 7 it is the same.', null],
    ['epoch 3 was the best', null],
    ['', null],
  ])('%j: %s', (source, epochs) => {
    expect(printedEpochs(source)).toBe(epochs);
  });
});

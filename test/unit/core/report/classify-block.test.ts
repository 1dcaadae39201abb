import { expect, it } from 'vitest';
import { classifyBlock } from '../../../../src/core/report/classify-block';

it.each([
  ['tensor(0., grad_fn=<MeanBackward0>)\ntensor([[nan, nan],\n        [nan, nan]])', 'dataSample'],
  ['tensor(2.3026)\n', 'dataSample'],
  ['loss: tensor(0.7, grad_fn=<MseLossBackward0>)\n', 'dataSample'],
  ['a = torch.tensor(2.0)\nb = a * 2\nprint(b)', 'snippet'],
  ['print(net(x))\n# tensor([[0.1]], grad_fn=<AddmmBackward0>)\nprint(net.bias)', 'snippet'],
  ['import torch\nx = f(y)  # tensor(1., grad_fn=<X>)\nx.backward()', 'snippet'],
] as const)('tells printed values from code: %s', (text, kind) => {
  expect(classifyBlock(text, null)).toBe(kind);
});

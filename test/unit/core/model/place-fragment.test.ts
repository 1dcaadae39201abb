import { describe, expect, it } from 'vitest';
import { isFragment, withFragment } from '../../../../src/core/model/place-fragment';

const script = 'net = SegNet(1)\npic = torch.rand(1, 1, 320, 320)\nnet(pic)\n';

describe('an answer that holds only what the script lacks', () => {
  it.each([
    ['import torch\n', true],
    [
      'import torch\nimport torch.nn as nn\n\nclass SegNet(nn.Module):\n    def forward(self, x):\n        return x\n',
      true,
    ],
    ['import torch\na = 1\nb = 2\nc = 3\nd = torch.cat([a, b])\n', false],
    ['import torch\n\nsize = 3\n', true],
    ['# all that is missing\nSegNet = torch.nn.Identity\n', true],
    // What does something by itself is a script of its own.
    ['import torch\nprint(torch.cat([a, b]))\n', false],
    ['import torch\nnet = SegNet(1)\n', false],
    ['', false],
  ])('is %j: %s', (text, expected) => expect(isFragment(script, text)).toBe(expected));

  it('is put before it, behind what has to stand first', () => {
    expect(withFragment(script, 'import torch\n\n')).toBe(`import torch\n${script}`);
    expect(withFragment(`#!/usr/bin/env python\n${script}`, 'x = 1')).toBe(`#!/usr/bin/env python\nx = 1\n${script}`);
    expect(withFragment(`"""Doc."""\nfrom __future__ import annotations\n${script}`, 'x = 1')).toBe(
      `"""Doc."""\nfrom __future__ import annotations\nx = 1\n${script}`,
    );
  });
});

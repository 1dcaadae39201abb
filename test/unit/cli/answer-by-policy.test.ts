import { describe, expect, it } from 'vitest';
import { answerByPolicy } from '../../../src/cli/answer-by-policy';
import type { ApprovalScope } from '../../../src/protocol/approval';

const packages = (names: string[]): ApprovalScope => ({ kind: 'packages', names, bytes: 5_300_000_000, why: 'heavy' });

describe('what flags allow without a person', () => {
  it.each([
    ['a package that no flag names', packages(['torch']), [], 'refused'],
    ['a package that a flag names', packages(['torch']), ['torch'], 'approved'],
    ['its other spelling, with a version', packages(['Scikit_Learn==1.5.0']), ['scikit-learn'], 'approved'],
    ['one package of two', packages(['torch', 'torchvision']), ['torch'], 'refused'],
    ['a name that begins like the allowed one', packages(['torch-evil']), ['torch'], 'refused'],
    ['no package at all', packages([]), ['torch'], 'refused'],
    ['the network', { kind: 'network', purpose: 'weights' }, ['torch'], 'refused'],
    ['data', { kind: 'data', what: 'MNIST' }, ['torch'], 'refused'],
    ['a script of another author', { kind: 'script', scriptDigest: 'a'.repeat(64) }, ['torch'], 'refused'],
  ] as const)('%s', (_name, scope, allowPackages, answer) => {
    expect(answerByPolicy(scope, { allowPackages: [...allowPackages], sandbox: 'require' })).toBe(answer);
  });

  it('lets a weaker sandbox pass only where --sandbox was loosened', () => {
    const scope: ApprovalScope = { kind: 'weakerSandbox', reason: 'bubblewrap is not installed' };
    const answers = (['require', 'prefer', 'off'] as const).map((sandbox) =>
      answerByPolicy(scope, { allowPackages: [], sandbox }),
    );
    expect(answers).toEqual(['refused', 'approved', 'approved']);
  });
});

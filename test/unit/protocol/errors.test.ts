import { describe, expect, it } from 'vitest';
import { ErrorFrame, RepriseError, isRepriseError } from '../../../src/protocol/errors';

describe('errors of the contract', () => {
  it('carry data whose shape follows the code', () => {
    expect(ErrorFrame.safeParse({ code: 'locked', message: 'x', data: { processId: 4, path: '/x' } }).success).toBe(
      true,
    );
    expect(ErrorFrame.safeParse({ code: 'locked', message: 'x', data: { path: '/x' } }).success).toBe(false);
    expect(ErrorFrame.safeParse({ code: 'nonsense', message: 'x', data: {} }).success).toBe(false);
  });

  it('are told apart by code', () => {
    const error: unknown = new RepriseError('notFound', 'There is none.', { what: 'attempt', id: 'a-1' });
    expect(isRepriseError(error, 'notFound') && error.data.what).toBe('attempt');
    expect(isRepriseError(error, 'locked')).toBe(false);
  });
});

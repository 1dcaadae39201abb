import { describe, expect, it } from 'vitest';
import { canonicalScope } from '../../../../src/core/execute/canonical-scope';

describe('canonicalScope', () => {
  it('does not depend on the order of keys, and tells scopes apart', () => {
    const one = canonicalScope({ kind: 'packages', names: ['a', 'b'], bytes: null, why: 'heavy' });
    const same = canonicalScope({ why: 'heavy', bytes: null, names: ['a', 'b'], kind: 'packages' });
    expect(one).toBe('{"bytes":null,"kind":"packages","names":["a","b"],"why":"heavy"}');
    expect(same).toBe(one);
    expect(canonicalScope({ kind: 'packages', names: ['b', 'a'], bytes: null, why: 'heavy' })).not.toBe(one);
  });
});

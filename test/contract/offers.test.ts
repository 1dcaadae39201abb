import { describe, expect, it } from 'vitest';
import { offerBisect } from '../../src/host/offer-bisect';
import { offerMinimise, offerPublish } from '../../src/host/offer-sharing';
import { digestOf } from '../../src/node/system/digest';
import type { Result } from '../../src/protocol/methods';
import { emptyState } from '../../src/protocol/reproduction/reduce';
import type { Leak } from '../../src/protocol/sharing';

const wish = { kind: 'publish', reproductionId: 'r1', isPublic: false, gist: null } as const;
const preview = (...leaks: Leak[]): Result<'reproducer/share'> => ({
  files: [
    { path: 'reproducer.py', text: 'x = 1\n' },
    { path: 'README.md', text: '# One\n' },
  ],
  leaks,
  digest: 'a'.repeat(64),
});
const leak = (treatment: Leak['treatment']): Leak => ({
  ...{ kind: 'secret', rule: 'github-token', file: 'reproducer.py', line: 3 },
  treatment,
});

describe('the offer to publish', () => {
  it('says which files go where and who can read them, and covers just these', () => {
    const offer = offerPublish(wish, preview(leak('replaced')), digestOf);
    expect(offer.words).toEqual([
      'Puts 2 files (12 B) into a gist: unlisted, not private. Anyone with the link can read them',
      'reproducer.py, README.md',
      'One place was replaced, for it would have given something away',
    ]);
    expect(offer.acts.map(({ kind }) => kind)).toEqual(['publish', 'refuse']);
    const isPublic = offerPublish({ ...wish, isPublic: true }, preview(leak('replaced')), digestOf);
    expect(isPublic.words[0]).toContain('PUBLIC');
    const other = offerPublish(wish, { ...preview(leak('replaced')), digest: 'b'.repeat(64) }, digestOf);
    expect(new Set([offer.digest, isPublic.digest, other.digest]).size).toBe(3);
  });

  it('offers nothing where a script holds what must not leave', () => {
    const offer = offerPublish(wish, preview(leak('refused')), digestOf);
    expect(offer.acts.map(({ kind }) => kind)).toEqual(['refuse']);
    expect(offer.words[0]).toContain('Nothing was shared');
  });
});

describe('the offer to shorten', () => {
  it('offers nothing before something was reproduced, and says so', () => {
    const offer = offerMinimise(emptyState('r1'), { hasSandbox: true }, digestOf);
    expect(offer.acts.map(({ kind }) => kind)).toEqual(['refuse']);
    expect(offer.words).toEqual(['Only a reproduced script can be shortened. Reproduce the bug first.']);
  });
});

describe('the offer to search a release', () => {
  it('offers nothing before a fault was seen, and says so', () => {
    const search = { kind: 'bisect', reproductionId: 'r1', wish: { package: 'numpy', good: null, bad: null } } as const;
    const offer = offerBisect(search, emptyState('r1'), { hasSandbox: true }, digestOf);
    expect(offer.acts.map(({ kind }) => kind)).toEqual(['refuse']);
    expect(offer.words).toEqual([
      'Only a fault that was seen can be searched for in other releases. Reproduce it first.',
    ]);
  });
});

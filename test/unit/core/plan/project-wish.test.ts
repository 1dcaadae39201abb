import { describe, expect, it } from 'vitest';
import { revisionsIn } from '../../../../src/core/plan/project-wish';

describe('revisionsIn', () => {
  it.each([
    ['I am on commit 1a2b3c4d5e6f.', ['1a2b3c4d5e6f']],
    ['Revision: `deadbee`', ['deadbee']],
    ['HEAD is now at 3f2504e Fix things', ['3f2504e']],
    ['see https://example.invalid/o/r/blob/1a2b3c4d/train.py#L10', ['1a2b3c4d']],
    ['https://example.invalid/o/r/tree/v1.2.0/src', ['v1.2.0']],
    ['pip install git+https://example.invalid/o/r.git@v0.3.1', ['v0.3.1']],
    ['git checkout release-2.1', ['release-2.1']],
    ['first commit aaaaaaa1, then commit bbbbbbb2, then commit aaaaaaa1', ['aaaaaaa1', 'bbbbbbb2']],
  ])('finds %j', (report, revisions) => expect(revisionsIn(report)).toEqual(revisions));

  it.each([
    'commit 1234567',
    'commit abc',
    'loss was 0.1234567',
    'tensor deadbeef1 of size 7',
    'git checkout main',
    'https://example.invalid/o/r/tree/main/src',
    '',
  ])('finds none in %j', (report) => expect(revisionsIn(report)).toEqual([]));
});

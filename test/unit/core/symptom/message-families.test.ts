import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  findWordings,
  longestLiteral,
  messageFamilies,
  wordingFinder,
} from '../../../../src/core/symptom/message-families';

/** Messages that installed releases printed when they were run: release, class, message. */
const printed = JSON.parse(readFileSync('test/unit/core/symptom/printed-messages.json', 'utf8')) as (readonly [
  string,
  string,
  string,
])[];
const find = wordingFinder();
const known = printed.map(([by, type, message]) => ({
  by,
  type,
  texts: find(message).map(({ wording }) => wording.text),
}));
const wordings = messageFamilies().flatMap((family) => family.wordings.map((wording) => ({ family, wording })));

describe('the table of message families', () => {
  it('holds at least 40 families of several wordings, over all the frameworks', () => {
    expect(messageFamilies().filter((family) => family.wordings.length > 1).length).toBeGreaterThanOrEqual(40);
    expect(new Set(messageFamilies().map((family) => family.id)).size).toBe(messageFamilies().length);
    expect([...new Set(wordings.map(({ wording }) => wording.package))].sort()).toEqual([
      'flax',
      'jax',
      'keras',
      'numpy',
      'pytorch-lightning',
      'scikit-learn',
      'tensorflow',
      'tokenizers',
      'torch',
      'transformers',
    ]);
  });

  it.each(wordings.map(({ family, wording }) => [family.id, wording.text, wording] as const))(
    '%s: %s has a source, a class and enough words of its own',
    (_, text, wording) => {
      expect(wording.source.length).toBeGreaterThan(8);
      expect(wording.types.length).toBeGreaterThan(0);
      expect(longestLiteral(wording).length).toBeGreaterThanOrEqual(8);
      // More places that take anything would make a search slow.
      expect(text.match(/\{\*\}|:text\}/g)?.length ?? 0).toBeLessThanOrEqual(4);
    },
  );

  it.each(
    wordings.flatMap(({ wording }) => wording.seen.map((release) => [release, wording.text, wording.types] as const)),
  )('%s printed: %s', (release, text, types) => {
    // One run of TensorFlow and Keras made the messages of both.
    const run = release.startsWith('tensorflow 2.21') ? 'keras 3.15.1' : release;
    const found = known.filter(({ by, texts }) => by.includes(run) && texts.includes(text));
    expect(found.length).toBeGreaterThan(0);
    for (const { type } of found) expect(types).toContain(type);
  });

  it('finds a wording over line breaks, other quotes, case and terminal colours, and its values', () => {
    const [found] = findWordings(
      'layer:\n\u001b[1mRuntimeError: MAT1 and mat2 shapes cannot\n   be multiplied (4x3 and 5x6)\u001b[0m',
    );
    expect(found?.family.id).toBe('torch-matrix-shapes');
    expect(Object.entries(found?.values ?? {}).map(([name, { value }]) => [name, value])).toEqual([
      ['a', '4'],
      ['b', '3'],
      ['c', '5'],
      ['d', '6'],
    ]);
    expect(findWordings('The shapes of my two tensors do not fit.')).toEqual([]);
  });

  it('is not stalled by a message that begins every wording again and again', () => {
    for (const { wording } of wordings) {
      const head = wording.text.split('{')[0] ?? '';
      expect(find(`${head}(1,`.repeat(400).slice(0, 4_000)).length).toBeLessThan(20);
    }
  }, 60_000);
});

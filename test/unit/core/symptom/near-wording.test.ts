import { describe, expect, it } from 'vitest';
import { nearWording } from '../../../../src/core/symptom/near-wording';

const isNear = (reported: string, observed: string): boolean =>
  nearWording({ reported, observed, library: 'jax' }) !== null;

describe('a message that a release changed a little', () => {
  it.each([
    [
      "'<class 'jaxlib.xla_extension.ArrayImpl'>' object does not support item assignment. JAX arrays are immutable. Instead of ``x[idx] = y``, use ``x = x.at[idx].set(y)`` or another .at[] method: https://jax.example/en/latest/at.html",
      'JAX arrays are immutable and do not support in-place item assignment. Instead of x[idx] = y, use x = x.at[idx].set(y) or another .at[] method: https://docs.example/at.html',
    ],
    [
      'All input tensors of the layer must be defined on the same graph before merging them',
      'All input tensors of a layer must be defined on the same graph before merging.',
    ],
  ])('is the same fault: %s', (reported, observed) => {
    expect(isNear(reported, observed)).toBe(true);
  });

  it.each([
    [
      'of few words, which many faults share',
      "'Foo' object has no attribute 'bar'",
      "'Foo' object has no attribute 'baz'",
    ],
    [
      'of other names in quotes',
      "The layer got an unexpected keyword argument 'units' while building the whole network graph",
      "The layer got an unexpected keyword argument 'filters' while building the whole network graph",
    ],
    [
      'of other shapes',
      'Expected hidden state of the recurrent layer with size (2, 40, 128), but got (2, 64, 128) from caller',
      'Expected hidden state of the recurrent layer with size (2, 16, 128), but got (2, 64, 128) from caller',
    ],
    [
      'that says much more than the reported one',
      'Expected input batch size to match target batch size',
      'Expected input batch size to match target batch size; reduction weights, ignored indices, label smoothing, spatial maps, masked positions and padded sequences were likewise inspected without success beforehand',
    ],
  ])('is another one %s', (_, reported, observed) => {
    expect(isNear(reported, observed)).toBe(false);
  });
});

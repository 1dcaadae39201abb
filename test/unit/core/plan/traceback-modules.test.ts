import { describe, expect, it } from 'vitest';
import { tracebackModules } from '../../../../src/core/plan/traceback-modules';

const frames = (...files: readonly string[]) => ({
  frames: files.map((file) => ({ file, line: 1, function: null, code: null })),
});

describe('modules of a traceback', () => {
  it('are those of the innermost installed file of each exception, once', () => {
    const first = frames(
      '/home/a/train.py',
      '/usr/lib/python3/dist-packages/torch/utils/data/dataloader.py',
      '~/anaconda3/lib/python3.7/site-packages/pandas/core/generic.py',
      '/usr/lib/python3.7/json/decoder.py',
    );
    const second = frames(String.raw`C:\Python\Lib\site-packages\six.py`);
    expect(tracebackModules([first, second, first])).toEqual(['pandas', 'six']);
  });

  it.each(['train.py', '/usr/lib/python3.7/json/decoder.py', '/x/site-packages/--evil/a.py', '/x/site-packages/'])(
    'are none of %s',
    (file) => {
      expect(tracebackModules([frames(file)])).toEqual([]);
    },
  );
});

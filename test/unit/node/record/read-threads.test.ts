import { describe, expect, test } from 'vitest';
import { createRecordReader } from '../../../../src/node/record/read-record';
import { readThreads } from '../../../../src/node/record/read-threads';

const DUMP = `Thread 0x00007f3c (most recent call first):
  File "/case/reproducer.py", line 4 in waits
  File "/usr/lib/python3.11/threading.py", line 982 in run

Current thread 0x00007f3d [python3] (most recent call first):
  File "/case/reproducer.py", line 9 in <module>
  File "/app/resources/python/parts/launch.py", line 26 in run
  File "/app/resources/python/reprise_runner.py", line 17 in <module>
`;
const HEADER = JSON.stringify({
  type: 'header',
  version: 1,
  python: '3.11.7',
  implementation: 'cpython',
  executable: '/python',
  platform: 'linux',
  argv: [],
  seed: null,
  hashSeed: null,
});
const FINISHED = JSON.stringify({ type: 'finished', atMs: 9, exitCode: 0, peakHostBytes: 1, peakGpuBytes: null });

describe('stacks of threads', () => {
  test('are read without the frames of the runner', () => {
    expect(readThreads(DUMP)).toEqual([
      {
        id: '0x00007f3c',
        current: false,
        frames: [
          { file: '/case/reproducer.py', line: 4, function: 'waits' },
          { file: '/usr/lib/python3.11/threading.py', line: 982, function: 'run' },
        ],
      },
      { id: '0x00007f3d', current: true, frames: [{ file: '/case/reproducer.py', line: 9, function: '<module>' }] },
    ]);
  });

  test('keep what they know of an odd frame, and leave out what is none', () => {
    const text =
      'Thread 0x1 (most recent call first):\n  File "a "b", line ??? in f\n  <tstate is freed>\nnonsense\n  File "x"\n';
    expect(readThreads(text)[0]?.frames).toEqual([{ file: 'a "b', line: null, function: 'f' }]);
    expect(readThreads('  File "a", line 1 in f\n')).toEqual([]);
  });

  test('are bounded, whatever the text', () => {
    const one = `Thread 0x1 (most recent call first):\n${'  File "a", line 1 in f\n'.repeat(500)}`;
    const threads = readThreads(one.repeat(300));
    expect([threads.length, threads[0]?.frames.length]).toEqual([100, 100]);
  });

  test('stand in a record once they were asked for, before its end, and nowhere else', () => {
    const read = (ask: boolean, end: boolean) => {
      const reader = createRecordReader({ key: 'secret' });
      reader.push(Buffer.from(`secret ${HEADER}\n`));
      if (ask) reader.expectThreads(7);
      reader.push(Buffer.from(DUMP));
      if (end) reader.push(Buffer.from(`secret ${FINISHED}\n`));
      return reader.finish();
    };
    expect(read(true, true).lines.map(({ type }) => type)).toEqual(['header', 'threads', 'finished']);
    expect(read(true, false).lines[1]).toMatchObject({ type: 'threads', atMs: 7 });
    expect(read(true, false).dropped).toBe(0);
    expect(read(false, true).lines.map(({ type }) => type)).toEqual(['header', 'finished']);
    expect(read(false, true).dropped).toBe(8);
  });
});

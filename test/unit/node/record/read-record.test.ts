import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRecordReader } from '../../../../src/node/record/read-record';
import type { ExecutionRecord, RecordLine } from '../../../../src/protocol/record/record';

const HEADER: RecordLine = {
  type: 'header',
  version: 1,
  python: '3.11.7',
  implementation: 'cpython',
  executable: '/env/bin/python',
  platform: 'linux',
  argv: ['script.py'],
  seed: null,
};
const FINISHED: RecordLine = { type: 'finished', atMs: 9, exitCode: 1, peakHostBytes: 1024, peakGpuBytes: null };
const METRIC: RecordLine = { type: 'metric', atMs: 3, name: 'vérité', value: 'nan', step: 1, source: 'observe' };

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const written = (...lines: readonly (RecordLine | string)[]): Uint8Array =>
  encode(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)) + '\n').join(''));

function read(chunks: readonly Uint8Array[], limits = {}): ExecutionRecord {
  const reader = createRecordReader(limits);
  for (const chunk of chunks) reader.push(chunk);
  return reader.finish();
}

describe('createRecordReader', () => {
  test('gives the lines of a whole record', () => {
    expect(read([written(HEADER, METRIC, FINISHED)])).toEqual({ lines: [HEADER, METRIC, FINISHED], dropped: 0 });
  });

  test('takes only lines that begin with the key, and counts the others', () => {
    const keyed = (line: RecordLine): string => `k3y ${JSON.stringify(line)}`;
    const forged = ['{}', JSON.stringify(METRIC), `k3x ${JSON.stringify(METRIC)}`, `k3y${JSON.stringify(METRIC)}`];
    const bytes = written(JSON.stringify(HEADER), keyed(HEADER), ...forged, keyed(FINISHED));
    expect(read([bytes], { key: 'k3y' })).toEqual({ lines: [HEADER, FINISHED], dropped: 5 });
    expect(
      read(
        [...bytes].map((byte) => Uint8Array.of(byte)),
        { key: 'k3y' },
      ).lines,
    ).toEqual([HEADER, FINISHED]);
  });

  test('gives an empty record for no bytes', () => {
    expect(read([])).toEqual({ lines: [], dropped: 0 });
  });

  test('drops a last line that was torn, although it would parse', () => {
    const bytes = written(HEADER, FINISHED);
    expect(read([bytes.subarray(0, bytes.length - 1)])).toEqual({ lines: [HEADER], dropped: 1 });
  });

  test('drops foreign lines: no JSON, no known type, no UTF-8, empty, wrong shape', () => {
    const foreign = ['hello', '{"type":"verdict"}', '', '[]', 'null', '{"type":"phase","atMs":-1,"name":"started"}'];
    const bytes = [written(HEADER, ...foreign), new Uint8Array([0xff, 0xfe, 0x0a]), written(FINISHED)];
    expect(read(bytes)).toEqual({ lines: [HEADER, FINISHED], dropped: foreign.length + 1 });
  });

  test('keeps one header, at the start, and nothing after the end', () => {
    const second: RecordLine = { ...HEADER, seed: 7 };
    const record = read([written(METRIC, HEADER, second, FINISHED, METRIC, FINISHED)]);
    expect(record).toEqual({ lines: [HEADER, FINISHED], dropped: 4 });
  });

  test('drops a line over the limit, and reads on after it', () => {
    const long: RecordLine = { ...METRIC, name: 'n'.repeat(2000) };
    const bytes = written(HEADER, long, METRIC);
    const chunks = Array.from({ length: Math.ceil(bytes.length / 100) }, (_, at) =>
      bytes.subarray(at * 100, at * 100 + 100),
    );
    expect(read(chunks, { maxLineBytes: 1000 })).toEqual({ lines: [HEADER, METRIC], dropped: 1 });
  });

  test('holds no more than the limit of a line that never ends, and counts it once', () => {
    const reader = createRecordReader({ maxLineBytes: 1000 });
    for (let sent = 0; sent < 100; sent += 1) reader.push(new Uint8Array(900).fill(0x61));
    expect(reader.finish()).toEqual({ lines: [], dropped: 1 });
  });

  test('keeps room for the end of the run when metrics fill the record', () => {
    const metrics = Array.from({ length: 100 }, () => METRIC);
    const record = read([written(HEADER, ...metrics, FINISHED)], { maxBytes: 3000 });
    expect(record.lines.at(-1)).toEqual(FINISHED);
    expect(record.dropped).toBeGreaterThan(0);
    expect(record.lines.length + record.dropped).toBe(metrics.length + 2);
  });

  test('is not changed by later writes into a buffer that the caller uses again', () => {
    const bytes = written(HEADER, FINISHED);
    const reader = createRecordReader();
    const shared = new Uint8Array(16);
    for (let start = 0; start < bytes.length; start += shared.length) {
      const part = bytes.subarray(start, start + shared.length);
      shared.set(part);
      reader.push(shared.subarray(0, part.length));
    }
    expect(reader.finish()).toEqual({ lines: [HEADER, FINISHED], dropped: 0 });
  });

  test('reads the same from any chunks', () => {
    const bytes = written(HEADER, METRIC, 'not a line', METRIC, FINISHED, 'late');
    const whole = read([bytes]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: bytes.length })), (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
        expect(read(chunks)).toEqual(whole);
      }),
    );
  });

  test('never throws on any bytes, and counts every line of them', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (chunks) => {
        const record = read(chunks);
        expect(record.lines).toEqual([]);
        const all = chunks.flatMap((chunk) => [...chunk]);
        const ends = all.filter((byte) => byte === 0x0a).length;
        const torn = all.length > 0 && all.at(-1) !== 0x0a ? 1 : 0;
        expect(record.dropped).toBe(ends + torn);
      }),
    );
  });

  test('survives JSON nested too deep to parse or to check', () => {
    const deep = `{"type":"metric","atMs":1,"name":"x","value":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    expect(read([written(HEADER, deep, FINISHED)])).toEqual({ lines: [HEADER, FINISHED], dropped: 1 });
  });
});

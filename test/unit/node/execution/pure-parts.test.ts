import { describe, expect, test } from 'vitest';
import type { ReadyEnvironment } from '../../../../src/protocol/environment';
import { createTail, TAIL_BYTES } from '../../../../src/node/execution/create-tail';
import { environmentBlock } from '../../../../src/node/execution/environment-block';
import { baseFolder } from '../../../../src/node/execution/interpreter-places';
import { judgeEnd, type EndedRun } from '../../../../src/node/execution/judge-end';

const environment: ReadyEnvironment = {
  id: 'e1',
  kind: 'venv',
  prefix: '/envs/one',
  interpreter: '/envs/one/bin/python',
  pythonVersion: '3.11.7',
  packages: [],
  lock: '',
  lockDigest: '0'.repeat(64),
  reused: true,
  differences: [],
};
const block = {
  environment,
  isVirtual: true,
  hostBlock: {
    OPENAI_API_KEY: 'sk-secret',
    HOME: '/home/u',
    PYTHONPATH: '/evil',
    LD_PRELOAD: '/evil.so',
    OPENBLAS_CORETYPE: 'Haswell',
    CUDA_VISIBLE_DEVICES: '',
  },
  home: '/home/reprise',
  temporaryFolder: null,
  seed: null,
  sourceRoots: [],
};

describe('the environment block', () => {
  test('is built from nothing: of the host, only its hardware', () => {
    expect(environmentBlock(block)).toEqual({
      PATH: '/envs/one/bin:/usr/local/bin:/usr/bin:/bin',
      HOME: '/home/reprise',
      LANG: 'C.UTF-8',
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONNOUSERSITE: '1',
      MPLBACKEND: 'Agg',
      HF_HUB_OFFLINE: '1',
      VIRTUAL_ENV: '/envs/one',
      OPENBLAS_CORETYPE: 'Haswell',
    });
  });

  test('holds the seed as Python takes it, the roots of a project, and letters for Python 2', () => {
    const python2 = { ...environment, pythonVersion: '2.7.18' };
    const options = {
      ...block,
      environment: python2,
      seed: -7,
      sourceRoots: ['/p/src', '/p'],
      temporaryFolder: '/w/tmp',
    };
    expect(environmentBlock(options)).toMatchObject({
      PYTHONHASHSEED: '7',
      PYTHONPATH: '/p/src:/p',
      PYTHONIOENCODING: 'utf-8',
      TMPDIR: '/w/tmp',
    });
    expect(environmentBlock({ ...block, seed: 2 ** 33 + 5 })).toMatchObject({ PYTHONHASHSEED: '5' });
  });
});

describe('a tail', () => {
  test('keeps the end of a stream, and counts all of it', () => {
    const tail = createTail();
    for (let index = 0; index < 20_000; index += 1) tail.push(Buffer.from(`line ${index}\n`));
    tail.push(Buffer.from('end'));
    const { bytes, tail: text } = tail.summary();
    expect(bytes).toBeGreaterThan(TAIL_BYTES);
    expect(Buffer.byteLength(text)).toBe(TAIL_BYTES);
    expect(text.endsWith('line 19999\nend')).toBe(true);
  });

  test.each([1, 2, 3])('never begins or breaks in the middle of a letter, cut at %i bytes', (shift) => {
    const tail = createTail();
    const text = 'x'.repeat(shift) + '😀'.repeat(TAIL_BYTES / 4);
    const bytes = Buffer.from(text);
    for (let from = 0; from < bytes.length; from += 1001) tail.push(bytes.subarray(from, from + 1001));
    expect(tail.summary().tail).toBe('😀'.repeat(TAIL_BYTES / 4));
    tail.push(Buffer.from('y'));
    expect(tail.summary().tail).toBe(`${'😀'.repeat(TAIL_BYTES / 4 - 1)}y`);
  });

  test('shows bytes that are no text as such', () => {
    const tail = createTail();
    tail.push(Buffer.from([0xff, 0x41, 0xe2, 0x82]));
    expect(tail.summary()).toEqual({ bytes: 4, tail: '\ufffdA\ufffd' });
  });
});

describe('the end of a run', () => {
  const run: EndedRun = {
    end: { kind: 'exited', code: 1 },
    level: 'bubblewrap',
    stdoutBytes: 0,
    stderr: 'bwrap: Creating new namespace failed: Operation not permitted\n',
    record: { lines: [], dropped: 0 },
  };

  test('is a start that failed when the sandbox refused', () => {
    expect(judgeEnd(run)).toMatchObject({
      kind: 'couldNotStart',
      reason: expect.stringContaining('Creating new namespace failed') as string,
    });
  });

  test('is the script’s own when the script had begun, or printed such words in passing', () => {
    expect(judgeEnd({ ...run, stdoutBytes: 3 })).toEqual(run.end);
    expect(judgeEnd({ ...run, stderr: `${run.stderr}and more\n` })).toEqual(run.end);
    expect(judgeEnd({ ...run, level: 'limitsOnly' })).toEqual(run.end);
  });

  test('is an exit, not a signal, when the record says that the script finished with that code', () => {
    const finished = { type: 'finished', atMs: 1, exitCode: 139, peakHostBytes: null, peakGpuBytes: null } as const;
    const signalled = { kind: 'signalled', signal: 'SIGSEGV' } as const;
    const ended = { ...run, stderr: '', end: signalled };
    expect(judgeEnd(ended)).toEqual(signalled);
    expect(judgeEnd({ ...ended, record: { lines: [finished], dropped: 0 } })).toEqual({ kind: 'exited', code: 139 });
    expect(judgeEnd({ ...ended, record: { lines: [{ ...finished, exitCode: 0 }], dropped: 0 } })).toEqual(signalled);
  });
});

test('the base of a virtual environment is read from its settings', () => {
  expect(baseFolder('include-system-site-packages = false\nhome = /opt/py 3/bin \nversion = 3.11.7\n')).toBe(
    '/opt/py 3/bin',
  );
  expect(baseFolder('home = relative/bin')).toBeNull();
});

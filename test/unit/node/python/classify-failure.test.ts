import { describe, expect, it } from 'vitest';
import { classifyFailure } from '../../../../src/node/python/uv/classify-failure';
import { plainText } from '../../../../src/node/python/uv/plain-text';

/** Answers as uv 0.13.9 gave them. */
const recorded = {
  noVersion: `error: No solution found when resolving dependencies
  cause: Because there is no version of numpy==99.0 and you require numpy==99.0, we can conclude that your requirements are unsatisfiable.`,
  noName: `error: No solution found when resolving dependencies
  cause: Because nosuchpackage-zzz was not found in the package registry and you require nosuchpackage-zzz, we can conclude that your requirements are unsatisfiable.`,
  noAbi: `error: No solution found when resolving dependencies
  cause: Because torch==1.5.0 has no wheels with a matching Python ABI tag (e.g., \`cp311\`) and you require torch==1.5.0, we can conclude that your requirements are unsatisfiable.

hint: You require CPython 3.11 (\`cp311\`), but we only found wheels for \`torch\` (v1.5.0) with the following Python ABI tags: \`cp35m\`, \`cp36m\`, \`cp37m\`, \`cp38\``,
  sourceOnly: `error: No solution found when resolving dependencies
  cause: Because absl-py==0.9.0 has no usable wheels and you require absl-py==0.9.0, we can conclude that your requirements are unsatisfiable.

hint: Wheels are required for \`absl-py\` because building from source is disabled for all packages (i.e., with \`--no-build\`)`,
  conflict: `error: No solution found when resolving dependencies
  cause: Because numba==0.59.0 depends on numpy>=1.22,<1.27 and you require numpy==2.0.0, we can conclude that your requirements and numba==0.59.0 are incompatible.
         And because you require numba==0.59.0, we can conclude that your requirements are unsatisfiable.`,
  refusedConnection: `error: Request failed after 3 retries in 12.4s
  cause: Failed to fetch: http://127.0.0.1:9/simple/numpy/
  cause: error sending request for url (http://127.0.0.1:9/simple/numpy/)
  cause: client error (Connect)
  cause: tcp connect error
  cause: Connection refused (os error 111)`,
  changed: `error: Failed to download \`six==1.16.0\`
  cause: Hash mismatch for \`six==1.16.0\`

Expected:
  sha256:0000000000000000000000000000000000000000000000000000000000000000

Computed:
  sha256:8abb2f1d86890a2dfb989f9a77cfcfd3e47c2a354b01111771326f8aa26e0254`,
  yanked: `error: No solution found when resolving dependencies
  cause: Because six==1.1 was yanked (reason: broken on purpose) and only six<=1.1 is available, we can conclude that six>=1.1 cannot be used.
         And because you require six>=1.1, we can conclude that your requirements are unsatisfiable.`,
  otherPython: `error: No solution found when resolving dependencies
  cause: Because the current Python version (3.11.7) does not satisfy Python>=3.12 and torch==1.0 depends on Python>=3.12, we can conclude that torch==1.0 cannot be used.
         And because you require torch==1.0, we can conclude that your requirements are unsatisfiable.`,
  brokenPython: `error: Failed to inspect Python interpreter from provided path at \`badpy\`
  cause: Querying Python at \`/opt/badpy\` failed with exit status exit status: 3`,
  forbidden: `error: No solution found when resolving dependencies
  cause: Because six was not found in the package registry and you require six, we can conclude that your requirements are unsatisfiable.

hint: An index (http://127.0.0.1:8999/denied) returned a 403 Forbidden error. Check that the index URL is correct and the credentials are valid.`,
  busy: `error: Request failed after 1 retry in 1.5s
  cause: Failed to fetch: http://127.0.0.1:8999/busy/six/
  cause: HTTP status server error (503 Service Unavailable) for url (http://127.0.0.1:8999/busy/six/)`,
  damaged: `error: Failed to download \`jax==1.0\`
  cause: Failed to extract archive: jax-1.0-py3-none-any.whl
  cause: Invalid zip file structure`,
  buildFailed: `error: Failed to download and build \`gast==0.3\`
  cause: Failed to resolve requirements from \`setup.py\` build
  cause: No solution found when resolving: \`setuptools>=40.8.0\`
  cause: Because setuptools was not found in the package registry and you require setuptools>=40.8.0, we can conclude that your requirements are unsatisfiable.`,
  usage: `error: unexpected argument '--nonsense' found`,
};

const ask = (code: number, text: string, freeBytes: number | null = null) =>
  classifyFailure({ end: { kind: 'exited', code }, text, pythonVersion: '3.11.7', folder: '/data', freeBytes });

describe('classifyFailure', () => {
  it.each([
    ['noVersion', 1, recorded.noVersion],
    ['noVersion', 1, recorded.noName],
    ['noWheel', 1, recorded.noAbi],
    ['sourceOnly', 1, recorded.sourceOnly],
    [
      'noWheel',
      1,
      `${recorded.noAbi}\n\nhint: Wheels are required for \`torch\` because building from source is disabled`,
    ],
    ['yanked', 1, recorded.yanked],
    ['otherPython', 1, recorded.otherPython],
    ['brokenPython', 2, recorded.brokenPython],
    ['indexRefused', 1, recorded.forbidden],
    ['indexRefused', 2, recorded.busy],
    ['unreadable', 1, recorded.damaged],
    ['buildFailed', 1, recorded.buildFailed],
    ['noVersion', 1, 'ERROR: No matching distribution found for numpy==1.26.4 (from -r wanted.txt (line 1))'],
    [
      'conflict',
      1,
      'ERROR: Cannot install -r wanted.txt (line 1) and six==1.0 because these package versions have conflicting dependencies.',
    ],
    ['conflict', 1, recorded.conflict],
    ['noNetwork', 2, recorded.refusedConnection],
    ['other', 2, recorded.usage],
    ['refused', 1, recorded.changed],
    ['diskFull', 2, 'error: failed to write to file\n  cause: No space left on device (os error 28)'],
  ] as const)('tells %s', (kind, code, text) => {
    expect(ask(code, text).kind).toBe(kind);
  });

  it('says what to do, and names what does not go together', () => {
    expect(ask(1, recorded.conflict).message).toBe(
      'The wanted versions do not go together. numba==0.59.0 depends on numpy>=1.22,<1.27, and wanted is numpy==2.0.0.',
    );
    expect(ask(1, recorded.sourceOnly).message).toContain(
      'absl-py==0.9.0 has no usable wheels. Choose another version',
    );
    expect(ask(2, recorded.refusedConnection).message).toContain('--environment');
  });

  it('names the packages that are to blame, the one that gives way last', () => {
    expect(ask(1, recorded.conflict).blamed).toEqual(['numba', 'numpy']);
    expect(ask(1, recorded.noVersion).blamed).toEqual(['numpy']);
    expect(ask(1, recorded.noAbi).blamed).toEqual(['torch']);
    expect(ask(1, recorded.yanked).blamed).toEqual(['six']);
    expect(ask(1, recorded.otherPython).blamed).toEqual(['torch']);
    expect(ask(1, recorded.buildFailed).blamed).toEqual(['gast']);
    expect(ask(2, recorded.busy).message).toContain('503 Service Unavailable');
    expect(ask(1, recorded.forbidden).message).toContain('403 Forbidden');
  });

  it('reads answers that a terminal broke into lines', () => {
    const wrapped = recorded.noAbi.replace('has no wheels with', 'has no wheels\n         with');
    expect(ask(1, wrapped).kind).toBe('noWheel');
  });

  it('believes the disk and the way it ended before any words', () => {
    expect(ask(1, recorded.noVersion, 1024).kind).toBe('diskFull');
    const ended = (end: Parameters<typeof classifyFailure>[0]['end']) =>
      classifyFailure({
        end,
        text: recorded.refusedConnection,
        pythonVersion: '3.11',
        folder: '/data',
        freeBytes: null,
      });
    expect(ended({ kind: 'couldNotStart', reason: 'ENOENT' }).kind).toBe('noInstaller');
    expect(ended({ kind: 'timeLimit', seconds: 3600 }).message).toContain('60 minutes');
    expect(ended({ kind: 'signalled', signal: 'SIGKILL' }).message).toContain('SIGKILL');
  });
});

describe('plainText', () => {
  it('leaves out colours, links, cursor moves and lines that were written over', () => {
    const shown =
      '\u001b[1m\u001b[31merror\u001b[39m\u001b[0m: bad\r\n\u001b]8;;http://a\u001b\\link\u001b]8;;\u001b\\\r\n10 %\r50 %\r100 %\r\n';
    expect(plainText(shown)).toBe('error: bad\nlink\n100 %');
  });
});

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
  usage: `error: unexpected argument '--nonsense' found`,
};

const ask = (code: number, text: string, freeBytes: number | null = null) =>
  classifyFailure({ end: { kind: 'exited', code }, text, pythonVersion: '3.11.7', folder: '/data', freeBytes });

describe('classifyFailure', () => {
  it.each([
    ['noVersion', 1, recorded.noVersion],
    ['noVersion', 1, recorded.noName],
    ['noWheel', 1, recorded.noAbi],
    ['noWheel', 1, recorded.sourceOnly],
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
    expect(ask(1, recorded.sourceOnly).message).toContain('absl-py==0.9.0 has no usable wheels. Choose another Python');
    expect(ask(2, recorded.refusedConnection).message).toContain('--environment');
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

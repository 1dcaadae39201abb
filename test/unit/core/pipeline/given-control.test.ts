import { beforeAll, describe, expect, it } from 'vitest';
import type { PythonParser } from '../../../../src/core/ports/python-parser';
import type { RunRequest } from '../../../../src/core/ports/script-runner';
import { digestOf } from '../../../../src/node/system/digest';
import type { ExecutionResult } from '../../../../src/protocol/execution';
import type { ReproductionState } from '../../../../src/protocol/reproduction/state';
import { createTestParser } from '../../../helpers/create-test-parser';
import { createBench } from '../../../helpers/pipeline';
import { ended, raised } from '../../../helpers/recorded-results';

let parser: PythonParser;
beforeAll(async () => {
  parser = await createTestParser();
});

const code = 'import json\nsizes = json.loads("[]")\nfirst = sizes[int(0)]\n';
const report = (cure: string): string => `# The first size cannot be read

${cure}

\`\`\`python
${code}\`\`\`

\`\`\`
IndexError: list index out of range
\`\`\`
`;

function answer({ script, mode }: RunRequest): ExecutionResult {
  return script.includes('[1]')
    ? ended('', mode)
    : raised(
        {
          type: 'IndexError',
          message: 'list index out of range',
          frames: [{ line: 3, code: 'first = sizes[int(0)]', op: 'BINARY_SUBSCR' }],
        },
        mode,
      );
}

async function verify(
  cure: string,
  options: { readonly autonomy: 'auto' | 'guide'; readonly control?: readonly string[] },
): Promise<{ readonly state: ReproductionState; readonly requests: readonly RunRequest[] }> {
  const requests: RunRequest[] = [];
  const digest = digestOf(code);
  const { drive, store } = await createBench({
    report: report(cure),
    parser,
    answer: (request) => {
      requests.push(request);
      return answer(request);
    },
    options: {
      autonomy: options.autonomy,
      given: { name: 'a.py', digest, arguments: ['--small'], control: options.control ? [...options.control] : null },
    },
  });
  await store.writeScript('reproduction', { text: code, digest, provenance: [] });
  return { state: await drive(), requests };
}

const cure = 'Changing `"[]"` to `"[1]"` fixes it.';

function controlOf(state: ReproductionState): { readonly result: string; readonly words: string } {
  const rule = state.conclusion?.verdict?.rules.find(({ rule: own }) => own === 'control');
  return { result: rule?.result ?? '', words: rule?.evidence.map(({ text }) => text).join(' ') ?? '' };
}

describe('a script that was given, without a control of its own', () => {
  it('gets the report’s own cure as its control, run with the same words, where policy may approve it', async () => {
    const { state, requests } = await verify(cure, { autonomy: 'auto' });
    expect(state.conclusion?.outcome, state.conclusion?.message).toBe('reproduced');
    expect(controlOf(state).result).toBe('passed');
    expect(controlOf(state).words).toContain('fixes it');
    expect(requests.map(({ arguments: words }) => words)).toEqual([['--small'], ['--small'], ['--small']]);
    const control = state.attempts.find(({ edit }) => edit.kind === 'control');
    const approval = state.approvals.find(
      ({ scope }) => scope.kind === 'script' && scope.scriptDigest === control?.scriptDigest,
    );
    expect(approval?.by).toBe('policy');
  });

  it('runs no line of the report that nobody approved', async () => {
    const { state, requests } = await verify(cure, { autonomy: 'guide' });
    expect(requests.every(({ script }) => !script.includes('[1]'))).toBe(true);
    expect(controlOf(state).result).toBe('waived');
  });

  it('says why there is none', async () => {
    const { state } = await verify('', { autonomy: 'auto' });
    expect(controlOf(state).result).toBe('waived');
    expect(controlOf(state).words).toContain('the report states no cure');
  });

  it('is judged by the control that came with it, where one did', async () => {
    const { state, requests } = await verify(cure, { autonomy: 'auto', control: ['--fixed'] });
    expect(requests.some(({ script }) => script.includes('[1]'))).toBe(false);
    expect(requests.at(-1)?.arguments).toEqual(['--fixed']);
    expect(controlOf(state).result).toBe('failed');
  });
});

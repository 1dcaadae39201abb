import { describe, expect, it } from 'vitest';
import { readReport } from '../../../../src/core/report/read-report';

const read = (text: string) => readReport({ name: 'report.md', text, asOf: null });
const told = 'dot_general requires contracting dimensions to have the same shape, got (3,) and (2,).';
const frames = '  File "b.py", line 8, in <module>\n    step(x, w)\n  File "b.py", line 5, in step\n    y = x @ w\n';
const inner =
  '  File "/usr/lib/python3/site-packages/jax/_src/lax/lax.py", line 4210, in _dot_general_shape_rule\n    raise TypeError(msg)\n';

describe('tracebacks that JAX has cut', () => {
  it('keep what is said of the traceback out of the message', () => {
    const text = `# It fails\n\n\`\`\`\nTraceback (most recent call last):\n${frames}TypeError: ${told}\n--------------------\nFor simplicity, JAX has removed its internal frames from the traceback of the following exception. Set JAX_TRACEBACK_FILTERING=off to include these.\n\`\`\`\n`;
    const { readOut, symptoms } = read(text);
    expect(readOut.exceptions.map(({ message }) => message)).toEqual([told]);
    expect(symptoms[0]).toMatchObject({ kind: 'exception', type: 'TypeError', blamed: { code: 'y = x @ w' } });
  });

  it.each([
    [
      'jax._src.traceback_util.UnfilteredStackTrace',
      'The stack trace below excludes JAX-internal frames.\nThe preceding is the original exception that occurred, unmodified.\n',
    ],
    [
      'jax._src.source_info_util.JaxStackTraceBeforeTransformation',
      'The preceding stack trace is the source of the JAX operation that, once transformed by JAX, triggered the following exception.\n',
    ],
  ])('give the exception itself, and not %s, which holds its frames', (holder, words) => {
    const text = `# It fails\n\n\`\`\`\nTraceback (most recent call last):\n${frames}${inner}${holder}: TypeError: ${told}\n\n${words}\n--------------------\n\nThe above exception was the direct cause of the following exception:\n\nTraceback (most recent call last):\n${frames}TypeError: ${told}\n\`\`\`\n`;
    const { readOut, symptoms } = read(text);
    expect(readOut.exceptions.map(({ type, relation }) => [type.split('.').at(-1), relation])).toEqual([
      [holder.split('.').at(-1), 'cause'],
      ['TypeError', 'raised'],
    ]);
    expect(symptoms.map((symptom) => (symptom.kind === 'exception' ? symptom.type : symptom.kind))).toEqual([
      'TypeError',
    ]);
  });

  it('links no exception with a sentence that stands far from it', () => {
    const far = `# It fails\n\nValueError: first one of two\n\n${'Much is told in between. '.repeat(30)}\n\nThe above exception was the direct cause of the following exception:\n\nTraceback (most recent call last):\n${frames}TypeError: ${told}\n`;
    expect(read(far).symptoms.map((symptom) => (symptom.kind === 'exception' ? symptom.type : ''))).toContain(
      'ValueError',
    );
  });
});

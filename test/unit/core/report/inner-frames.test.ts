import { describe, expect, it } from 'vitest';
import { innerFrames } from '../../../../src/core/report/inner-frames';
import { readReport } from '../../../../src/core/report/read-report';

/** The message of the only exception of a report, and the reporter's line that it blames. */
function read(printed: readonly string[]): { readonly message: string; readonly blamed: string | null } {
  const text = `# It fails\n\n\`\`\`\n${printed.join('\n')}\n\`\`\`\n`;
  const { readOut, symptoms } = readReport({ name: 'report.md', text, asOf: null });
  expect(readOut.exceptions).toHaveLength(1);
  const [symptom] = symptoms;
  return {
    message: readOut.exceptions[0]?.message ?? '',
    blamed: symptom?.kind === 'exception' ? (symptom.blamed?.code ?? null) : null,
  };
}

const head = 'Traceback (most recent call last):';

describe('frames that a message holds', () => {
  it('are those of a worker, also below lines that Python points at', () => {
    const { message, blamed } = read([
      head,
      '  File "train.py", line 9, in <module>',
      '    for batch in loader:',
      '  File "/env/lib/python3.12/site-packages/torch/_utils.py", line 804, in reraise',
      '    raise exception',
      'IndexError: Caught IndexError in DataLoader worker process 0.',
      'Original Traceback (most recent call last):',
      '  File "/env/lib/python3.12/site-packages/torch/utils/data/_utils/fetch.py", line 54, in fetch',
      '    data = [self.dataset[idx] for idx in possibly_batched_index]',
      '            ~~~~~~~~~~~~^^^^^',
      '  File "train.py", line 7, in __getitem__',
      '    return self.rows[at + 3]',
      '           ~~~~~~~~~^^^^^^^^',
      'IndexError: list index out of range',
    ]);
    expect(message).toMatch(/IndexError: list index out of range$/);
    expect(blamed).toBe('return self.rows[at + 3]');
  });

  it('are those of a traced function, whose made file is nobody’s', () => {
    const { blamed } = read([
      head,
      '  File "train.py", line 6, in <module>',
      '    loss = step(x, w)',
      '  File "/tmp/__autograph_generated_file5f.py", line 10, in tf__step',
      '    y = ag__.converted_call(ag__.ld(tf).matmul, (ag__.ld(x), ag__.ld(w)), None, fscope)',
      'ValueError: in user code:',
      '',
      '    File "train.py", line 4, in step  *',
      '        y = tf.matmul(x, w)',
      '',
      '    ValueError: Dimensions must be equal, but are 3 and 2',
    ]);
    expect(blamed).toBe('y = tf.matmul(x, w)');
  });

  it('are those that a compiler tells of below its message', () => {
    const { message, blamed } = read([
      head,
      '  File "train.py", line 11, in <module>',
      '    out = net(x)',
      'torch._dynamo.exc.TorchRuntimeError: Failed running call_function linear',
      '',
      'from user code:',
      '   File "train.py", line 7, in forward',
      '    return self.fc(x)',
      '',
      'Set TORCH_LOGS="+dynamo" for more.',
    ]);
    expect(message).toMatch(/return self\.fc\(x\)$/);
    expect(blamed).toBe('return self.fc(x)');
  });

  it('are those of TorchScript, which points into the function that it prints', () => {
    const { message, blamed } = read([
      head,
      '  File "train.py", line 9, in <module>',
      '    mix(a, b)',
      'RuntimeError: The following operation failed in the TorchScript interpreter.',
      'Traceback of TorchScript (most recent call last):',
      '  File "train.py", line 6, in mix',
      'def mix(a, b):',
      '    c = a + 1',
      '    return torch.mm(c, b)',
      '           ~~~~~~~~ <--- HERE',
      'RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)',
    ]);
    expect(message).toMatch(/\(2x3 and 2x3\)$/);
    expect(blamed).toBe('return torch.mm(c, b)');
  });

  it('are those of a process that was spawned', () => {
    const { message, blamed } = read([
      head,
      '  File "train.py", line 9, in <module>',
      '    mp.spawn(work, nprocs=1)',
      'torch.multiprocessing.spawn.ProcessRaisedException: ',
      '',
      '-- Process 0 terminated with the following error:',
      head,
      '  File "/env/lib/python3.12/site-packages/torch/multiprocessing/spawn.py", line 89, in _wrap',
      '    fn(i, *args)',
      '  File "train.py", line 5, in work',
      '    return torch.mm(x, x)',
      'RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)',
    ]);
    expect(message).toContain('-- Process 0 terminated');
    expect(blamed).toBe('return torch.mm(x, x)');
  });

  it('are none of a message that wraps nothing', () => {
    expect(innerFrames('  File "a.py", line 1, in f\n    x')).toEqual([]);
    expect(innerFrames('')).toEqual([]);
  });
});

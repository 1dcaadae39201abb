import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareShare } from '../../../../src/core/export/prepare-share';
import { readBundle } from '../../../../src/core/export/read-bundle';
import { digestOf } from '../../../../src/node/system/digest';
import { unzipFiles, zipFiles } from '../../../../src/node/share/zip-files';
import { ShareForm, type SharedFile } from '../../../../src/protocol/sharing';

const symptom = {
  ...{ id: 's', confidence: 1, span: null, author: 'report', kind: 'exception', type: 'ValueError' },
  ...{ message: { source: 'bad `value` ``` here', parts: [] }, blamed: null, phase: null },
};

function bundleOf(script: string, title: string): readonly SharedFile[] {
  const metadata = {
    ...{ version: 1, title, symptom, outcome: 'reproduced', observed: 'ValueError: bad value' },
    script: { file: 'reproducer.py', digest: digestOf(script) },
    environment: { python: '3.11.7', asOf: '2024-05-01' },
  };
  return [
    { path: 'reproducer.py', text: script },
    { path: 'README.md', text: '# What it shows\n' },
    { path: 'requirements.lock', text: 'numpy==1.26.4\n' },
    { path: 'reproduction.json', text: `${JSON.stringify(metadata, null, 2)}\n` },
    { path: 'report.md', text: `# ${title}\n\nIt fails.\n` },
    { path: 'run.log', text: 'ValueError: bad value\n' },
  ];
}

async function shared(form: ShareForm, files: readonly SharedFile[]): Promise<readonly SharedFile[]> {
  const { files: out } = await prepareShare({
    ...{ files, form, xfail: false, seconds: 60, digestOf },
    machine: { host: 'host-of-nobody', user: 'nobody-here', homeFolder: '/home/nobody-here' },
    scanner: { scan: async () => [] },
  });
  return form === 'zip' ? unzipFiles(zipFiles(out, 'reproducer')) : out;
}

/** Scripts as they may end and be fenced: with quotes and back quotes, blanks at their ends, or without a line's end. */
const scripts = fc
  .tuple(
    fc.array(fc.constantFrom('x = 1', 'print("`" * 3)', '```python', '', '    ', 'é = "→ \\u0000"', "s = '''a\tb'''"), {
      maxLength: 8,
    }),
    fc.constantFrom('', '\n', '\n\n', '  \n', '\n# /// script\n# ///\n'),
  )
  .map(([lines, end]) => `import numpy\n${lines.join('\n')}${end}`);

describe('a reproducer that was exported', () => {
  it.each(ShareForm.options)('comes back with the same bytes of its script from the form %s', async (form) => {
    await fc.assert(
      fc.asyncProperty(scripts, fc.constantFrom('A title', 'With `marks` and "quotes"'), async (script, title) => {
        const bundle = readBundle(await shared(form, bundleOf(script, title)), digestOf);
        expect(bundle.script).toBe(script);
        expect(bundle).toMatchObject({
          title,
          symptom,
          outcome: 'reproduced',
          pythonVersion: '3.11.7',
          asOf: '2024-05-01',
        });
        expect(bundle.report).toBe(`# ${title}\n\nIt fails.\n`);
        // A comment shows the lock to people.
        if (form !== 'markdown') expect(bundle.lock).toBe('numpy==1.26.4\n');
      }),
    );
  });

  it('is refused where its script was changed since, and where it carries nothing', async () => {
    const files = bundleOf('print(1)\n', 'A title');
    for (const form of ['notebook', 'markdown'] as const) {
      const [file] = await shared(form, files);
      const changed = { path: file?.path ?? '', text: (file?.text ?? '').replace('print(1)', 'print(2)') };
      expect(() => readBundle([changed], digestOf)).toThrow('is not the one that was judged');
    }
    for (const text of ['# A note\n', '```json\n{"reprise": {"reproduction.json": 3}}\n```\n', '{"cells": []}']) {
      expect(() => readBundle([{ path: 'a.md', text }], digestOf)).toThrow('There is no reproducer.py here');
      expect(() => readBundle([{ path: 'a.ipynb', text }], digestOf)).toThrow('There is no reproducer.py here');
    }
  });
});

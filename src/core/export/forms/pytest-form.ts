import { message } from '../../../protocol/catalogue/catalogue';
import type { MessageTemplate, Symptom } from '../../../protocol/symptom';
import { maskMessage } from '../../symptom/mask-message';

/** A test file, or why this symptom cannot be told by a test of its own. */
export type PytestForm =
  { readonly kind: 'file'; readonly text: string } | { readonly kind: 'none'; readonly why: string };

interface PytestOptions {
  readonly symptom: Symptom;
  /** What the confirming run ended with, as it was printed. */
  readonly observed: string | null;
  readonly xfail: boolean;
  /** The longest that the script may take. */
  readonly seconds: number;
}

/**
 * A test that runs the script and fails while the bug is there. With `xfail` it passes as an expected failure instead, and tells when
 * the bug is gone. Runs with Python 3.6 and later.
 */
export function pytestForm(options: PytestOptions): PytestForm {
  const check = checkFor(options);
  if (check === null) return { kind: 'none', why: message('export.pytest.none', { kind: options.symptom.kind }) };
  const lines = [
    'import os',
    'import re',
    'import subprocess',
    'import sys',
    '',
    'import pytest',
    '',
    'SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "reproducer.py")',
    `SECONDS = ${String(Math.ceil(options.seconds))}`,
    '',
    '',
    'def printed(name, text):',
    '    """Every number that the script printed by this name, in order."""',
    '    pattern = r"\\b%s[\\"\']?\\s*[=:]\\s*([-+]?(?:nan|inf|[0-9.]+(?:e[-+]?[0-9]+)?))" % re.escape(name)',
    '    return [float(value) for value in re.findall(pattern, text, re.IGNORECASE)]',
    '',
    '',
    ...(options.xfail ? [`@pytest.mark.xfail(strict=True, reason=${quoted(message('export.pytest.reason'))})`] : []),
    'def test_reproduction():',
    ...check.map((line) => (line === '' ? '' : `    ${line}`)),
    '',
  ];
  return { kind: 'file', text: lines.join('\n') };
}

const run = [
  'run = subprocess.run([sys.executable, SCRIPT], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=SECONDS)',
  'output = run.stdout.decode("utf-8", "replace")',
  'errors = run.stderr.decode("utf-8", "replace")',
] as const;

function checkFor({ symptom, observed }: PytestOptions): readonly string[] | null {
  switch (symptom.kind) {
    case 'exception': {
      const seen = observed ?? `${symptom.type}: ${symptom.message?.source ?? ''}`;
      const colon = seen.indexOf(':');
      const type = (colon < 0 ? seen : seen.slice(0, colon)).trim().split('.').at(-1) ?? '';
      const words = literalOf(maskMessage(colon < 0 ? '' : seen.slice(colon + 1)));
      return [
        ...run,
        `shown = run.returncode != 0 and ${quoted(type)} in errors${words === '' ? '' : ` and ${quoted(words)} in errors`}`,
        'assert not shown, errors',
      ];
    }
    case 'signal':
      return [...run, 'assert run.returncode >= 0, errors'];
    case 'hang':
      return [
        'try:',
        ...run.map((line) => `    ${line}`),
        'except subprocess.TimeoutExpired:',
        '    pytest.fail("still running after %d s" % SECONDS)',
        'assert run.returncode == 0, errors',
      ];
    case 'warning':
      return [...run, `assert ${quoted(literalOf(symptom.message))} not in output + errors, errors`];
    case 'nonFinite':
      return [
        ...run,
        `values = printed(${quoted(symptom.what)}, output)`,
        'assert values, output + errors',
        'assert all(value == value and abs(value) != float("inf") for value in values), values',
      ];
    default:
      return null;
  }
}

/** The longest stretch of a message that is the same in every run. */
function literalOf({ parts }: MessageTemplate): string {
  const texts = parts.flatMap((part) => (part.kind === 'text' ? part.text.split('\n') : []));
  return texts.reduce((longest, text) => (text.trim().length > longest.length ? text.trim() : longest), '');
}

/** A text as Python 3 reads it in a script of any encoding. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

import type { Leak, SharedFile, ShareForm } from '../../protocol/sharing';
import { message } from '../../protocol/catalogue/catalogue';
import { RepriseError } from '../../protocol/errors';
import { assertNever } from '../../protocol/primitives';
import { describeSymptom } from '../plan/describe-symptom';
import type { DigestOf } from '../ports/digests';
import type { SecretScanner } from '../ports/secret-scanner';
import { issueCommentForm } from './forms/issue-comment';
import { plainLine } from './forms/plain-line';
import { notebookForm } from './forms/notebook';
import { pytestForm } from './forms/pytest-form';
import { cleanFiles } from './leaks/clean-files';
import type { MachineNames } from './leaks/find-private-text';
import { readBundle, type Bundle, type BundleFacts } from './read-bundle';

export interface ShareRequest {
  /** The reproducer as it was written. */
  readonly files: readonly SharedFile[];
  readonly form: ShareForm;
  readonly xfail: boolean;
  /** Limit of one run, which a test takes over. */
  readonly seconds: number;
  readonly machine: MachineNames;
  readonly scanner: SecretScanner;
  readonly digestOf: DigestOf;
}

/**
 * The files that would leave the machine in this form, looked through and cleaned. Where a leak is `refused`, nothing may be
 * shared: the files are for a preview. Errors: `badInput` where this symptom cannot be told in that form.
 */
export async function prepareShare(
  request: ShareRequest,
): Promise<{ readonly files: readonly SharedFile[]; readonly leaks: readonly Leak[] }> {
  const { files, leaks } = await cleanFiles(request);
  return { files: formOf(files, request), leaks };
}

function formOf(files: readonly SharedFile[], request: ShareRequest): readonly SharedFile[] {
  switch (request.form) {
    case 'folder':
    case 'zip':
      return files;
    case 'gist':
      // A gist takes no empty file.
      return files.filter(({ text }) => text.trim() !== '');
    case 'pytest':
      return [...files, { path: 'test_reproduction.py', text: testOf(readBundle(files, request.digestOf), request) }];
    case 'notebook':
      return [{ path: 'reproduction.ipynb', text: notebookForm(factsOf(files, request.digestOf)) }];
    case 'markdown':
      return [{ path: 'comment.md', text: issueCommentForm(factsOf(files, request.digestOf)) }];
    default:
      return assertNever(request.form);
  }
}

function testOf({ symptom, observed }: Bundle, { xfail, seconds }: ShareRequest): string {
  const test = pytestForm({ symptom, observed, xfail, seconds });
  if (test.kind === 'none') throw new RepriseError('badInput', test.why, { field: 'form' });
  return test.text;
}

function factsOf(files: readonly SharedFile[], digestOf: DigestOf): BundleFacts {
  const bundle = readBundle(files, digestOf);
  const symptom = plainLine(describeSymptom(bundle.symptom));
  return {
    ...bundle,
    files,
    symptom,
    about: `# ${plainLine(bundle.title)}\n\n${message('export.what', { symptom })}\n`,
  };
}

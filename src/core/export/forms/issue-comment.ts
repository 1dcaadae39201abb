import { message } from '../../../protocol/catalogue/catalogue';
import { carriedInComment } from '../carried';
import type { BundleFacts } from '../read-bundle';
import { fenced } from './fenced';

/** Markdown to be pasted below an issue: verdict, script, output and versions; what is long can be unfolded. */
export function issueCommentForm({ script, lock, log, outcome, symptom, pythonVersion, files }: BundleFacts): string {
  return [
    message('export.comment.verdict', { outcome }),
    '',
    message('export.what', { symptom }),
    '',
    fenced(script, 'python'),
    '',
    ...folded(message('export.comment.output'), fenced(log)),
    ...folded(message('export.comment.versions', { python: pythonVersion }), fenced(lock)),
    ...folded(message('export.comment.carried'), carriedInComment(files, script)),
  ].join('\n');
}

function folded(title: string, text: string): readonly string[] {
  return ['<details>', `<summary>${title}</summary>`, '', text, '', '</details>', ''];
}

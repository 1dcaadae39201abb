import type { FileRole } from './piece';

const documents = /\.(?:md|rst|txt|markdown)$/i;
const configs = /\.(?:ya?ml|json|toml|cfg|ini|sh|gin)$/i;
const testFolders = /(?:^|\/)(?:tests?|testing|test_utils|unittests?)\//i;
const testFiles = /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$/i;
const examples = /(?:^|\/)(?:examples?|samples?|demos?|tutorials?|docs?|benchmarks?|templates)\//i;
/** Text files that declare what a project needs. */
const requirements = /(?:^|\/)requirements[^/]*\.txt$|(?:^|\/)requirements\/[^/]+\.txt$/i;
/** Written by tools, of no use to a reader. */
const generated =
  /(?:^|\/)(?:package-lock\.json|poetry\.lock|pnpm-lock\.yaml|.*\.min\.[a-z]+|.*\.ipynb_checkpoints\/.*)$/i;

/** What a file is for, by its path relative to the project; null where it is not searched. */
export function fileRole(path: string): FileRole | null {
  if (generated.test(path)) return null;
  if (/\.(?:py|ipynb)$/i.test(path)) {
    if (testFolders.test(path) || testFiles.test(path)) return 'test';
    return examples.test(path) ? 'example' : 'source';
  }
  if (requirements.test(path) || configs.test(path)) return 'config';
  return documents.test(path) ? 'document' : null;
}

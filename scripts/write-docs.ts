// `npm run docs`: writes the parts of the documents that follow from the code. `--check` only tells which are not as written.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedDocs } from './generated-docs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const docs = await generatedDocs(root);
const stale = docs.filter(({ path, text }) => {
  const file = join(root, path);
  return !existsSync(file) || readFileSync(file, 'utf8') !== text;
});
if (process.argv.includes('--check')) {
  for (const { path } of stale) process.stdout.write(`${path} is not what the code says. Run \`npm run docs\`.\n`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const { path, text } of stale) writeFileSync(join(root, path), text);
}

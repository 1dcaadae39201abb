import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { message } from '../src/protocol/catalogue/catalogue';
import { commandRegistry } from '../src/protocol/commands';
import { commandLineReference } from './command-line-reference';
import { thirdPartyNotices } from './third-party-notices';

/** Parts of documents that are written from the code, between a line that says so and one that ends it. */
const parts: readonly { readonly path: string; readonly write: (root: string) => string }[] = [
  { path: 'docs/command-line.md', write: commandLineReference },
  { path: 'docs/screens.md', write: keys },
  { path: 'docs/decisions/README.md', write: decisions },
];

const BEGIN = '<!-- written by `npm run docs` from here -->';
const END = '<!-- to here -->';

/** Every document with a written part, as it has to be, and the notices, which are written as a whole. */
export async function generatedDocs(
  root: string,
): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const notices = { path: 'THIRD-PARTY-NOTICES.txt', text: thirdPartyNotices(root) };
  const documents = parts.map(async ({ path, write }) => {
    const file = join(root, path);
    const now = readFileSync(file, 'utf8');
    const begin = now.indexOf(BEGIN);
    const end = now.indexOf(END);
    if (begin < 0 || end < begin) throw new Error(`${path} lacks the lines between which its part is written.`);
    const text = `${now.slice(0, begin)}${BEGIN}\n\n${write(root)}\n\n${now.slice(end)}`;
    return { path, text: await format(text, { ...(await resolveConfig(file)), parser: 'markdown' }) };
  });
  return Promise.all([...documents, notices]);
}

/** Commands of the window and the page, with their keys. */
function keys(): string {
  const rows = Object.values(commandRegistry).map(({ title, key }) => {
    const pressed = key === null ? '' : `\`${key.replace('CmdOrCtrl', 'Ctrl').replaceAll('+', ' ')}\``;
    return `| ${message(title)} | ${pressed} |`;
  });
  return ['| command | key |', '| --- | --- |', ...rows].join('\n');
}

/** The records of decisions, by their titles. */
function decisions(root: string): string {
  const folder = join(root, 'docs', 'decisions');
  return readdirSync(folder)
    .filter((name) => /^\d/.test(name))
    .sort()
    .map((name) => {
      const [, number = '', title = ''] = /^# (\d+)\. (.+)/.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
      return `- [${number}. ${title}](${name})`.replace(/^- \[(\d+)\. /, '- $1: [');
    })
    .join('\n');
}

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '..', '..', '..');

/** A document by its path below the root, with `/` between folders. */
export interface Document {
  readonly path: string;
  readonly text: string;
}

/** All that is written for readers of the repository: the pages at its root, and `docs`. */
export function documents(): readonly Document[] {
  const atRoot = readdirSync(root).filter((name) => name.endsWith('.md'));
  const inDocs = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll(path.sep, '/')}`);
  return [...atRoot, ...inDocs]
    .sort()
    .map((name) => ({ path: name, text: readFileSync(path.join(root, name), 'utf8') }));
}

export function documentAt(name: string): Document {
  return { path: name, text: readFileSync(path.join(root, name), 'utf8') };
}

/** Fenced blocks with the words after the fence. */
export function fencedBlocks(text: string): readonly { readonly words: readonly string[]; readonly body: string }[] {
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, words = '', body = '']) => ({
    words: words.split(/\s+/).filter((word) => word !== ''),
    body,
  }));
}

/** Cells of the rows of the table whose first heading is this one. Bars within cells are written `\|`. */
export function tableRows(text: string, heading: string): readonly (readonly string[])[] {
  const lines = text.split('\n');
  const cells = (line: string): readonly string[] =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim());
  const at = lines.findIndex((line) => line.startsWith('|') && cells(line)[0] === heading);
  if (at < 0) throw new Error(`There is no table that begins with “${heading}”.`);
  const end = lines.findIndex((line, index) => index > at && !line.startsWith('|'));
  return lines.slice(at + 2, end < 0 ? undefined : end).map(cells);
}

/** What stands between backticks in a cell. */
export function codeIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

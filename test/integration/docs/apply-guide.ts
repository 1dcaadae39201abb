import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fencedBlocks } from '../../unit/docs/documents';

/** Puts the files of a guide into a copy of the sources, and makes the changes that it shows. Gives the paths it wrote. */
export async function applyGuide(guide: string, copy: string): Promise<readonly string[]> {
  const written: string[] = [];
  for (const { words, body } of fencedBlocks(guide)) {
    const [kind, file] = words;
    if (file === undefined) continue;
    const place = path.join(copy, file);
    if (kind === 'diff') {
      await writeFile(place, changed(await readFile(place, 'utf8'), body, file));
    } else {
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(place, body, { flag: 'wx' });
    }
    written.push(file);
  }
  return written;
}

/**
 * A text with the changes of a block. Lines that begin with a blank or a minus have to stand in it one after the other, in one
 * place only. Errors: throws where they do not, since the guide then speaks of code that is not there.
 */
export function changed(text: string, block: string, file: string): string {
  return block
    .split(/^@@\n/m)
    .reduce((lines, hunk) => withHunk(lines, hunk.split('\n').slice(0, -1), file), text.split('\n'))
    .join('\n');
}

function withHunk(lines: readonly string[], hunk: readonly string[], file: string): string[] {
  const before = hunk.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
  const after = hunk.filter((line) => !line.startsWith('-')).map((line) => line.slice(1));
  const places = lines.flatMap((_line, at) =>
    before.every((line, offset) => lines[at + offset] === line) ? [at] : [],
  );
  const [place] = places;
  if (before.length === 0 || place === undefined || places.length > 1) {
    throw new Error(`${file} has ${places.length} places for\n${hunk.join('\n')}`);
  }
  return [...lines.slice(0, place), ...after, ...lines.slice(place + before.length)];
}

import { declaredFile, type Declaration, type DeclaredFile } from './declaration';
import { parseRequirements } from './parse-requirements';
import { asRecord, asText, asTexts } from './read-values';

const MAGIC = /^\s*[!%]{1,2}\s*(?:\S*python\S*\s+-m\s+)?(?:pip3?|uv\s+pip|conda|mamba)\s+install\s+(.*)$/;
/** Options of a command line whose next word belongs to them. */
const withValue =
  /^(?:-i|--index-url|--extra-index-url|-f|--find-links|-e|--editable|-r|--requirement|-c|--constraint)$/;
const plain = /^-(?:[qUuy]+|-quiet|-upgrade|-user|-yes|-no-cache-dir|-pre|-force-reinstall|-prefer-binary)$/;

/** What the cells of a notebook install by magics. Errors: throws on what is no JSON. */
export function parseNotebookMagics(text: string): DeclaredFile {
  const cells: unknown = asRecord(JSON.parse(text))['cells'];
  const lines = (Array.isArray(cells) ? cells.map(asRecord) : [])
    .filter((cell) => cell['cell_type'] === 'code')
    .flatMap((cell) => (asText(cell['source']) ?? asTexts(cell['source']).join('')).split('\n'));
  return declaredFile(lines.flatMap(declarationsOf));
}

function declarationsOf(line: string): readonly Declaration[] {
  const command = MAGIC.exec(line)?.[1]?.split(/[;&|]|\s#/)[0];
  if (command === undefined) return [];
  const words = command.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  const written: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = (words[index] ?? '').replace(/^["']|["']$/g, '');
    if (plain.test(word)) continue;
    if (withValue.test(word)) {
      index += 1;
      written.push(`${word} ${words[index] ?? ''}`);
    } else written.push(word);
  }
  // Another file of a notebook's own machine is not followed.
  return parseRequirements(written.join('\n')).filter((one) => one.kind !== 'include');
}

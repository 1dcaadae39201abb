import { leftOut, type Declaration, type LeftOut } from './declaration';
import { parseRequirement } from './parse-requirement';

const options: readonly (readonly [RegExp, LeftOut['why']])[] = [
  [/^(?:-i|--index-url|--extra-index-url|--pypi-url|--trusted-host|--no-index)\b/, 'index'],
  [/^(?:-f|--find-links)\b/, 'link'],
  [/^(?:-e|--editable)\b/, 'editable'],
];

/** The lines of a `requirements.txt`: comments off, continued lines joined, options of a single line cut off. */
export function parseRequirements(text: string): readonly Declaration[] {
  const joined = text.replace(/\\\r?\n/g, ' ');
  return joined.split(/\r?\n/).flatMap((line) => parseLine(line.replace(/(?:^|\s)#.*$/, '').trim()));
}

function parseLine(line: string): readonly Declaration[] {
  if (line === '') return [];
  if (line.startsWith('-')) return [parseOption(line)];
  const requirement = parseRequirement(
    line.replace(/\s--(?:hash|global-option|install-option|config-settings?)\b.*$/, ''),
  );
  return requirement === null ? [] : [requirement];
}

function parseOption(line: string): Declaration {
  const [, short, file] = /^(?:(-r|--requirement)|-c|--constraint)[\s=]*(\S+)$/.exec(line) ?? [];
  if (file !== undefined) {
    if (/:\/\//.test(file)) return leftOut(line, 'address');
    return { kind: 'include', file, bounds: short === undefined };
  }
  return leftOut(line, options.find(([pattern]) => pattern.test(line))?.[1] ?? 'option');
}

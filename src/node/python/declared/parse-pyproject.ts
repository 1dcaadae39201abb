import { parse } from 'smol-toml';
import { declaredFile, leftOut, type Declaration, type DeclaredFile } from './declaration';
import { parseRequirement } from './parse-requirement';
import { poetrySpecifier } from './poetry-specifier';
import { asRecord, asText, asTexts } from './read-values';

/** Errors: throws on what is no TOML. */
export function parsePyproject(text: string): DeclaredFile {
  const file = asRecord(parse(text));
  const project = asRecord(file['project']);
  const tool = asRecord(file['tool']);
  const poetry = asRecord(tool['poetry']);
  const uv = asRecord(tool['uv']);
  const own = asText(project['name']) ?? asText(poetry['name']);
  const plain = asTexts(project['dependencies']).flatMap((line) => parseRequirement(line) ?? []);
  const { python, ...wanted } = asRecord(poetry['dependencies']);
  return declaredFile([...plain, ...poetryDeclarations(wanted), ...sourcesOf(poetry, uv)], {
    own,
    pythonRange: asText(project['requires-python']) ?? rangeOf(asText(python)),
  });
}

/** `Pipfile`: names to versions, with sources of its own. */
export function parsePipfile(text: string): DeclaredFile {
  const file = asRecord(parse(text));
  const requires = asRecord(file['requires']);
  const sources = Array.isArray(file['source']) ? file['source'].map(asRecord) : [];
  const python = asText(requires['python_full_version']) ?? asText(requires['python_version']);
  const shown = sources.flatMap((one) => asText(one['url']) ?? []).map((url) => leftOut(url, 'index'));
  return declaredFile([...poetryDeclarations(asRecord(file['packages'])), ...shown], { python });
}

/** `poetry.lock` and `uv.lock`: each package with its exact version. Those that come from elsewhere than an index are shown. */
export function parseTomlLock(text: string): DeclaredFile {
  const file = asRecord(parse(text));
  const packages = Array.isArray(file['package']) ? file['package'].map(asRecord) : [];
  const declarations = packages.flatMap((one): readonly Declaration[] => {
    const name = asText(one['name']);
    const version = asText(one['version']);
    const source = asRecord(one['source']);
    const place = ['git', 'url', 'path', 'directory', 'editable', 'virtual'].find(
      (key) => asText(source[key]) !== null,
    );
    const isElsewhere =
      place !== undefined && !(place === 'url' && /^(?:legacy)?$/.test(asText(source['type']) ?? 'url'));
    if (name === null) return [];
    if (isElsewhere) return place === 'virtual' || asText(source[place]) === '.' ? [] : [leftOut(name, 'address')];
    const found = version === null ? null : parseRequirement(`${name}==${version}`);
    return found === null ? [] : [found];
  });
  return declaredFile(declarations, { pythonRange: asText(file['requires-python']) });
}

function poetryDeclarations(wanted: Readonly<Record<string, unknown>>): readonly Declaration[] {
  return Object.entries(wanted).flatMap(([name, value]): readonly Declaration[] => {
    const table = asRecord(value);
    for (const key of ['git', 'url', 'path', 'file'] as const) {
      const place = asText(table[key]);
      if (place !== null) return [leftOut(`${name} = ${place}`, key === 'path' || key === 'file' ? 'path' : 'address')];
    }
    if (table['optional'] === true) return [];
    const written = typeof value === 'string' ? value : (asText(table['version']) ?? '*');
    const found = parseRequirement(`${name}${poetrySpecifier(written) ?? ''}`);
    return found === null ? [] : [found];
  });
}

function sourcesOf(
  poetry: Readonly<Record<string, unknown>>,
  uv: Readonly<Record<string, unknown>>,
): readonly Declaration[] {
  const tables = [poetry['source'], uv['index']].flatMap((list) => (Array.isArray(list) ? list.map(asRecord) : []));
  const urls = [
    ...tables.flatMap((one) => asText(one['url']) ?? []),
    ...['index-url', 'extra-index-url', 'find-links'].flatMap((key) => asText(uv[key]) ?? asTexts(uv[key])),
    ...Object.entries(asRecord(uv['sources'])).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
  ];
  return urls.map((url) => leftOut(url, 'index'));
}

function rangeOf(written: string | null): string | null {
  return written === null ? null : poetrySpecifier(written);
}

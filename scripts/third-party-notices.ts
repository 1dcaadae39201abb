import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly os?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}
interface Lock {
  readonly packages: Readonly<Record<string, Locked>>;
}

/**
 * What is shipped, with its licences: packages that the sources import, and all that these depend on, by the lock file. Packages of
 * other systems are named only, since they are not installed here. Errors: throws where an installed package tells no licence.
 */
export function thirdPartyNotices(root: string): string {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const paths = shippedPaths(lock, importedPackages(root));
  const byText = new Map<string, string[]>();
  for (const path of paths) {
    const entry = lock.packages[path];
    if (entry === undefined) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const line = `${name} ${entry.version} (${licenceOf(entry, root, path)})`;
    const text = entry.os === undefined ? licenceTexts(root, path) : '';
    byText.set(text, [...(byText.get(text) ?? []), line]);
  }
  const parts = [...byText]
    .map(([text, lines]) => ({ text, lines: [...new Set(lines)].sort() }))
    .sort((one, other) => ((one.lines[0] ?? '') < (other.lines[0] ?? '') ? -1 : 1))
    .map(({ text, lines }) => `${lines.join('\n')}\n\n${text === '' ? NO_TEXT : text}`);
  return `${[HEAD, ...parts].join(`\n\n${'='.repeat(80)}\n\n`)}\n`;
}

const HEAD = `Third-party notices

Reprise is shipped with the packages below, each under its own licence. This file is written by \`npm run docs\` from the lock file. The packaged
program also holds Electron, Chromium and Node.js, whose licences lie beside it as LICENSE and LICENSES.chromium.html.`;
const NO_TEXT = 'The package holds no text of its licence; the name of it is given above.';

/** Names of packages that the sources import for more than types. */
function importedPackages(root: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:tsx?|css)$/.test(file)) continue;
    const text = readFileSync(join(root, 'src', file), 'utf8');
    for (const [, specifier = ''] of text.matchAll(
      /(?:^|\n)\s*(?:import|export)(?! type\b)(?:[^'";]*? from)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|@import\s+['"]([^'"]+)['"]/g,
    )) {
      if (/^[.]|^node:/.test(specifier)) continue;
      names.add(
        specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/'),
      );
    }
  }
  names.delete('electron');
  return names;
}

/** Places in the lock file of these packages and of all that they need, in the order of the file. */
function shippedPaths(lock: Lock, imported: ReadonlySet<string>): readonly string[] {
  const root = lock.packages[''];
  const wanted = new Set([...imported, ...Object.keys(root?.dependencies ?? {})]);
  const reached = new Set<string>();
  const visit = (name: string, from: string): void => {
    const path = placeOf(lock, name, from);
    if (path === null || reached.has(path)) return;
    reached.add(path);
    const entry = lock.packages[path];
    const peers = Object.keys(entry?.peerDependencies ?? {}).filter(
      (peer) => entry?.peerDependenciesMeta?.[peer]?.optional !== true && !/^@types\//.test(peer),
    );
    const needed = [
      ...Object.keys(entry?.dependencies ?? {}),
      ...Object.keys(entry?.optionalDependencies ?? {}),
      ...peers,
    ];
    for (const dependency of needed) if (!/^@types\//.test(dependency)) visit(dependency, path);
  };
  for (const name of wanted) visit(name, '');
  return Object.keys(lock.packages).filter((path) => reached.has(path));
}

/** Node's own way: the nearest folder of modules on the way up. */
function placeOf(lock: Lock, name: string, from: string): string | null {
  for (
    let folder = from;
    ;
    folder = folder.includes('/node_modules/') ? folder.slice(0, folder.lastIndexOf('/node_modules/')) : ''
  ) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (lock.packages[path] !== undefined) return path;
    if (folder === '') return null;
  }
}

function licenceOf(entry: Locked, root: string, path: string): string {
  if (entry.license !== undefined) return entry.license;
  const manifest = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as { readonly license?: unknown };
  if (typeof manifest.license === 'string') return manifest.license;
  throw new Error(`${path} tells no licence.`);
}

function licenceTexts(root: string, path: string): string {
  const folder = join(root, path);
  if (!existsSync(folder))
    throw new Error(`${path} is not installed, so its licence cannot be read. Run \`npm install\`.`);
  return readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|copying|notice|third-?party-?notices?)(?:[-.].*)?$/i.test(name))
    .filter((name) => !/\.(?:c?js|html?)$/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replace(/\r\n/g, '\n').trim())
    .join('\n\n');
}

import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pythonFolders } from '../../../src/node/python/python-folders';
import { findInterpreters } from '../../helpers/interpreters';
import { startLocalIndex, type OfferedFile } from '../../helpers/local-index';
import { temporaryFolder } from '../../helpers/temporary-folder';
import { createBench, lackingForInstalls, prepare, request, resolved } from './parts';

const run = promisify(execFile);
const usable = findInterpreters().filter(({ version }) => /^3\.(?:[89]|1\d)$/.test(version));
const newest = usable.at(-1) ?? { python: '', version: '' };
const lacks = await lackingForInstalls(usable);
const why = (text: string) => (lacks === null ? text : `${text} (skipped: ${lacks})`);

/** A package that has to be built: by a backend of its own, which does `first` and puts what `content` is worth into the module. */
async function source(options: {
  readonly name: string;
  readonly first?: readonly string[];
  readonly content: string;
  readonly requires?: string;
}): Promise<OfferedFile> {
  const { name, first = [], content, requires } = options;
  const folder = await temporaryFolder();
  const top = `${name}-0.3`;
  await mkdir(join(folder, top));
  const put = (file: string, text: string) => writeFile(join(folder, top, file), text);
  await put('PKG-INFO', `Metadata-Version: 1.1\nName: ${name}\nVersion: 0.3\n`);
  await put('pyproject.toml', '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n');
  const metadata = `Metadata-Version: 2.1\nName: ${name}\nVersion: 0.3\n${requires === undefined ? '' : `Requires-Dist: ${requires}\n`}`;
  const lines = [
    'import os, zipfile',
    'CACHE = os.environ["UV_CACHE_DIR"]',
    ...first,
    'def build_wheel(folder, settings=None, metadata=None):',
    `    name = "${top}-py3-none-any.whl"`,
    '    with zipfile.ZipFile(os.path.join(folder, name), "w") as out:',
    `        out.writestr("${name}.py", "FOUND = %r" % (${content},))`,
    `        out.writestr("${top}.dist-info/METADATA", ${JSON.stringify(metadata)})`,
    `        out.writestr("${top}.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")`,
    `        out.writestr("${top}.dist-info/RECORD", "")`,
    '    return name',
  ];
  await put('backend.py', `${lines.join('\n')}\n`);
  const { stdout } = await run('tar', ['-C', folder, '-czf', '-', top], { encoding: 'buffer' });
  return { name, file: `${top}.tar.gz`, content: stdout };
}

/** Writes to every file of a name that it finds, wherever it may. */
const poison = (roots: readonly string[], name: string): readonly string[] => [
  'def poison():',
  '    tried = []',
  `    for root in [CACHE, *${JSON.stringify(roots)}]:`,
  '        for folder, _, names in os.walk(root):',
  '            for name in names:',
  `                if not name.endswith(${JSON.stringify(name)}): continue`,
  '                try:',
  '                    with open(os.path.join(folder, name), "a") as out: out.write("\\nPOISONED = 1\\n")',
  '                    tried.append("written")',
  '                except OSError as error: tried.append(type(error).__name__)',
  '    return tried',
];

async function newBench(dataFolder: string, files: readonly OfferedFile[]) {
  const wheels = ['six', 'attrs'].map((name) => ({ name, version: '1.0' }));
  const index = await startLocalIndex({ wheels, files });
  const block = { ...process.env, REPRISE_PYTHON_FOLDERS: dirname(newest.python) };
  const bench = createBench({ dataFolder, block, index: index.url });
  onTestFinished(() => bench.environments.close());
  let terminals = 0;
  const make = async (names: readonly string[]) => {
    terminals += 1;
    return prepare(bench, await resolved(bench, request(names)), `terminal-${terminals}`);
  };
  /** The module of the first name, in an environment of all of them. */
  const moduleOf = async (...names: readonly string[]): Promise<string> => {
    const prepared = await make(names);
    if (prepared.kind === 'failed') throw new Error(prepared.failure.message);
    await bench.environments.settled();
    const site = join(prepared.environment.prefix, 'lib', `python${newest.version}`, 'site-packages');
    return readFile(join(site, `${names[0] ?? ''}.py`), 'utf8');
  };
  return { make, moduleOf };
}

describe('the build of a source package', () => {
  it.skipIf(lacks !== null)(why('changes nothing of what other environments are made of'), async () => {
    const dataFolder = await temporaryFolder();
    const { built, environments, install, resolutions, uvCache } = pythonFolders(dataFolder);
    const places = [dataFolder, built, environments, install, resolutions, uvCache];
    const plant = [
      ...poison([dataFolder], 'six.py'),
      `for place in ${JSON.stringify(places)}:`,
      '    try:',
      '        os.makedirs(place, exist_ok=True)',
      '        open(os.path.join(place, "planted"), "w").close()',
      '    except OSError: pass',
    ];
    const hostile = await source({ name: 'gast', first: plant, content: 'poison()', requires: 'six' });
    const { moduleOf } = await newBench(dataFolder, [hostile]);
    await moduleOf('six');
    const tried = await moduleOf('gast');
    expect(tried).toContain('FOUND = [');
    expect(tried).not.toContain('written');
    for (const names of [['six'], ['six', 'attrs'], ['six', 'gast']]) {
      expect(await moduleOf(...names)).not.toContain('POISONED');
    }
    const all = await readdir(dataFolder, { recursive: true });
    expect(all.filter((name) => name.endsWith('planted'))).toEqual([]);
  });

  it.skipIf(lacks !== null)(why('is done once, alone, and what it requires comes with it'), async () => {
    const dataFolder = await temporaryFolder();
    const { moduleOf } = await newBench(dataFolder, [
      await source({ name: 'gast', content: 'os.urandom(8).hex()', requires: 'six (>=1.0) ; python_version >= "3"' }),
      await source({
        name: 'termcolor',
        first: poison([dataFolder], 'gast-0.3-py3-none-any.whl'),
        content: 'poison()',
      }),
    ]);
    const built = await moduleOf('gast');
    expect(built).toMatch(/FOUND = '[0-9a-f]{16}'/);
    expect(await moduleOf('six', 'gast')).not.toBe('');
    // Another environment, with the wheel of before beside a build that would change it.
    expect(await moduleOf('termcolor', 'gast')).toBe('FOUND = []');
    expect(await moduleOf('gast', 'termcolor', 'attrs')).toBe(built);
    expect(await readdir(pythonFolders(dataFolder).built)).toHaveLength(2);
  });

  it.skipIf(lacks !== null)(why('gives nothing where it asks for an address or leaves two packages'), async () => {
    const dataFolder = await temporaryFolder();
    const second = [
      'for folder, _, _ in os.walk(CACHE):',
      '    if "sdists" in folder and "0.3" in folder: open(folder + "/gast-0.3-py2-none-any.whl", "w").close()',
    ];
    const { make } = await newBench(dataFolder, [
      await source({ name: 'gast', first: second, content: '1' }),
      await source({ name: 'termcolor', content: '1', requires: 'six @ https://elsewhere.example/six-1.0.zip' }),
    ]);
    for (const name of ['gast', 'termcolor']) {
      const made = await make([name]);
      if (made.kind === 'ready') throw new Error(`${name} was used.`);
      expect(made.failure.message).toContain(`The build of ${name} from its source did not leave one readable package`);
    }
    const { building, built, environments } = pythonFolders(dataFolder);
    expect(await readdir(building)).toEqual([]);
    for (const folder of [built, environments]) expect(await readdir(folder).catch(() => [])).toEqual([]);
  });
});

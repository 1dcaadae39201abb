import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compare } from '@renovatebot/pep440';

/**
 * Holds every line of the era table against what was seen in installed releases (`scripts/eras/seen.json`), and tells how many are
 * checked. A line is checked where for each of its borders the release before it and the first one behind it were both looked at, and
 * both say what the line says. Ends with 1 where a look contradicts a line.
 *
 *   node scripts/check-eras.mjs                     prints the count
 *   node scripts/check-eras.mjs --look NAME[==VERSION]...   installs the releases at the borders of these packages with uv, looks, and keeps what was seen
 *   node scripts/check-eras.mjs --unchecked         lists the lines that are not checked too
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const seenFile = join(root, 'scripts', 'eras', 'seen.json');
const read = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(join(root, 'resources', 'knowledge', name), 'utf8'));

/** Packages that are asked by importing them; of all others the installed sources are read. */
const imported = ['numpy', 'scikit-learn'];
/** What else is laid beside a package so that its names can be read. */
const beside = { tensorflow: (/** @type {string} */ version) => kerasBeside(version) };
/** A build of the same code that is smaller. */
const smaller = {
  tensorflow: (/** @type {string} */ version) => version === '1.15.0' || compare(version, '2.1.0') >= 0,
};

/** Read and not run, so that the files for another machine do: a tenth of those with code for cards. @type {Record<string, readonly string[]>} */
const otherMachine = { torch: ['--python-platform', 'x86_64-apple-darwin'] };

/** @typedef {{ kind: string, of: string, text: string, call?: string, came: string | null, went: string | null }} Fact */
/** @typedef {{ of: string, version: string, told: Record<string, boolean | null> }} Look */

/** @param {Fact} fact */
function keyOf({ kind, call, text }) {
  return `${kind} ${call === undefined ? '' : `${call}(`}${text}`;
}

/** @param {string} version */
function kerasBeside(version) {
  const [major = '0', minor = '0'] = version.split('.');
  return major === '2' && Number(minor) >= 6 && Number(minor) <= 15 ? [`keras==2.${minor}.*`] : [];
}

/** Final releases of a package, the oldest first. @param {string} name @returns {string[]} */
function releasesOf(name) {
  return Object.keys(read('release-dates.json').packages[name] ?? {}).sort(compare);
}

/** The releases next to a border on both sides; undefined: there is none on that side. @param {string} name @param {string} border */
function neighbours(name, border) {
  const all = releasesOf(name);
  return {
    before: all.filter((one) => compare(one, border) < 0).at(-1),
    behind: all.find((one) => compare(one, border) >= 0),
  };
}

/** @param {Fact} fact @param {readonly Look[]} looks @returns {'checked' | 'half' | 'unseen' | 'contradicted'} */
function judge(fact, looks) {
  const own = looks.filter(({ of }) => of === fact.of);
  const told = (/** @type {string | undefined} */ version) =>
    own.find((look) => look.version === version)?.told[keyOf(fact)] ?? null;
  const isIn = (/** @type {string} */ version) =>
    (fact.came === null || compare(version, fact.came) >= 0) && (fact.went === null || compare(version, fact.went) < 0);
  for (const look of own) {
    const has = look.told[keyOf(fact)] ?? null;
    // That a file holds a message does not say when it is printed, and it may be put together of parts that no file holds.
    if (has !== null && has !== isIn(look.version) && fact.kind !== 'message') return 'contradicted';
  }
  const sides = [fact.came, fact.went].flatMap((border) => {
    if (border === null) return [];
    const { before, behind } = neighbours(fact.of, border);
    const [outside, inside] = border === fact.came ? [before, behind] : [behind, before];
    return [told(outside) === false, told(inside) === true];
  });
  if (sides.every(Boolean)) return 'checked';
  return sides.some(Boolean) ? 'half' : 'unseen';
}

/** A line of the kept file for each line of the table: in which releases it was found, and in which not. @returns {readonly Look[]} */
function seen() {
  if (!existsSync(seenFile)) return [];
  /** @type {Map<string, Look>} */
  const looks = new Map();
  /** @type {readonly { of: string, line: string, has: string[], lacks: string[] }[]} */
  const lines = JSON.parse(readFileSync(seenFile, 'utf8')).lines;
  for (const { of, line, has, lacks } of lines) {
    for (const version of [...has, ...lacks]) {
      const key = `${of} ${version}`;
      const look = looks.get(key) ?? { of, version, told: {} };
      looks.set(key, { ...look, told: { ...look.told, [line]: has.includes(version) } });
    }
  }
  return [...looks.values()];
}

/** @param {readonly Look[]} looks @param {readonly Fact[]} facts */
function keep(looks, facts) {
  const lines = facts.map((fact) => {
    const own = looks.filter(({ of }) => of === fact.of);
    const where = (/** @type {boolean} */ value) =>
      own
        .filter(({ told }) => told[keyOf(fact)] === value)
        .map(({ version }) => version)
        .sort(compare);
    return JSON.stringify({ of: fact.of, line: keyOf(fact), has: where(true), lacks: where(false) });
  });
  const about =
    'In which installed releases a line of eras.json was found, and in which not. numpy and scikit-learn were imported and asked, of all others the installed files were read, of torch those for macOS. Written by scripts/check-eras.mjs --look.';
  writeFileSync(seenFile, `{\n"about": ${JSON.stringify(about)},\n"lines": [\n${lines.join(',\n')}\n]\n}\n`);
}

/** Interpreters under pyenv, those first that most of the old releases have files for. @returns {string[]} */
function interpreters() {
  const versions = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  const listed = spawnSync('ls', [versions], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
  const found = ['3.7', '3.6', '3.8', '3.9', '3.10', '3.11', '3.12'].flatMap((minor) => {
    const folder = listed.find((name) => name.startsWith(`${minor}.`));
    return folder === undefined ? [] : [join(versions, folder, 'bin', 'python')];
  });
  return found.length > 0 ? found : ['python3'];
}

/** @param {string} name @param {string} version @param {Fact[]} facts @returns {Look | null} */
function look(name, version, facts) {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-era-'));
  const way = imported.includes(name) ? 'import' : 'files';
  const day = read('release-dates.json').packages[name]?.[version];
  const build = name === 'tensorflow' && smaller.tensorflow(version) ? 'tensorflow-cpu' : name;
  const extra = name === 'tensorflow' ? beside.tensorflow(version) : [];
  try {
    for (const python of interpreters()) {
      const installed = spawnSync(
        'uv',
        [
          ...[
            'pip',
            'install',
            '--quiet',
            '--no-config',
            '--target',
            folder,
            '--python',
            python,
            '--only-binary',
            ':all:',
          ],
          ...(otherMachine[name] ?? []),
          ...(way === 'files' ? ['--no-deps'] : ['--exclude-newer', `${day}T23:59:59Z`]),
          ...[`${build}==${version}`, ...extra],
        ],
        { encoding: 'utf8' },
      );
      if (installed.status !== 0) continue;
      const program = way === 'import' ? python : 'python3';
      const input = facts.map((fact) => `${JSON.stringify(fact)}\n`).join('');
      const answer = spawnSync(program, ['-B', join(root, 'scripts', 'eras', 'look.py'), folder, way], {
        ...{ input, encoding: 'utf8', maxBuffer: 1 << 26 },
        env: { ...process.env, PYTHONPATH: way === 'import' ? folder : '' },
      });
      const lines = answer.stdout.trim().split('\n');
      if (answer.status !== 0 || lines.length !== facts.length) {
        process.stderr.write(`${name} ${version}: ${answer.stderr.slice(-500)}\n`);
        continue;
      }
      return {
        of: name,
        version,
        way,
        told: Object.fromEntries(facts.map((fact, at) => [keyOf(fact), JSON.parse(lines[at] ?? 'null')])),
      };
    }
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {readonly string[]} names @param {readonly Fact[]} facts */
function lookAt(names, facts) {
  let looks = [...seen()];
  for (const [name = '', only] of names.map((one) => one.split('=='))) {
    const own = facts.filter(({ of }) => of === name);
    const borders = own.flatMap(({ came, went }) => [came, went]).filter((one) => one !== null);
    const atBorders = borders.flatMap((one) => Object.values(neighbours(name, one)));
    const versions = [...new Set(only === undefined ? atBorders : [only])].filter((one) => one !== undefined);
    for (const version of versions.sort(compare)) {
      const found = look(name, version, own);
      process.stderr.write(`${name} ${version}: ${found === null ? 'could not be installed here' : 'looked at'}\n`);
      if (found === null) continue;
      looks = [...looks.filter((one) => one.of !== name || one.version !== version), found];
      keep(looks, facts);
    }
  }
}

/** @type {readonly Fact[]} */
const facts = read('eras.json').facts;
const [flag, ...names] = process.argv.slice(2);
if (flag === '--look') lookAt(names, facts);
const looks = seen();
const judged = facts.map((fact) => ({ fact, state: judge(fact, looks) }));
const count = (/** @type {string} */ state, /** @type {string} */ of) =>
  judged.filter((one) => one.state === state && (of === '' || one.fact.of === of)).length;
for (const of of [...new Set(facts.map((fact) => fact.of)), '']) {
  const all = of === '' ? facts.length : facts.filter((fact) => fact.of === of).length;
  const told = `${count('checked', of)}/${all} checked, ${count('half', of)} on one side alone, ${count('unseen', of)} unseen`;
  process.stdout.write(`${(of || 'all').padEnd(18)} ${told}\n`);
}
for (const { fact, state } of judged) {
  if (state === 'contradicted' || (flag === '--unchecked' && state !== 'checked')) {
    process.stdout.write(`${state}: ${fact.of} ${keyOf(fact)} (${fact.came ?? '…'} to ${fact.went ?? '…'})\n`);
  }
}
process.exitCode = judged.some(({ state }) => state === 'contradicted') ? 1 : 0;

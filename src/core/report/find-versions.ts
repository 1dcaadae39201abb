import type { StatedVersion } from '../../protocol/report';
import { distributionByWord } from './framework-names';
import { splitLines, type SourceLine } from './split-lines';
import { normaliseName } from '../../protocol/requirement';

const VERSION = String.raw`\d{1,4}(?:\.\d{1,5}){1,4}(?:\.?(?:a|b|rc|dev|post|alpha|beta)\.?\d{0,8})?(?:\+\w{1,20}(?:\.\w{1,20}){0,3})?`;
const WORDS = Object.keys(distributionByWord)
  .sort((a, b) => b.length - a.length)
  .map((word) => word.replace(/[- ]/g, '[-_ ]?'))
  .join('|');
const TEXT = new RegExp(
  String.raw`(?<![\w./-])(${WORDS})(?:\.(?:__)?version(?:__)?){0,2}(?![\w-])[\s\`*"']{0,3}(?:\s?version\s{1,90}:\s{0,3}|[\s:=|(]{0,4}(?:version|ver\.?|v\.?|is|at)?[\s:=|(]{0,4})[\s\`*"']{0,3}v?(${VERSION})(?![\w.]*[\w])`,
  'gi',
);
/** From one release to another, as upgrades are told: `1.21 -> 1.24`, `from 1.21 to 1.24`. */
const ONWARD = new RegExp(String.raw`^[\s\`*"']{0,3}(?:-{1,2}>|=>|→|⇒)[\s\`*"']{0,3}v?(${VERSION})(?![\w.]*[\w])`);
const MOVED = new RegExp(
  String.raw`(?<![\w./-])(${WORDS})(?: version)?[\`*"']{0,3} from[\s\`*"']{1,4}v?(${VERSION})[\s\`*"']{1,4}(?:up )?to[\s\`*"']{1,4}v?(${VERSION})(?![\w.]*[\w])`,
  'gi',
);
/** Words in front of such a pair whose first release is the one with the fault. */
const BACK = /\b(?:downgrad|revert|roll(?:ed|ing)? back|going back|went back|back)\w{0,4}\b[^.!?]{0,60}$/i;
const PYTHON_SHORT = /(?<![\w./-])python[- ]?(2\.7|3\.\d{1,2})(?:\.\d{1,2})?(?![\d.]*\d)/gi;
const FREEZE = new RegExp(String.raw`^[\s>*-]{0,8}([A-Za-z0-9][\w.-]{0,80})={2,3}(${VERSION})\s*(?:[;#\\].*)?$`);
const INSTALL = /(?:pip3?|conda|mamba|uv)\s+(?:pip\s+)?(?:install|add)\s(.{1,2000})/;
const PINNED = new RegExp(
  String.raw`(?<![\w-])([A-Za-z0-9][\w.-]{0,80})(?:\[[\w,-]{1,80}\])?={1,3}(${VERSION})(?=$|[\s"'\`;,)])`,
  'g',
);
const TABLE = new RegExp(
  String.raw`^[\s>|*\[\]A-Za-z0-9-]{0,12}?\b([A-Za-z][\w.-]{0,60})[\s\`*]*(?:\||:|=|\sversion:?)[\s\`*:=|]{0,40}v?(${VERSION})[\s\`*|]*(?:\(.*)?$`,
);
const COLLECTED = new RegExp(String.raw`^\[(?:pip3?|conda)\] ([A-Za-z0-9][\w.-]{0,80})[=\s]+(${VERSION})`);
const CONDA = new RegExp(
  String.raw`^([a-z0-9_][\w.-]{0,80})\s{2,}(${VERSION})\s{2,}(?:[\w.<>-]{1,80})(?:\s{2,}\S{1,80})?\s*$`,
);
/** Parts of a conda environment that are no Python packages. */
const NATIVE =
  /^(?:_|lib|blas$|mkl$|intel-openmp|cudatoolkit|cuda-|cudnn|nccl|ffmpeg|openssl|pytorch-(?:mutex|cuda)|magma-|ca-certificates|sqlite|tk$|xz$|zlib|readline|ncurses|openblas|gcc|ld_impl|freetype|jpeg|tensorflow-base|tensorflow-estimator)/;
/** Lines that name a library beside the version of something else. */
const OTHER_VERSION = /^\s*(?:CUDA|ROCM|HIP|cuDNN|GCC|Clang|Libc|CMake|Nvidia driver)\b[^:\n]{0,60}:/i;
/** Examples in the headings of issue templates: `PyTorch Version (e.g., 1.0): 1.4.0`. */
const EXAMPLE =
  /\((?:e\.?g\.?|i\.e\.|example|for example)[^()\n]{0,80}\)|(?<=\bversion )\([^()\n]{0,80}\)(?= {0,4}:)/gi;
const DUNDER = new RegExp(
  String.raw`\b([A-Za-z_]\w{0,40})\.__version__\)?\s*(?:#\s*|->\s*|=>\s*|is\s+)?['"]?(${VERSION})`,
);
const ANSWER = new RegExp(String.raw`^\s*(?:#\s*)?['"]?(${VERSION})['"]?\s*$`);
/** A field of a form: the question as a heading, the answer below it. */
const FIELD = new RegExp(String.raw`^\s{0,3}(?:#{1,6} |\*\*)[^\n]{0,40}?\b(${WORDS}) version\b[^\n]{0,60}$`, 'i');
const FIELD_ANSWER = new RegExp(String.raw`^\s{0,12}[\`'"]?v?(${VERSION})[\`'"]?\s*$`);
const PATH = /[/\\]python(\d)\.?(\d{1,2})[/\\]/gi;

/** Versions that the report states, in the order of the text, each name with a version once. Linear in the text. */
export function findVersions(source: string): StatedVersion[] {
  const found: StatedVersion[] = [];
  const lines = splitLines(source).map((line) =>
    line.text.length < 400 && line.text.includes('(')
      ? { ...line, text: line.text.replace(EXAMPLE, (example) => ' '.repeat(example.length)) }
      : line,
  );
  lines.forEach((line, index) => {
    if (/^\s{0,3}(?:#|\*\*)/.test(line.text)) readField(line, lines.slice(index + 1, index + 4), found);
    if (OTHER_VERSION.test(line.text.slice(0, 100))) return;
    if (line.text.length > 4_000 || !/\d\.\d|__version__/.test(line.text)) return;
    const before = found.length;
    readTables(line, found);
    if (found.length === before) readDunder(line, lines[index + 1], found);
    if (found.length === before) readText(line, found);
  });
  if (!found.some((version) => version.name === 'python')) readPaths(source, found);
  const seen = new Set<string>();
  return mostPrecise(found)
    .sort((a, b) => a.span.start - b.span.start)
    .filter((version) => {
      const key = `${version.name} ${version.version}`;
      return seen.has(key) ? false : seen.add(key);
    });
}

/** A title's `NumPy 1.21` says nothing more where the body has `numpy 1.21.2`; releases of other series stay. */
function mostPrecise(found: readonly StatedVersion[]): StatedVersion[] {
  return found.filter(
    ({ name, version }) => !found.some((other) => other.name === name && other.version.startsWith(`${version}.`)),
  );
}

function readTables(line: SourceLine, found: StatedVersion[]): void {
  const freeze = FREEZE.exec(line.text);
  if (freeze) return push(found, line, freeze, 'freeze', null);
  const install = INSTALL.exec(line.text);
  if (install?.[1]) {
    const from = install.index + install[0].length - install[1].length;
    for (const pin of install[1].matchAll(PINNED)) push(found, line, pin, 'installCommand', null, from);
    return;
  }
  const collected = COLLECTED.exec(line.text) ?? CONDA.exec(line.text);
  if (collected?.[1]) {
    if (NATIVE.test(collected[1])) return;
    return push(found, line, collected, 'versionTable', distributionByWord[collected[1].toLowerCase()] ?? null);
  }
  const table = TABLE.exec(line.text);
  const known = table?.[1] ? distributionByWord[table[1].toLowerCase()] : undefined;
  if (table && known && !/[=(]\s*$/.test(line.text)) push(found, line, table, 'versionTable', known);
}

function readText(line: SourceLine, found: StatedVersion[]): void {
  for (const match of line.text.matchAll(TEXT)) {
    const after = match.index + match[0].length;
    const onward = isBack(line, match.index) ? null : ONWARD.exec(line.text.slice(after, after + 60));
    const known = distributionByWord[wordOf(match[1] ?? '')] ?? null;
    const [whole = '', next] = onward ?? [];
    if (next === undefined) push(found, line, match, 'text', known);
    else found.push(moved(line, match, { version: next, end: after + whole.length }));
  }
  for (const match of line.text.matchAll(MOVED)) {
    const [whole, , first = '', second = ''] = match;
    const end = match.index + whole.length;
    const from = { version: first, end: match.index + whole.indexOf(first) + first.length };
    found.push(moved(line, match, isBack(line, match.index) ? from : { version: second, end }));
  }
  for (const match of line.text.matchAll(PYTHON_SHORT)) {
    if (found.some((item) => item.name === 'python' && item.span.start === line.start + match.index)) continue;
    push(found, line, match, 'text', 'python', 0, match[0].replace(/^python[- ]?/i, ''));
  }
}

/** One release of such a pair. Its span holds it alone, since sentences may say of the other that it works. */
function moved(
  line: SourceLine,
  match: RegExpMatchArray,
  { version, end }: { readonly version: string; readonly end: number },
): StatedVersion {
  const word = match[1] ?? '';
  const span = { start: line.start + end - version.length, end: line.start + end };
  return { name: distributionByWord[wordOf(word)] ?? normaliseName(word), version, span, source: 'text' };
}

function isBack({ text }: SourceLine, at: number): boolean {
  return BACK.test(text.slice(Math.max(0, at - 80), at));
}

function readField(line: SourceLine, below: readonly SourceLine[], found: StatedVersion[]): void {
  const word = FIELD.exec(line.text.slice(0, 200))?.[1];
  const next = below.find(({ text }) => text.trim() !== '');
  const answer = word === undefined || !next ? undefined : FIELD_ANSWER.exec(next.text.slice(0, 100))?.[1];
  const known = distributionByWord[wordOf(word ?? '')];
  if (!next || answer === undefined || known === undefined) return;
  const start = next.start + next.text.indexOf(answer);
  found.push({ name: known, version: answer, span: { start, end: start + answer.length }, source: 'text' });
}

/** `print(torch.__version__)` with the answer behind it or in the next line. */
function readDunder(line: SourceLine, next: SourceLine | undefined, found: StatedVersion[]): void {
  const own = DUNDER.exec(line.text);
  if (own) return push(found, line, own, 'text', distributionByWord[wordOf(own[1] ?? '')] ?? null);
  const asked = /\b([A-Za-z_]\w{0,40})\.__version__\)?\s*$/.exec(line.text);
  const answer = asked && next ? ANSWER.exec(next.text) : null;
  const known = asked?.[1] ? distributionByWord[wordOf(asked[1])] : undefined;
  if (!next || !answer?.[1] || !known) return;
  const start = next.start + next.text.indexOf(answer[1]);
  found.push({ name: known, version: answer[1], span: { start, end: start + answer[1].length }, source: 'text' });
}

/** Paths of a traceback tell the interpreter: `/usr/lib/python3.8/site-packages`. */
function readPaths(source: string, found: StatedVersion[]): void {
  for (const match of source.matchAll(PATH)) {
    const version = `${match[1]}.${match[2]}`;
    const span = { start: match.index + 1, end: match.index + match[0].length - 1 };
    found.push({ name: 'python', version, span, source: 'path' });
    return;
  }
}

function push(
  found: StatedVersion[],
  line: SourceLine,
  match: RegExpMatchArray,
  source: StatedVersion['source'],
  known: string | null,
  offset = 0,
  stated = match[2] ?? '',
): void {
  const name = known ?? normaliseName(match[1] ?? '');
  const start = line.start + offset + (match.index ?? 0) + leading(match[0]);
  const end = line.start + offset + (match.index ?? 0) + match[0].trimEnd().length;
  found.push({ name, version: stated, span: { start, end }, source });
}

function leading(text: string): number {
  return text.length - text.trimStart().length;
}

function wordOf(text: string): string {
  const word = text.toLowerCase().replace(/_/g, '-');
  return distributionByWord[word] === undefined ? word.replace(/[- ]/g, '-') : word;
}

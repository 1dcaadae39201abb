import { dirname, join, normalize } from 'node:path/posix';
import type { Progress } from '../../../core/ports/cancellation';
import { message } from '../../../protocol/catalogue/catalogue';
import type { LeftOutLine, ResolutionRow } from '../../../protocol/environment';
import { createProjectReader } from '../../workspace/create-workspace';
import { declaredFile, type Declared, type DeclaredFile } from './declaration';
import { parseCondaFile } from './parse-conda';
import { parseNotebookMagics } from './parse-notebook';
import { parsePipfileLock } from './parse-pipfile-lock';
import { parsePipfile, parsePyproject, parseTomlLock } from './parse-pyproject';
import { parseRequirements } from './parse-requirements';
import { parseSetupCfg, parseSetupPy } from './parse-setup';
import { isDistributionName, normaliseName } from '../../../protocol/requirement';

/** What a project declares, read from its files; nothing of it is started or handed on. */
export interface ProjectDeclarations {
  /** Requirements that files declare themselves, each name once. */
  readonly rows: readonly ResolutionRow[];
  /** Exact or bounded versions of locks and constraints, for names that are wanted anyway. */
  readonly pins: ReadonlyMap<string, ResolutionRow>;
  readonly leftOut: readonly LeftOutLine[];
  readonly python: string | null;
  readonly pythonRange: string | null;
}

/** Of no project. */
export const nothingDeclared: ProjectDeclarations = {
  ...{ rows: [], pins: new Map(), leftOut: [], python: null, pythonRange: null },
};

type Parser = (text: string) => DeclaredFile;

const MOST_FILES = 3000;
const MOST_NOTEBOOKS = 20;
const MOST_INCLUDED = 20;
const forOthers =
  /(?:^|[-_./])(?:dev|develop|development|tests?|docs?|lint|ci|build|types|optional|extras?)(?:[-_./]|$)/;

const requirements: Parser = (text) => declaredFile(parseRequirements(text));
const byName: readonly (readonly [pattern: RegExp, parse: Parser])[] = [
  [/^pyproject\.toml$/, parsePyproject],
  [/^setup\.cfg$/, parseSetupCfg],
  [/^setup\.py$/, parseSetupPy],
  [/^requirements(?:[-_.]?\w*)*\.txt$/, requirements],
  [/^requirements\/[\w.-]+\.txt$/, requirements],
  [/^Pipfile$/, parsePipfile],
  [/^environment\.ya?ml$/, parseCondaFile],
];
const notebook: readonly [RegExp, Parser] = [/^(?:[^/]+\/){0,2}[^/]+\.ipynb$/, parseNotebookMagics];
const locks: readonly (readonly [pattern: RegExp, parse: Parser])[] = [
  [/^uv\.lock$/, parseTomlLock],
  [/^poetry\.lock$/, parseTomlLock],
  [/^Pipfile\.lock$/, parsePipfileLock],
];

export async function readDeclared(project: string, progress: Progress): Promise<ProjectDeclarations> {
  const workspace = createProjectReader();
  const files = await workspace.listFiles(project, MOST_FILES, progress);
  const read = (file: string) => workspace.readText(project, file, progress);
  const reading: Reading = { read, rows: new Map(), pins: new Map(), leftOut: [], seen: new Set() };
  let python: string | null = null;
  let pythonRange: string | null = null;
  const own = new Set<string>();
  for (const [pattern, parse] of [...byName, notebook]) {
    const found = files.filter((file) => pattern.test(file) && !forOthers.test(file));
    for (const file of found.slice(0, MOST_NOTEBOOKS)) {
      const said = await take(file, parse, reading);
      python ??= said?.python ?? null;
      pythonRange ??= said?.pythonRange ?? null;
      const name = said?.own ?? null;
      if (name !== null) own.add(normaliseName(name));
    }
  }
  for (const [pattern, parse] of locks) {
    for (const file of files.filter((one) => pattern.test(one))) await take(file, parse, reading, true);
  }
  for (const name of own) reading.rows.delete(name);
  const { rows, pins, leftOut } = reading;
  return { rows: [...rows.values()], pins, leftOut, python, pythonRange };
}

interface Reading {
  readonly read: (file: string) => Promise<string | null>;
  readonly rows: Map<string, ResolutionRow>;
  readonly pins: Map<string, ResolutionRow>;
  readonly leftOut: LeftOutLine[];
  readonly seen: Set<string>;
}

/** Null: the file is not there, was read before, or is not of its form. */
async function take(file: string, parse: Parser, reading: Reading, bounds = false): Promise<DeclaredFile | null> {
  if (reading.seen.has(file) || reading.seen.size > MOST_FILES) return null;
  reading.seen.add(file);
  const text = await reading.read(file);
  if (text === null) return null;
  const said = parsed(text, parse);
  if (said === null) {
    reading.leftOut.push({ file, text: message('environment.files.unreadable'), why: 'option' });
    return null;
  }
  for (const one of said.declarations) {
    if (one.kind === 'leftOut') reading.leftOut.push({ file, text: one.text, why: one.why });
    else if (one.kind === 'requirement') keep(one, file, bounds ? reading.pins : reading.rows);
    else if (reading.seen.size <= MOST_INCLUDED) {
      const beside = normalize(join(dirname(file), one.file));
      await take(beside, requirements, reading, bounds || one.bounds);
    }
  }
  return said;
}

function parsed(text: string, parse: Parser): DeclaredFile | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

/** The first file that bounds a name wins; one that takes any release gives way. */
function keep({ name, specifier }: Declared, file: string, kept: Map<string, ResolutionRow>): void {
  const normal = normaliseName(name);
  if (!isDistributionName(normal)) return;
  const earlier = kept.get(normal);
  if (earlier !== undefined && (earlier.specifier !== '' || specifier === '')) return;
  kept.set(normal, { name: normal, specifier, step: 'files', reason: message('environment.row.files', { file }) });
}

/** The rows that a report wants, with what the project adds to them. What the report states stays. */
export function joinDeclared(
  wanted: readonly ResolutionRow[],
  declared: Pick<ProjectDeclarations, 'rows' | 'pins'>,
): readonly ResolutionRow[] {
  const pinned = (row: ResolutionRow): ResolutionRow => {
    const isOpen = row.step === 'files' || row.specifier === '';
    const pin = declared.pins.get(normaliseName(row.name));
    return isOpen && pin !== undefined ? { ...pin, name: row.name } : row;
  };
  return [...wanted, ...declared.rows].map(pinned);
}

import type { PythonParser } from '../../ports/python-parser';
import { readImports, type ImportStatement } from '../modules/read-imports';
import { findTrainingCode, mayTrain, type TrainingUnit } from '../training/find-training-code';
import { fileRole } from '../pieces/file-role';
import type { FileRole, Piece } from '../pieces/piece';
import { scanCode, wordsOf } from '../pieces/scan-code';
import { sourceText } from '../pieces/source-text';
import { splitPython } from '../pieces/split-python';
import { splitCells, splitConfig, splitDocument } from '../pieces/split-text';
import type { Tokenizer } from '../pieces/tokenize-code';

/** Terms with a mark are looked up by evidence: `n:` own name, `o:` name of the class around, `s:` words of literals, `r:` what is raised. */
export type Terms = ReadonlyMap<string, number>;

export interface IndexedPiece extends Piece {
  readonly terms: Terms;
  /** Last names of what it calls, each once. */
  readonly calls: readonly string[];
}

/** What the index knows of one file. It depends on the path and the text alone. */
export interface FileIndex {
  readonly path: string;
  readonly role: FileRole;
  readonly pieces: readonly IndexedPiece[];
  readonly imports: readonly ImportStatement[];
  readonly training: readonly TrainingUnit[];
}

/** How much a word of a definition's name counts against one of its text. */
const NAME_WEIGHT = 4;
/** Calls kept of a piece; what calls more is a list. */
const MOST_CALLS = 60;
/** Lines this long are written by tools; what holds only such lines is not searched. */
const MINIFIED_LINE = 2_000;

/** Whether a text is made by a tool for a machine: hardly any line ends. */
export function isMinified(text: string): boolean {
  if (text.length < 20_000) return false;
  return text.length / lineStartsOf(text).length > MINIFIED_LINE;
}

/** Splits one file and counts its terms. Null: the file is not searched, by its name or because no person wrote it. */
export function indexFile(
  file: { readonly path: string; readonly text: string },
  tools: { readonly parser: PythonParser; readonly tokenizer: Tokenizer },
): FileIndex | null {
  const { path } = file;
  const role = fileRole(path);
  if (role === null || (isMinified(file.text) && !/\.ipynb$/i.test(path))) return null;
  const text = sourceText(path, file.text);
  const starts = lineStartsOf(text);
  const isPython = /\.py$/i.test(path);
  const isNotebook = /\.ipynb$/i.test(path);
  const root = isPython || isNotebook ? tools.parser.parse(text) : null;
  const spans = isPython && root ? splitPython(root) : isNotebook ? splitCells(text) : splitProse(role, text);
  const pieces = spans.map((piece) => {
    const own = text.slice(starts[piece.firstLine - 1], (starts[piece.lastLine] ?? text.length + 1) - 1);
    return { ...piece, ...countTerms(own, piece, path, root !== null, tools.tokenizer) };
  });
  return {
    path,
    role,
    pieces,
    imports: root ? readImports(root) : [],
    training: root && mayTrain(text) ? findTrainingCode(root) : [],
  };
}

/** Where each line begins. */
function lineStartsOf(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}

function splitProse(role: FileRole, text: string): readonly Piece[] {
  return role === 'config' ? splitConfig(text) : splitDocument(text);
}

function countTerms(
  text: string,
  piece: Piece,
  path: string,
  isCode: boolean,
  tokenizer: Tokenizer,
): { readonly terms: Terms; readonly calls: readonly string[] } {
  const calls = new Set<string>();
  const terms = new Map<string, number>();
  const count = (term: string, by = 1): void => void terms.set(term, (terms.get(term) ?? 0) + by);
  const word = (found: string, by = 1): void => {
    for (const term of tokenizer.termsOf(found)) count(term, by);
  };
  if (isCode) {
    scanCode(text, {
      word,
      called: (name) => calls.add(name),
      prose: (prose) => wordsOf(prose).forEach((item) => word(item)),
      literal: (literal) => {
        for (const item of wordsOf(literal)) {
          word(item);
          for (const term of tokenizer.literalTermsOf(item)) count(term);
        }
      },
      raised: (name) => {
        const own = name.slice(name.lastIndexOf('.') + 1);
        word(own);
        count(`r:${own.toLowerCase()}`);
      },
    });
  } else {
    wordsOf(text).forEach((item) => word(item));
  }
  const names = piece.name.split('.');
  for (const name of names) word(name, NAME_WEIGHT);
  if (piece.name !== '') {
    count(`n:${(names.at(-1) ?? '').toLowerCase()}`);
    for (const owner of names.slice(0, -1)) count(`o:${owner.toLowerCase()}`);
  }
  for (const folder of path.replace(/\.\w+$/, '').split('/')) word(folder);
  return { terms, calls: [...calls].slice(0, MOST_CALLS) };
}

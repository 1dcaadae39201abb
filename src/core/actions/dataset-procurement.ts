import { message } from '../../protocol/catalogue/catalogue';
import { insertionIndex } from '../generate/insertion-index';
import { linesOfScript, ours, type ScriptLine } from '../generate/script-lines';
import type { Action, ActionState, Proposal } from './action';
import { standInContext } from './stand-in-context';
import { exploreForms } from './explore-forms';
import type { DataForm } from './stand-ins/data-forms';
import { fileStandIn } from './stand-ins/file-stand-in';
import { patternLines } from './stand-ins/folder-text';

/** A path that a script may write in its own folder. Others are taken by their last part. */
function ownPath(file: string): string {
  const plain = file.replaceAll('\\', '/');
  const isOwn = !/^(?:\/|~|[A-Za-z]:)/.test(plain) && !plain.split('/').includes('..');
  return isOwn ? plain.replace(/^\.\//, '') : (plain.split('/').filter(Boolean).at(-1) ?? 'data');
}

/** Names the file by its own path wherever the script names it. */
function renamed(lines: readonly ScriptLine[], file: string, own: string): readonly ScriptLine[] {
  if (own === file) return lines;
  return lines.map((line) =>
    line.text.includes(file) ? { text: line.text.replaceAll(file, own), provenance: ours } : line,
  );
}

function proposeFile(state: ActionState, file: string, line: number): readonly Proposal[] {
  return exploreForms({
    forms: [{}],
    isWide: state.ways !== 'likeliest',
    misfits: state.misfits ?? [],
    context: standInContext(state),
    propose: (form, rank) => proposeForm({ state, file, line, form, rank }),
  });
}

interface Asked {
  readonly state: ActionState;
  readonly file: string;
  readonly line: number;
  readonly form: DataForm;
  readonly rank: number;
}

function proposeForm({ state, file, line, form, rank }: Asked): readonly Proposal[] {
  const root = state.parser.parse(state.script.text);
  const own = ownPath(file);
  const made = fileStandIn({ root, file: own, line, context: standInContext(state, form) });
  if (!made) return [];
  const lines = renamed(linesOfScript(state.script), file, own);
  const statement = root.namedChildren.find(({ endPosition }) => endPosition.row + 1 >= line);
  const at = statement?.startPosition.row ?? insertionIndex(lines.map(({ text }) => text));
  const present = new Set(lines.map(({ text }) => text.trim()));
  const imports = made.imports.filter((text, index) => !present.has(text) && made.imports.indexOf(text) === index);
  const added = [...imports, ...made.lines].map((text) => ({ text, provenance: ours }));
  return [
    {
      action: 'dataset-procurement',
      reason: rank === 0 ? message('attempt.filesMade', { file: own }) : message('attempt.correctedForm'),
      alternative: rank,
      touches: [{ fault: 'file', name: file }],
      change: { kind: 'script', lines: [...lines.slice(0, at), ...added, ...lines.slice(at)] },
    },
  ];
}

/** Files for a pattern by which the script looks for such, and finds none: its loops then go through nothing. */
function proposePattern(state: ActionState): readonly Proposal[] {
  if (!/\bi?glob\(/.test(state.script.text) || /\bos\.makedirs\(folder\b/.test(state.script.text)) return [];
  const context = standInContext(state);
  const made = patternLines(context);
  if (!made) return [];
  const lines = linesOfScript(state.script);
  const texts = lines.map(({ text }) => text);
  const uses = context.root.namedChildren.find(
    ({ type, text }) =>
      !/^(?:function|class)_definition$|^(?:import|comment|decorated)/.test(type) && readsPattern(text, texts),
  );
  const at = uses?.startPosition.row ?? lines.length;
  const imports = made.imports.filter((text) => !texts.includes(text));
  const head = insertionIndex(texts);
  const asOurs = (added: readonly string[]): readonly ScriptLine[] => added.map((text) => ({ text, provenance: ours }));
  return [
    {
      action: 'dataset-procurement',
      reason: message('attempt.filesMade', { file: '*' }),
      touches: [],
      change: {
        kind: 'script',
        lines: [
          ...lines.slice(0, head),
          ...asOurs(imports),
          ...lines.slice(head, Math.max(head, at)),
          ...asOurs(made.lines),
          ...lines.slice(Math.max(head, at)),
        ],
      },
    },
  ];
}

/** Whether a statement of the module looks for files itself, or calls what does. */
function readsPattern(text: string, texts: readonly string[]): boolean {
  if (/\bi?glob\(/.test(text)) return true;
  let owner = '';
  const owners: string[] = [];
  for (const line of texts) {
    owner = /^(?:def|class)\s+(\w+)/.exec(line)?.[1] ?? (/^\S/.test(line) ? '' : owner);
    if (owner !== '' && /\bi?glob\(/.test(line)) owners.push(owner);
  }
  return owners.some((name) => new RegExp(`\\b${name}\\b`).test(text));
}

/** Writes stand-ins for the files that a script reads and that are not there, in its own folder, by its own first lines. */
export const datasetProcurement: Action = {
  action: 'dataset-procurement',
  propose: (state) => {
    const { diagnosis } = state;
    if (diagnosis.kind === 'nothing' || diagnosis.kind === 'noFiles') return proposePattern(state);
    return diagnosis.kind === 'missingFile' && diagnosis.line !== null
      ? proposeFile(state, diagnosis.file, diagnosis.line)
      : [];
  },
};

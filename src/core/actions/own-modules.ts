import { message } from '../../protocol/catalogue/catalogue';
import { linesOfScript } from '../generate/script-lines';
import type { SyntaxNode } from '../ports/python-parser';
import { standardModules } from '../plan/standard-modules';
import type { Action, ActionState, Proposal } from './action';
import { walk } from './syntax-names';

/** Names that people give the files of their own project. A data table. */
const usualFiles =
  /^(?:my|our)_?\w+$|^(?:utils?|helpers?|common|misc|tools?|config\w*|conf|cfg|settings|constants|hparams|params|options|opts|args|arguments|model\w*|nets?|networks?|layers?|modules?|blocks?|backbones?|losses|loss|metrics?|data|dataset\w*|data_?\w+|dataloaders?|loaders?|preprocess\w*|transforms?|augment\w*|engine|train\w*|test\w*|eval\w*|src|lib|libs|core|project|app|callbacks|logger|log\w*|vocab\w*|solver|agents?|env|envs|memory|replay\w*|encoder|decoder|generator|discriminator|unet\w*|resnet\w*|vgg\w*|\w+_(?:utils?|helpers?|model|net|data|dataset|loader|loss|config|tools))$/i;

/** Whether a module is one of the reporter's own files: no package is known for it, and its name or a traceback says so. */
export function isOwnModule(
  module: string,
  { distributionOf, readOut }: Pick<ActionState, 'distributionOf' | 'readOut'>,
): boolean {
  if (module === '.') return true;
  if (standardModules.has(module) || distributionOf(module) !== null) return false;
  const isFile = readOut.exceptions.some(({ frames }) =>
    frames.some(({ file }) => new RegExp(`(?:^|[\\\\/])${module}(?:\\.py$|[\\\\/])`).test(file)),
  );
  return isFile || usualFiles.test(module);
}

/** Whether a statement imports from a module alone; `.`: from a file beside. */
function importsFrom(node: SyntaxNode, module: string): boolean {
  if (node.type === 'import_statement') {
    const names = node.namedChildren.map((part) =>
      part.type === 'aliased_import' ? (part.childForField('name')?.text ?? '') : part.text,
    );
    return names.every((name) => name.split('.')[0] === module);
  }
  if (node.type !== 'import_from_statement') return false;
  const from = node.childForField('module_name');
  return module === '.' ? from?.type === 'relative_import' : from?.text.split('.')[0] === module;
}

/** Rows of the statements that import from a module, each whole, and its indentation where it stands alone in a block. */
function rowsOf(root: SyntaxNode, module: string): ReadonlyMap<number, string | null> {
  const rows = new Map<number, string | null>();
  walk(root, (node) => {
    if (!importsFrom(node, module)) return;
    const isAlone = node.parent?.type === 'block' && node.parent.namedChildren.length === 1;
    for (let row = node.startPosition.row; row <= node.endPosition.row; row += 1)
      rows.set(row, isAlone && row === node.startPosition.row ? ' '.repeat(node.startPosition.column) : null);
  });
  return rows;
}

function proposeWithout(state: ActionState, module: string): readonly Proposal[] {
  const rows = rowsOf(state.parser.parse(state.script.text), module);
  if (rows.size === 0) return [];
  const lines = linesOfScript(state.script).map((line, row) => {
    if (!rows.has(row)) return line;
    const indent = rows.get(row);
    return { ...line, text: typeof indent === 'string' ? `${indent}pass  # ${line.text.trim()}` : `# ${line.text}` };
  });
  return [
    {
      action: 'import-addition-dependency-resolution',
      reason: message('attempt.ownModule', { module }),
      touches: [{ fault: 'module', name: module }],
      change: { kind: 'script', lines },
    },
  ];
}

/** Goes on without the reporter's own files, which no package brings: what the code takes from them is then missing, and made. */
export const ownModules: Action = {
  action: 'import-addition-dependency-resolution',
  propose: (state) => {
    const { diagnosis } = state;
    return diagnosis.kind === 'missingModule' && isOwnModule(diagnosis.module, state)
      ? proposeWithout(state, diagnosis.module)
      : [];
  },
};

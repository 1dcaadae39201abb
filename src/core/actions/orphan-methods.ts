import { message } from '../../protocol/catalogue/catalogue';
import { linesOfScript, ours, type ScriptLine } from '../generate/script-lines';
import type { SyntaxNode } from '../ports/python-parser';
import type { Action, ActionState, Proposal } from './action';
import { missingImports } from './import-addition';
import { standInContext } from './stand-in-context';
import { attributeText } from './stand-ins/self-object';
import { unboundNames, walk } from './syntax-names';

function functionOf(node: SyntaxNode): SyntaxNode | null {
  const definition = node.type === 'decorated_definition' ? node.childForField('definition') : node;
  return definition?.type === 'function_definition' ? definition : null;
}

function takesSelf(node: SyntaxNode): boolean {
  return functionOf(node)?.childForField('parameters')?.namedChildren[0]?.text === 'self';
}

/** Statements of the module that are methods without their class. */
function orphansOf(root: SyntaxNode): readonly SyntaxNode[] {
  return root.namedChildren.filter(takesSelf);
}

interface Attributes {
  readonly called: ReadonlySet<string>;
  readonly read: ReadonlySet<string>;
  readonly bound: ReadonlySet<string>;
}

/** What methods take from `self`, and what they set on it. */
function attributesOf(methods: readonly SyntaxNode[]): Attributes {
  const called = new Set<string>();
  const read = new Set<string>();
  const bound = new Set<string>();
  for (const method of methods) {
    walk(method, (node) => {
      if (node.type !== 'attribute' || node.childForField('object')?.text !== 'self') return;
      const name = node.childForField('attribute')?.text ?? '';
      const parent = node.parent;
      const isTarget = parent?.type === 'assignment' && parent.childForField('left')?.startIndex === node.startIndex;
      const isCall = parent?.type === 'call' && parent.childForField('function')?.startIndex === node.startIndex;
      if (isTarget) bound.add(name);
      else if (isCall) called.add(name);
      else read.add(name);
    });
  }
  return { called, read, bound };
}

/** What networks have from their base class. A data table. */
const inherited =
  /^(?:parameters|named_parameters|modules|children|train|eval|training|to|cuda|cpu|device|apply|state_dict|load_state_dict|zero_grad|register_buffer|register_parameter|add_module|log|log_dict|hparams|save_hyperparameters|trainer|add_weight|built|name|dtype|weights|trainable_variables|trainable_weights|losses|add_loss|add_metric|compiled_loss|compiled_metrics|optimizer|metrics|summary|compile|fit|predict|evaluate|optimizers|manual_backward|current_epoch|global_step|logger|__\w+__)$/;

function baseOf(methods: readonly SyntaxNode[], framework: string, keras: string): string {
  const names = methods.map((node) => functionOf(node)?.childForField('name')?.text ?? '');
  if (names.some((name) => /^(?:training_step|validation_step|configure_optimizers|test_step)$/.test(name)))
    return 'pl.LightningModule';
  if (names.some((name) => /^(?:call|train_step|build|get_config)$/.test(name)) && framework === 'keras')
    return `${keras}.Model`;
  if (names.some((name) => /^(?:__getitem__|__len__)$/.test(name))) return 'torch.utils.data.Dataset';
  return framework === 'keras' ? 'object' : framework === 'torch' ? 'torch.nn.Module' : 'object';
}

/** A class name that the code calls and that nothing gives, else one of ours. */
function classNameFor(state: ActionState, root: SyntaxNode): string {
  const imported = new Set(missingImports(state.script.text, state.readOut, state.parser).map(({ name }) => name));
  const wanted = unboundNames(root).find(
    ({ name, called }) =>
      called && /^[A-Z][A-Za-z0-9_]*[a-z]/.test(name) && !imported.has(name) && !/Error$/.test(name),
  );
  return wanted?.name ?? 'Network';
}

function proposeClass(state: ActionState): readonly Proposal[] {
  const root = state.parser.parse(state.script.text);
  const orphans = orphansOf(root);
  if (orphans.length === 0) return [];
  const context = standInContext(state);
  const { called, read, bound } = attributesOf(orphans);
  const own = new Set(orphans.map((node) => functionOf(node)?.childForField('name')?.text ?? ''));
  const name = classNameFor(state, root);
  const base = baseOf(orphans, context.framework, context.keras);
  const wanted = [...called, ...[...read].filter((attribute) => !called.has(attribute))].filter(
    (attribute) => !own.has(attribute) && !inherited.test(attribute) && !bound.has(attribute),
  );
  const init = own.has('__init__')
    ? []
    : [
        '    def __init__(self, *args, **kwargs):',
        '        super().__init__()',
        ...wanted.map(
          (attribute) => `        self.${attribute} = ${attributeText(attribute, called.has(attribute), context)}`,
        ),
        '',
      ];
  const lines = linesOfScript(state.script);
  const rows = new Set(
    orphans.flatMap(({ startPosition, endPosition }) =>
      Array.from({ length: endPosition.row - startPosition.row + 1 }, (_, index) => startPosition.row + index),
    ),
  );
  const first = orphans[0]?.startPosition.row ?? 0;
  const head: readonly ScriptLine[] = [`class ${name}(${base}):`, ...init].map((text) => ({ text, provenance: ours }));
  const methods = lines.flatMap((line, row): readonly ScriptLine[] =>
    rows.has(row) ? [line.text.trim() === '' ? line : { ...line, text: `    ${line.text}` }] : [],
  );
  const blank: ScriptLine = { text: '', provenance: ours };
  const next = [
    ...lines.slice(0, first).filter((_, row) => !rows.has(row)),
    ...head,
    ...methods,
    blank,
    ...lines.slice(first).filter((_, row) => !rows.has(row + first)),
  ];
  return [
    {
      action: 'neural-network-construction',
      reason: message('attempt.classAround', { name }),
      touches: [{ fault: 'name', name }],
      change: { kind: 'script', lines: next, makesClass: true },
    },
  ];
}

/** Puts a class around methods that the report shows without theirs. */
export const orphanMethods: Action = {
  action: 'neural-network-construction',
  propose: (state) => {
    const { kind } = state.diagnosis;
    return kind === 'missingName' || kind === 'nothing' ? proposeClass(state) : [];
  },
};

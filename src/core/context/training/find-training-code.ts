import type { SyntaxNode } from '../../ports/python-parser';
import { classifySignal, type Signal } from './classify-signal';
import { readFileFacts } from './file-facts';
import { insideFunction } from './inside-function';
import { readUses } from './read-uses';
import type { TrainingUnit } from './training-unit';

export type { TrainingUnit } from './training-unit';

/** Words in front of a bracket that may train something; each is looked at in its place in the syntax. */
const SIGNALS =
  /\.(?:backward|fit|fit_generator|train_on_batch|minimize|apply_gradients|gradient|run|train|train_and_evaluate|step|update|apply_updates|manual_backward)\s*\(|\b(?:value_and_grad|apply_updates|training_step)\s*\(|\b\w*(?:train|step|update|learn|optimi[sz]e)\w*\s*\(/g;

const FRAMEWORKS = /torch|tensorflow|keras|jax|flax|optax|lightning|accelerate|transformers/;
const MOST_SIGNALS = 2_000;
const loops = /^(?:for|while)_statement$/;

/** Whether a text is worth a look: it names a framework, or steps that another file may define. */
export function mayTrain(text: string): boolean {
  return FRAMEWORKS.test(text) || (/\b(?:for|while)\b/.test(text) && /\b(?:train|epoch|batch)\w*/.test(text));
}

/** Finds loops, calls and steps that train, by syntax and by where the names come from. Each unit stands once. */
export function findTrainingCode(root: SyntaxNode): readonly TrainingUnit[] {
  const facts = readFileFacts(root);
  const found = new Map<string, TrainingUnit>();
  let seen = 0;
  for (const match of facts.text.matchAll(SIGNALS)) {
    seen += 1;
    if (seen > MOST_SIGNALS) break;
    const path = pathTo(root, match.index + match[0].length - 1);
    const call = [...path].reverse().find(({ type }) => type === 'call' || type === 'function_definition');
    if (!call) continue;
    const signal = classifySignal(call, path, facts);
    if (!signal) continue;
    const unit = toUnit(signal, path, (node) => readUses(node, call, facts));
    const key = `${unit.firstLine}-${unit.lastLine}`;
    const known = found.get(key);
    if (!known) found.set(key, unit);
    else found.set(key, joined(known, unit));
  }
  return [...found.values()].sort((a, b) => a.firstLine - b.firstLine || a.lastLine - b.lastLine);
}

/** A loop that trains by itself is more than one that calls a step. */
function joined(one: TrainingUnit, other: TrainingUnit): TrainingUnit {
  const [kept, added] = one.kind === 'caller' && other.kind !== 'caller' ? [other, one] : [one, other];
  const calls = [...new Set([...kept.calls, ...added.calls])];
  return { ...kept, framework: kept.framework ?? added.framework, calls };
}

/** Nodes from the module down to the innermost one around an offset. */
function pathTo(root: SyntaxNode, offset: number): readonly SyntaxNode[] {
  const path = [root];
  for (let at: SyntaxNode | undefined = root; at;) {
    at = at.namedChildren.find((child) => child.startIndex <= offset && offset < child.endIndex);
    if (at) path.push(at);
  }
  return path;
}

function toUnit(
  { kind, framework, calls }: Signal,
  path: readonly SyntaxNode[],
  usesOf: (node: SyntaxNode) => TrainingUnit['uses'],
): TrainingUnit {
  const node = nodeOfUnit(kind, path);
  const { row, column } = node.endPosition;
  return {
    framework,
    kind,
    within: withinOf(path.slice(0, path.indexOf(node) + (kind === 'step' ? 1 : 0))),
    firstLine: node.startPosition.row + 1,
    lastLine: column === 0 && row > node.startPosition.row ? row : row + 1,
    uses: usesOf(node),
    calls,
  };
}

/** The outermost loop of the innermost function, that function, or the statement of the call. */
function nodeOfUnit(kind: Signal['kind'], path: readonly SyntaxNode[]): SyntaxNode {
  const inside = insideFunction(path);
  const own = path[Math.max(path.length - inside.length - 1, 0)];
  const loop = inside.find(({ type }) => loops.test(type));
  const statement = [...inside].reverse().find(({ type }) => /statement$|^assignment$/.test(type) && !loops.test(type));
  const chosen = kind === 'step' ? own : kind === 'call' ? (statement ?? inside.at(-1)) : (loop ?? own);
  return chosen ?? (path[0] as SyntaxNode);
}

function withinOf(path: readonly SyntaxNode[]): string {
  return path
    .filter(({ type }) => type === 'function_definition' || type === 'class_definition')
    .map((node) => node.childForField('name')?.text ?? '')
    .join('.');
}

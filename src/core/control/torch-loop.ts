import type { SyntaxNode } from '../ports/python-parser';
import { loopAround, outerLoop, type CallFact, type CodeFacts } from './code-facts';

/** A hand-written training loop of PyTorch, found by its call of `backward`. */
export interface TorchLoop {
  readonly backward: CallFact;
  /** Name of the loss that goes backward; null: it has none. */
  readonly loss: string | null;
  /** Expression that made the loss, where it is a call of a criterion: `criterion(out, target)`. */
  readonly lossCall: CallFact | null;
  readonly inner: SyntaxNode;
  readonly outer: SyntaxNode;
  readonly steps: readonly CallFact[];
  readonly zeros: readonly CallFact[];
}

export function torchLoops(facts: CodeFacts): readonly TorchLoop[] {
  return facts.calls.flatMap((backward): TorchLoop[] => {
    if (backward.name !== 'backward') return [];
    const inner = loopAround(backward.node);
    const outer = outerLoop(backward.node);
    if (!inner || !outer) return [];
    const inLoop = facts.calls.filter(
      ({ node }) => node.startIndex >= outer.startIndex && node.endIndex <= outer.endIndex,
    );
    const loss = /^[A-Za-z_]\w*$/.test(backward.owner) ? backward.owner : null;
    return [
      {
        backward,
        loss,
        lossCall: lossCallOf(facts, loss, backward),
        inner,
        outer,
        steps: inLoop.filter(
          ({ name, owner, node }) =>
            name === 'step' && owner !== '' && !/sched/i.test(owner) && hasNoPlainArgument(node),
        ),
        zeros: inLoop.filter(({ name }) => name === 'zero_grad'),
      },
    ];
  });
}

function hasNoPlainArgument(call: SyntaxNode): boolean {
  return (call.childForField('arguments')?.namedChildren ?? []).every(({ type }) => type === 'identifier');
}

/** The latest call in front of `backward` that gave the loss its value and has two arguments. */
function lossCallOf(facts: CodeFacts, loss: string | null, backward: CallFact): CallFact | null {
  const value = facts.assignments
    .filter(({ name, node }) => name === loss && node.endIndex <= backward.node.startIndex)
    .at(-1)?.value;
  if (!value) return null;
  const inside = facts.calls.filter(
    ({ node, positional, named }) =>
      node.startIndex >= value.startIndex && node.endIndex <= value.endIndex && positional.length + named.size >= 2,
  );
  return inside[0] ?? null;
}

/** Calls that make an optimizer of PyTorch. */
export function torchOptimizers(facts: CodeFacts): readonly CallFact[] {
  if (facts.framework !== 'torch') return [];
  return facts.calls.filter(
    ({ name, owner }) =>
      /^(?:SGD|Adam|AdamW|RMSprop|Adagrad|Adadelta|Adamax|NAdam|RAdam|ASGD|Rprop|LBFGS)$/.test(name) &&
      !/keras|tf\b/.test(owner),
  );
}

/** Name that a call's value is assigned to: `opt` of `opt = Adam(...)`. Null: to none. */
export function assignedName(facts: CodeFacts, call: CallFact): string | null {
  return (
    facts.assignments.find(
      ({ value }) => value.startIndex === call.node.startIndex && value.endIndex === call.node.endIndex,
    )?.name ?? null
  );
}

/** What an expression that iterates over the trained tensors looks like; null: the script does not tell. */
export function trainedTensors(facts: CodeFacts): string | null {
  for (const optimizer of torchOptimizers(facts)) {
    const first = optimizer.positional[0] ?? optimizer.named.get('params');
    if (first?.type === 'identifier' || first?.type === 'call' || first?.type === 'list') {
      if (first.type === 'list' && first.namedChildren.some(({ type }) => type === 'dictionary')) continue;
      return first.text.replace(/\s+/g, ' ');
    }
  }
  const leaves = gradientLeaves(facts);
  return leaves.length > 0 ? `[${leaves.join(', ')}]` : null;
}

/** Names that were made with `requires_grad=True` at the level of the module. */
export function gradientLeaves(facts: CodeFacts): readonly string[] {
  const names = facts.assignments
    .filter(
      ({ value, node }) =>
        loopAround(node) === null &&
        /requires_grad\s*=\s*True|requires_grad_\(\s*(?:True\s*)?\)|^(?:torch\.)?(?:nn\.)?Parameter\(/.test(value.text),
    )
    .map(({ name }) => name);
  return [...new Set(names)];
}

/** Names bound to modules whose tensors an optimizer could get: those that are called inside the loop. */
export function calledModels(facts: CodeFacts, loop: SyntaxNode): readonly string[] {
  const bound = new Set(facts.assignments.filter(({ value }) => value.type === 'call').map(({ name }) => name));
  const called = facts.calls
    .filter(
      ({ node, owner, name }) =>
        owner === '' && bound.has(name) && node.startIndex >= loop.startIndex && node.endIndex <= loop.endIndex,
    )
    .map(({ name }) => name);
  return [...new Set(called)];
}

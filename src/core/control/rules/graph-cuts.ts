import type { SyntaxNode } from '../../ports/python-parser';
import { walk } from '../../verify/syntax-walk';
import { isInside, loopAround, statementOf, type CallFact, type CodeFacts } from '../code-facts';
import { isOf, isOfTraining, type ControlRule, type Removal } from '../control-rule';
import { replaceNode, type TextEdit } from '../text-edits';
import { torchLoops } from '../torch-loop';

/** Parts of the forward pass that cut the graph, so that no gradient flows back to what stands before them. */
export const graphCuts: readonly ControlRule[] = [
  {
    name: 'graph-cut',
    source:
      'PyTorch documentation, autograd mechanics: detach, data, item and torch.tensor give values without their history',
    causes: isOfTraining,
    remove: (facts) => {
      const cuts = cutsOf(facts);
      if (cuts.length === 0) return [];
      const changed: Removal['changed'] = ['control.graphCut', { what: cuts.map(({ what }) => what).join(', ') }];
      return [{ edits: cuts.map(({ edit }) => edit), changed }];
    },
  },
  {
    name: 'no-grad-around-training',
    source: 'PyTorch documentation, torch.no_grad: what is computed inside has no history',
    causes: isOfTraining,
    remove: (facts) => {
      const whole = facts.calls.filter(
        ({ name, node }) => /^(?:no_grad|inference_mode)$/.test(name) && isAroundForward(facts, node),
      );
      if (whole.length === 0) return [];
      return [
        { edits: whole.map(({ node }) => replaceNode(node, 'torch.enable_grad()')), changed: ['control.noGrad', {}] },
      ];
    },
  },
  {
    name: 'frozen-parameters',
    source: 'PyTorch and Keras documentation: requires_grad=False and trainable=False keep a parameter as it is',
    causes: isOfTraining,
    remove: (facts) => {
      const edits = frozen(facts);
      return edits.length === 0 ? [] : [{ edits, changed: ['control.frozen', {}] }];
    },
  },
  {
    name: 'graph-kept-alive',
    source: 'PyTorch FAQ, "My model reports out of memory": what is summed up with its history keeps the graph',
    causes: isOf('memoryGrowth', 'slow'),
    remove: (facts) => {
      const edits = keptGraphs(facts);
      return edits.length === 0 ? [] : [{ edits, changed: ['control.graphKept', {}] }];
    },
  },
];

/** Nodes between the start of the loop and `backward`, where the loss is made, and in the code of `forward`. */
function isForward(facts: CodeFacts, node: SyntaxNode): boolean {
  const inLoop = torchLoops(facts).some(
    ({ backward, outer }) => isInside(node, outer) && node.endIndex <= backward.node.startIndex,
  );
  return inLoop || inForward(node);
}

function inForward(node: SyntaxNode): boolean {
  for (let current = node.parent; current; current = current.parent) {
    if (current.type === 'function_definition')
      return /^(?:forward|__call__|training_step)$/.test(current.childForField('name')?.text ?? '');
  }
  return false;
}

/** Statements that only tell of a value may cut what they like. */
function onlyTells(node: SyntaxNode): boolean {
  const text = statementOf(node).text;
  return /^(?:print|reprise_observe|logging|log|writer)\b|\.append\(|^\w*(?:total|running|sum|acc|correct|hits|seen)\w*\s*[+]?=/.test(
    text,
  );
}

function cutsOf(facts: CodeFacts): readonly { readonly edit: TextEdit; readonly what: string }[] {
  const found: { edit: TextEdit; what: string }[] = [];
  for (const call of facts.calls) {
    if (!isForward(facts, call.node) || onlyTells(call.node)) continue;
    const inner = cutAround(call);
    if (inner === null) continue;
    found.push({ edit: replaceNode(call.node, cleared(inner)), what: call.name });
  }
  walk(facts.tree, (node) => {
    if (
      node.type === 'attribute' &&
      node.childForField('attribute')?.text === 'data' &&
      isForward(facts, node) &&
      !onlyTells(node)
    ) {
      const object = node.childForField('object');
      if (object && !/loader|batch|dataset|^self$/i.test(object.text))
        found.push({ edit: replaceNode(node, cleared(object.text)), what: 'data' });
    }
    return true;
  });
  return found;
}

/** What a cutting call is about; null: it cuts nothing. */
function cutAround({ name, owner, positional, node }: CallFact): string | null {
  if (/^(?:detach|detach_|item)$/.test(name) && owner !== '' && positional.length === 0) return owner;
  const [first] = positional;
  if (
    /^(?:tensor|Tensor|FloatTensor|Variable)$/.test(name) &&
    /^(?:torch)?$/.test(owner) &&
    first &&
    isComputed(first)
  ) {
    return first.text;
  }
  if (
    name === 'numpy' &&
    owner !== '' &&
    positional.length === 0 &&
    /from_numpy\(/.test(node.parent?.parent?.text ?? '')
  )
    return owner;
  return null;
}

/** Not a literal, nor a list of literals: something that was computed before. */
function isComputed(node: SyntaxNode): boolean {
  if (
    node.type === 'identifier' ||
    node.type === 'call' ||
    node.type === 'binary_operator' ||
    node.type === 'attribute'
  )
    return true;
  return false;
}

/** Further cuts inside a text that is put in whole. */
function cleared(text: string): string {
  return text.replace(/\.detach\(\)|\.item\(\)|\.data\b(?!\s*\()/g, '');
}

function isAroundForward(facts: CodeFacts, node: SyntaxNode): boolean {
  const around = node.parent?.parent?.parent;
  if (node.parent?.type === 'decorator') return /forward|train/.test(node.parent.parent?.text.slice(0, 200) ?? '');
  return (
    around !== null &&
    around !== undefined &&
    torchLoops(facts).some(({ loss, outer, backward }) => {
      const made = facts.assignments
        .filter(({ name, node: at }) => name === loss && at.endIndex <= backward.node.startIndex)
        .at(-1);
      const block = withStatement(node);
      return (
        block !== null &&
        (isInside(outer, block) ||
          (made !== undefined && isInside(block, outer) && block.endIndex <= backward.node.startIndex))
      );
    })
  );
}

function withStatement(node: SyntaxNode): SyntaxNode | null {
  for (let current = node.parent; current; current = current.parent)
    if (current.type === 'with_statement') return current;
  return null;
}

function frozen(facts: CodeFacts): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  walk(facts.tree, (node) => {
    const left = node.type === 'assignment' ? node.childForField('left') : null;
    const right = node.childForField('right');
    if (
      left?.type === 'attribute' &&
      right?.text === 'False' &&
      /^(?:requires_grad|trainable)$/.test(left.childForField('attribute')?.text ?? '')
    )
      edits.push(replaceNode(right, 'True'));
    if (
      node.type === 'keyword_argument' &&
      node.childForField('name')?.text === 'trainable' &&
      node.childForField('value')?.text === 'False'
    )
      edits.push(replaceNode(node, 'trainable=True'));
    return true;
  });
  for (const { name, positional } of facts.calls) {
    const [first] = positional;
    if (name === 'requires_grad_' && first?.text === 'False') edits.push(replaceNode(first, 'True'));
  }
  return edits;
}

/** `total += loss` and `losses.append(loss)`, where the loss goes backward. */
function keptGraphs(facts: CodeFacts): readonly TextEdit[] {
  const losses = new Set(
    torchLoops(facts).flatMap(({ loss, lossCall }) => [loss, lossCall?.positional[0]?.text ?? null]),
  );
  const edits: TextEdit[] = [];
  for (const { augmented, value } of facts.assignments)
    if (augmented && value.type === 'identifier' && losses.has(value.text))
      edits.push(replaceNode(value, `${value.text}.detach()`));
  for (const { name, positional, node } of facts.calls) {
    const [first] = positional;
    if (name === 'append' && first?.type === 'identifier' && losses.has(first.text) && loopAround(node))
      edits.push(replaceNode(first, `${first.text}.detach()`));
  }
  return edits;
}

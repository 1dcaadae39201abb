import type { SyntaxNode } from '../../ports/python-parser';
import { argumentOf, isInside, loopAround, statementOf, type CodeFacts } from '../code-facts';
import { isOf, isOfTraining, type ControlRule, type Removal } from '../control-rule';
import { linesAfter, linesAtTop, linesBefore, removeStatement, replaceNode } from '../text-edits';
import { assignedName, calledModels, gradientLeaves, torchLoops, torchOptimizers, type TorchLoop } from '../torch-loop';

/** Faults of hand-written training loops: steps that are missing, in the wrong order, or that reach other tensors. */
export const torchSteps: readonly ControlRule[] = [
  {
    name: 'zero-grad-missing',
    source: 'PyTorch documentation, torch.optim: gradients add up until zero_grad is called',
    causes: isOfTraining,
    remove: (facts) =>
      torchLoops(facts).flatMap((loop): Removal[] => {
        if (loop.zeros.length > 0) return [];
        const [step] = loop.steps;
        const lines = step ? [`${step.owner}.zero_grad()`] : zerosByHand(facts, loop);
        if (lines.length === 0) return [];
        const line = lines.join('; ');
        return [
          {
            edits: [linesBefore(facts, loop.backward.node, lines)],
            changed: ['control.zeroGradMissing', { line }],
          },
        ];
      }),
  },
  {
    name: 'zero-grad-before-step',
    source: 'PyTorch documentation, torch.optim: a step reads the gradients that backward left',
    causes: isOfTraining,
    remove: (facts) =>
      torchLoops(facts).flatMap(({ steps, zeros, backward }): Removal[] => {
        const [step] = steps;
        const zero = zeros.find(
          ({ node }) => step && node.startIndex > backward.node.endIndex && node.endIndex < step.node.startIndex,
        );
        if (!zero) return [];
        const line = zero.node.text;
        return [
          {
            edits: [removeStatement(facts, zero.node), linesBefore(facts, backward.node, [line])],
            changed: ['control.zeroGradBeforeStep', { line }],
          },
        ];
      }),
  },
  {
    name: 'step-missing',
    source: 'PyTorch documentation, torch.optim: backward alone changes no parameter',
    causes: isOfTraining,
    remove: (facts) =>
      torchLoops(facts).flatMap(({ steps, backward }): Removal[] => {
        const name = torchOptimizers(facts).flatMap((call) => assignedName(facts, call) ?? [])[0];
        if (steps.length > 0 || name === undefined) return [];
        const line = `${name}.step()`;
        return [{ edits: [linesAfter(facts, backward.node, [line])], changed: ['control.stepMissing', { line }] }];
      }),
  },
  {
    name: 'step-once-an-epoch',
    source: 'PyTorch documentation, torch.optim: each batch takes its own step',
    causes: isOfTraining,
    remove: (facts) =>
      torchLoops(facts).flatMap(({ steps, backward, inner }): Removal[] => {
        const [step] = steps;
        if (!step || steps.length > 1 || isInside(step.node, inner)) return [];
        return [
          {
            edits: [removeStatement(facts, step.node), linesAfter(facts, backward.node, [step.node.text])],
            changed: ['control.stepOnceAnEpoch', { line: step.node.text }],
          },
        ];
      }),
  },
  {
    name: 'schedule-each-batch',
    source: 'PyTorch documentation, lr_scheduler: most schedules count epochs, and step() is called after each of them',
    causes: isOfTraining,
    remove: (facts) =>
      facts.calls.flatMap(({ name, owner, node }): Removal[] => {
        const inner = name === 'step' && /sched|^lr_?s/i.test(owner) ? loopAround(node) : null;
        if (!inner || loopAround(inner) === null) return [];
        const edits = [replaceNode(statementOf(node), 'pass'), linesAfter(facts, inner, [node.text])];
        return [{ edits, changed: ['control.scheduleEachBatch', { line: node.text }] }];
      }),
  },
  {
    name: 'step-without-backward',
    source: 'PyTorch documentation, torch.optim: without backward there is no gradient to step along',
    causes: isOfTraining,
    remove: (facts) => {
      if (facts.calls.some(({ name }) => name === 'backward')) return [];
      const step = facts.calls.find(
        ({ name, owner, node }) => name === 'step' && /opt/i.test(owner) && loopAround(node),
      );
      const loss = facts.assignments
        .filter(({ name, node }) => /loss|cost/i.test(name) && step && node.endIndex <= step.node.startIndex)
        .at(-1);
      if (!step || !loss || facts.framework !== 'torch') return [];
      const line = `${loss.name}.backward()`;
      return [{ edits: [linesBefore(facts, step.node, [line])], changed: ['control.backwardMissing', { line }] }];
    },
  },
  {
    name: 'forward-made-once',
    source: 'PyTorch documentation, autograd mechanics: the graph of a forward pass tells of the weights of its time',
    causes: isOfTraining,
    remove: (facts) =>
      torchLoops(facts).flatMap(({ lossCall, inner }): Removal[] => {
        const out = lossCall?.positional[0]?.text;
        const made = facts.assignments.filter(({ name }) => name === out);
        const [only] = made;
        if (!only || made.length > 1 || only.node.startIndex >= inner.startIndex || loopAround(only.node)) return [];
        const line = statementOf(only.node).text;
        if (line.includes('\n')) return [];
        const edits = [removeStatement(facts, only.node), linesAtTop(facts, inner, [line])];
        return [{ edits, changed: ['control.forwardOnce', { line }] }];
      }),
  },
  {
    name: 'optimizer-over-other-tensors',
    source: 'PyTorch documentation, torch.optim: an optimizer changes the tensors that it was given, and no others',
    causes: isOfTraining,
    remove: otherTensors,
  },
  {
    name: 'optimizer-before-model',
    source: 'PyTorch documentation, torch.optim: an optimizer keeps the tensors of the time when it was made',
    causes: isOfTraining,
    remove: (facts) =>
      torchOptimizers(facts).flatMap((optimizer): Removal[] => {
        const own = /^([A-Za-z_]\w*)\.parameters\(\)/.exec(optimizer.positional[0]?.text ?? '')?.[1];
        const later = facts.assignments
          .filter(
            ({ name, node, value }) =>
              name === own &&
              value.type === 'call' &&
              node.startIndex > optimizer.node.endIndex &&
              isBeforeTraining(facts, node),
          )
          .at(-1);
        if (!later || own === undefined) return [];
        return [
          {
            edits: [
              removeStatement(facts, optimizer.node),
              linesAfter(facts, later.node, [statementOf(optimizer.node).text]),
            ],
            changed: ['control.optimizerBeforeModel', { model: own }],
          },
        ];
      }),
  },
  {
    name: 'modules-in-plain-list',
    source: 'PyTorch documentation, torch.nn.ModuleList: modules in a plain list are not registered',
    causes: (symptom) => isOfTraining(symptom) || isOf('saveLoadMismatch')(symptom),
    remove: (facts) => {
      const lists = [...facts.tree.namedChildren].length === 0 ? [] : moduleLists(facts);
      if (lists.length === 0) return [];
      return [
        { edits: lists.map(({ start, end, text }) => ({ start, end, text })), changed: ['control.plainList', {}] },
      ];
    },
  },
  {
    name: 'running-sum-not-reset',
    source: 'A sum that is set to 0 once before all epochs holds those of all epochs',
    causes: (symptom) => isOf('divergingMetric', 'stuckMetric', 'wrongValue', 'metricGap')(symptom),
    remove: sumsNotReset,
  },
];

/** What sets the gradients back where a script takes its steps by itself: `w -= lr * w.grad`. Empty: it does that already. */
function zerosByHand(facts: CodeFacts, { outer }: TorchLoop): readonly string[] {
  if (/\.grad(?:\.data)?\.(?:zero_|fill_)\(|\.grad\s*=\s*None\b|set_to_none/.test(outer.text)) return [];
  const stepped = (name: string): boolean =>
    new RegExp(String.raw`\b${name}(?:\.data)?\s*(?:-=|=|\.(?:sub|add|copy)_\()[^\n]*\b${name}\.grad\b`).test(
      outer.text,
    );
  const models = [...outer.text.matchAll(/\bfor\s+(\w+)\s+in\s+([A-Za-z_][\w.]*)\.parameters\(\)/g)]
    .filter(([, item]) => item !== undefined && stepped(item))
    .map(([, , model]) => `${model ?? ''}.zero_grad()`);
  const leaves = gradientLeaves(facts)
    .filter(stepped)
    .map((name) => `${name}.grad = None`);
  return [...new Set([...models, ...leaves])];
}

/** At the level of the module, or once in a round of a loop that holds the whole training. */
function isBeforeTraining(facts: CodeFacts, node: SyntaxNode): boolean {
  const around = loopAround(node);
  return (
    around === null ||
    torchLoops(facts).some(
      ({ inner }) =>
        node.endIndex <= inner.startIndex && isInside(inner, around) && inner.startIndex !== around.startIndex,
    )
  );
}

function otherTensors(facts: CodeFacts): readonly Removal[] {
  const [loop] = torchLoops(facts);
  const leaves = gradientLeaves(facts);
  const models = loop
    ? calledModels(facts, loop.outer).filter((name) =>
        facts.assignments.some(
          (item) =>
            item.name === name &&
            /^(?:nn\.|torch\.nn\.)?[A-Z]/.test(item.value.text) &&
            !/Loss\b/.test(item.value.text),
        ),
      )
    : [];
  return torchOptimizers(facts).flatMap((optimizer): Removal[] => {
    const first = argumentOf(optimizer, 'params', 0);
    if (!first) return [];
    const wanted = models.length > 0 ? models.map((name) => `${name}.parameters()`) : leaves;
    const missing = wanted.filter((text) => !first.text.includes(text.replace('.parameters()', '')));
    if (missing.length === 0 || wanted.length === 0) return [];
    const text =
      models.length === 0
        ? `[${leaves.join(', ')}]`
        : wanted.length === 1
          ? (wanted[0] ?? '')
          : `[p for group in (${wanted.join(', ')}) for p in group]`;
    return [
      { edits: [replaceNode(first, text)], changed: ['control.otherTensors', { before: first.text, after: text }] },
    ];
  });
}

/** `self.layers = [nn.Linear(...), ...]`, also as a comprehension, as a dictionary, and empty where modules are appended. */
function moduleLists(
  facts: CodeFacts,
): readonly { readonly start: number; readonly end: number; readonly text: string }[] {
  const kinds: readonly (readonly [RegExp, string])[] = [
    [/(\bself\.\w+\s*=\s*)(\[(?:[^[\]]|\[[^[\]]*\])*\bnn\.[A-Z]\w*\((?:[^[\]]|\[[^[\]]*\])*\])/g, 'ModuleList'],
    [/(\bself\.\w+\s*=\s*)(\{(?:[^{}]|\{[^{}]*\})*\bnn\.[A-Z]\w*\((?:[^{}]|\{[^{}]*\})*\})/g, 'ModuleDict'],
    [/(\bself\.(\w+)\s*=\s*)\[\s*\](?=[\s\S]*\bself\.\2\.append\(\s*(?:torch\.)?nn\.[A-Z])/g, 'ModuleList'],
  ];
  return kinds.flatMap(([pattern, kind]) =>
    [...facts.text.matchAll(pattern)].map((match) => {
      const start = match.index + (match[1] ?? '').length;
      const end = match.index + match[0].length;
      const held = facts.text.slice(start, end);
      return { start, end, text: `nn.${kind}(${/^\[\s*\]$/.test(held) ? '' : held})` };
    }),
  );
}

/** Counters that are set before the outer loop, grow in an inner one, and are never set again. */
function sumsNotReset(facts: CodeFacts): readonly Removal[] {
  const byLoop = new Map<number, { readonly loop: CodeFacts['tree']; readonly lines: Set<string> }>();
  for (const { name, node } of facts.assignments.filter(({ augmented }) => augmented)) {
    const inner = loopAround(node);
    const outer = inner ? loopAround(inner) : null;
    if (!outer) continue;
    const again = facts.assignments.some(
      (other) => !other.augmented && other.name === name && isInside(other.node, outer),
    );
    if (again || !startsAtZero(facts, name, outer.startIndex)) continue;
    const entry = byLoop.get(outer.startIndex) ?? { loop: outer, lines: new Set<string>() };
    entry.lines.add(`${name} = 0`);
    byLoop.set(outer.startIndex, entry);
  }
  return [...byLoop.values()].map(({ loop, lines }) => ({
    edits: [linesAtTop(facts, loop, [...lines])],
    changed: ['control.sumNotReset', { names: [...lines].map((line) => line.split(' ')[0] ?? '').join(', ') }],
  }));
}

/** Set to 0 in front of a place, also as one of several: `total, seen = 0, 0`. */
function startsAtZero(facts: CodeFacts, name: string, before: number): boolean {
  const own = new RegExp(
    String.raw`(?:^|[\n;,(])[ \t]*(?:\w+\s*[,=]\s*)*${name}\b(?:\s*[,=]\s*\w+)*\s*=\s*\(?0(?:\.0*)?\b`,
  );
  return own.test(facts.text.slice(0, before));
}

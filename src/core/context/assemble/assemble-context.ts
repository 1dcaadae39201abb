import type { ContextFocus } from './context-focus';

/** Something that may go into a context: whole lines of a file. Lines count from 1 and are inclusive. */
export interface ContextPart {
  readonly file: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly name: string;
  readonly text: string;
  /** From 0 to 1. */
  readonly score: number;
  readonly reason: string;
  readonly kind: 'hit' | 'training' | 'dependency' | 'config';
  /** A person's word: stays, whatever the budget; comes first. */
  readonly pinned?: boolean;
}

export interface ChosenPart extends ContextPart {
  readonly tokens: number;
}

/** What did not go in, and why. */
export interface LeftOutPart {
  readonly file: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly name: string;
  readonly tokens: number;
  readonly score: number;
  readonly why: 'budget' | 'dropped';
}

/** How much of the budget the parts beside the hits may take together. */
const SIDE_SHARE: Readonly<Record<ContextFocus, number>> = { training: 0.5, saveLoad: 0.25, hits: 0.35 };
/** One part alone never takes more than this share, so that a long function leaves room for others. */
const PART_SHARE = 0.6;

/**
 * Chooses what fits the budget, no line twice: what a person pinned, then hits and the rest in turn by the focus. A part that
 * lies in another is left out silently; one that overlaps keeps the lines that are new.
 */
export function assembleContext(options: {
  readonly parts: readonly ContextPart[];
  readonly focus: ContextFocus;
  /** Tokens of the chosen model that the context may take. */
  readonly budget: number;
  readonly countTokens: (text: string) => number;
  readonly isDropped?: (part: ContextPart) => boolean;
}): { readonly chosen: readonly ChosenPart[]; readonly leftOut: readonly LeftOutPart[]; readonly tokens: number } {
  const { budget, countTokens, focus, isDropped = () => false } = options;
  const chosen: ChosenPart[] = [];
  const leftOut: LeftOutPart[] = [];
  const taken = new Map<string, Set<number>>();
  let tokens = 0;
  let side = 0;
  const leave = (part: ContextPart, count: number, why: LeftOutPart['why']): void => {
    const { file, firstLine, lastLine, name, score } = part;
    leftOut.push({ file, firstLine, lastLine, name, score, tokens: count, why });
  };
  for (const part of inOrder(options.parts, focus)) {
    if (isDropped(part)) {
      leave(part, countTokens(part.text), 'dropped');
      continue;
    }
    const fresh = newLines(part, taken);
    if (fresh === null) continue;
    const count = countTokens(fresh.text) + countTokens(fresh.file) + 8;
    const isSide =
      part.kind === 'dependency' || part.kind === 'config' || (part.kind === 'training' && focus !== 'training');
    const fits =
      tokens + count <= budget &&
      (count <= budget * PART_SHARE || chosen.length === 0) &&
      (!isSide || side + count <= budget * SIDE_SHARE[focus]);
    if (!fits && part.pinned !== true) {
      leave(part, count, 'budget');
      continue;
    }
    const lines = taken.get(part.file) ?? new Set<number>();
    for (let line = fresh.firstLine; line <= fresh.lastLine; line += 1) lines.add(line);
    taken.set(part.file, lines);
    tokens += count;
    if (isSide) side += count;
    chosen.push({ ...fresh, tokens: count });
  }
  return { chosen, leftOut, tokens };
}

/** Pinned parts first. Training code stands behind the first hit where it is the subject, else behind all hits. */
function inOrder(parts: readonly ContextPart[], focus: ContextFocus): readonly ContextPart[] {
  const pinned = parts.filter((part) => part.pinned === true);
  const rest = parts.filter((part) => part.pinned !== true);
  const of = (...kinds: readonly ContextPart['kind'][]): readonly ContextPart[] =>
    rest.filter(({ kind }) => kinds.includes(kind)).sort((a, b) => b.score - a.score);
  const hits = of('hit');
  if (focus === 'training') {
    const [best, ...more] = of('training');
    return [
      ...pinned,
      ...hits.slice(0, 1),
      ...(best ? [best] : []),
      ...hits.slice(1, 6),
      ...of('dependency'),
      ...more,
      ...hits.slice(6),
      ...of('config'),
    ];
  }
  return [...pinned, ...hits.slice(0, 6), ...of('dependency'), ...hits.slice(6), ...of('config'), ...of('training')];
}

/** The part without lines that are in already: whole, its longest new run at one end, or null. */
function newLines(part: ContextPart, taken: ReadonlyMap<string, ReadonlySet<number>>): ContextPart | null {
  const lines = taken.get(part.file);
  if (!lines) return part;
  let { firstLine, lastLine } = part;
  while (firstLine <= lastLine && lines.has(firstLine)) firstLine += 1;
  while (lastLine >= firstLine && lines.has(lastLine)) lastLine -= 1;
  for (let line = firstLine; line <= lastLine; line += 1) {
    // A piece that is in lies in the middle: what stands before it is kept.
    if (lines.has(line)) lastLine = line - 1;
  }
  if (firstLine > lastLine) return null;
  if (firstLine === part.firstLine && lastLine === part.lastLine) return part;
  const text = part.text
    .split('\n')
    .slice(firstLine - part.firstLine, lastLine - part.firstLine + 1)
    .join('\n');
  return text.trim() === '' ? null : { ...part, firstLine, lastLine, text };
}

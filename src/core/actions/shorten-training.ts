import { message } from '../../protocol/catalogue/catalogue';
import { linesOfScript, ours } from '../generate/script-lines';
import type { Action, ActionState, Proposal } from './action';

/** A longer line is data, and slow to look at. */
const LONGEST_LINE = 1000;
/** Counts up to this one are left alone: a symptom may need a few rounds. */
const FEW = 20;

const counts: readonly RegExp[] = [
  /(\bx?range\(\s*(?:\d+\s*,\s*)?)(\d{2,9})(?=\s*\))/g,
  /(\b(?:max_|num_|n_|nb_)?(?:epochs?|iters?|iterations?|steps?|steps_per_epoch|num_train_epochs|max_steps|episodes)\s*=\s*)(\d{2,9})(?![\d.])/gi,
];

function shortened(text: string): string {
  if (text.length > LONGEST_LINE) return text;
  return counts.reduce(
    (current, pattern) =>
      current.replace(pattern, (whole, before: string, count: string) =>
        Number(count) > FEW ? `${before}${FEW}` : whole,
      ),
    text,
  );
}

function propose(state: ActionState): readonly Proposal[] {
  const { kind } = state.symptom;
  // Here the length is the symptom.
  if (kind === 'slow') return smaller(state);
  if (kind === 'hang' || kind === 'memoryGrowth' || kind === 'outOfMemory') return [];
  const lines = linesOfScript(state.script);
  const next = lines.map((line) => {
    const text = shortened(line.text);
    return text === line.text ? line : { text, provenance: ours };
  });
  const count = next.filter((line, index) => line !== lines[index]).length;
  if (count === 0) return [];
  return [
    {
      action: 'hyperparameter-initialization',
      reason: message('attempt.shortened', { count, most: FEW }),
      touches: [],
      change: { kind: 'script', lines: next },
    },
  ];
}

/** Sizes of what is timed: written into a range, or under a name that says that it is a number of things. */
const sizes: readonly RegExp[] = [
  /(\bx?range\(\s*)(\d{4,9})(?=\s*\))/g,
  /^(\s*(?:n|m|k|size|count|length|num_?\w{0,20}|n_\w{1,20})\s*=\s*)(\d{4,9})(?=\s*(?:#.*)?$)/gi,
];
/** What is timed is made this part of its size; ratios of two ways mostly stay. */
const SMALLER = 4;

function smaller(state: ActionState): readonly Proposal[] {
  const lines = linesOfScript(state.script);
  const next = lines.map((line) => {
    if (line.text.length > LONGEST_LINE) return line;
    const text = sizes.reduce(
      (current, pattern) =>
        current.replace(
          pattern,
          (_, before: string, size: string) => before + String(Math.floor(Number(size) / SMALLER)),
        ),
      line.text,
    );
    return text === line.text ? line : { text, provenance: ours };
  });
  const count = next.filter((line, index) => line !== lines[index]).length;
  if (count === 0) return [];
  return [
    {
      action: 'hyperparameter-initialization',
      reason: message('attempt.smaller', { count }),
      touches: [],
      change: { kind: 'script', lines: next },
    },
  ];
}

/** Lets a training that does not end in time make a few rounds only. */
export const shortenTraining: Action = {
  action: 'hyperparameter-initialization',
  propose: (state) => (state.diagnosis.kind === 'tooLong' ? propose(state) : []),
};

import { patterns } from './patterns';

/** The metric that words name, as results name it: `val_accuracy`, `dice`, `loss`. */
export function metricIn(text: string): string {
  if (/\b(?:val|validation)[_ -]?acc/i.test(text)) return 'val_accuracy';
  if (/\bacc/i.test(text)) return 'accuracy';
  const overlap = overlapIn(text);
  if (overlap !== null) return overlap;
  if (/\bval/i.test(text)) return 'val_loss';
  return patterns.fit.test(text) && !/loss|cost/i.test(text) ? 'score' : 'loss';
}

/** `dice` of `Dice coefficient`; null: none is named. */
export function overlapIn(text: string): string | null {
  return patterns.overlap.exec(text)?.[0].split(/[ _-]/)[0]?.toLowerCase() ?? null;
}

/** What a sentence speaks of: a name in backticks, one before `.shape`, a dotted call, else the word given. */
export function nameIn(text: string, otherwise = 'output'): string {
  return (
    /`([\w.]{2,60})(?:\([^`]{0,40}\))?`/.exec(text)?.[1] ??
    /\b([a-z_]\w{0,30})\.shape\b/.exec(text)?.[1] ??
    /\b((?:torch|tf|np|nn|keras|F)\.[\w.]{2,60})/.exec(text)?.[1] ??
    otherwise
  );
}

/** `[1, 16]` of `torch.Size([1, 16])`. */
export function bareShape(shape: string): string {
  return /^torch\.Size\((.*)\)$/.exec(shape)?.[1] ?? shape;
}

const tensorTypes: Readonly<Record<string, string>> = {
  double: 'float64',
  float: 'float32',
  half: 'float16',
  long: 'int64',
  int: 'int32',
  bool: 'bool',
};

/** `float64` of `DoubleTensor`. */
export function typeName(text: string): string {
  return tensorTypes[/^(\w+)Tensor$/.exec(text)?.[1]?.toLowerCase() ?? ''] ?? text;
}

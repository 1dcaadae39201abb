import type { MessageTemplate, TemplatePart } from '../../protocol/symptom';

type Mask = Extract<TemplatePart, { kind: 'mask' }>['mask'];

const dimension = String.raw`(?:-?\d{1,9}|\?|None)`;
/** What changes from run to run, the more special first. Each alternative is bounded. */
const masks: readonly (readonly [Mask, string])[] = [
  ['address', String.raw`\b0x[0-9a-fA-F]{1,16}\b(?:\.{3})?`],
  ['path', String.raw`(?<![\w.])(?:[A-Za-z]:\\|~?[\\/]|\.{1,3}[\\/])(?:[\w.@+-]{1,120}[\\/]){1,40}[\w.@+-]{0,120}`],
  [
    'device',
    String.raw`/?(?:\bdevice:)?\b(?:GPU|CPU|TPU|XLA_GPU|XLA_CPU):\d{1,3}\b|\b(?:cuda|cpu|mps|xpu|hpu)(?::\d{1,3})?\b`,
  ],
  [
    'shape',
    String.raw`\[${dimension}(?:\s?,\s?${dimension}){0,15},?\]|\(${dimension}(?:\s?,\s?${dimension}){0,15}(?:,|\s?,\s?${dimension})\)`,
  ],
  ['shape', String.raw`\[\d{1,9}(?: ?x ?\d{1,9}){1,8}\]|\b\d{1,9}(?:x\d{1,9}){1,8}\b`],
  ['objectId', String.raw`(?<=[A-Za-z][A-Za-z0-9]{0,40})_\d{1,6}(?![A-Za-z0-9])`],
  ['number', String.raw`(?<![\w.])[-+]?\d{1,20}(?:\.\d{1,20})?(?:[eE][-+]?\d{1,3})?(?![\w])`],
];
const MASK = new RegExp(masks.map(([, pattern]) => `(${pattern})`).join('|'), 'g');

/** Masks whose value must be equal in a run: a shape error speaks of its shapes, a device error of its kinds of device. */
const agreeing: readonly Mask[] = ['shape', 'device'];

/** Masks numbers, shapes, addresses, paths, devices and the counters of layer names. The parts joined give the text. */
export function maskMessage(source: string): MessageTemplate {
  const parts: TemplatePart[] = [];
  let at = 0;
  for (const match of source.matchAll(MASK)) {
    const group = match.slice(1).findIndex((value) => value !== undefined);
    const mask = masks[group]?.[0];
    if (!mask) continue;
    if (match.index > at) parts.push({ kind: 'text', text: source.slice(at, match.index) });
    parts.push({ kind: 'mask', mask, value: match[0], agree: agreeing.includes(mask) });
    at = match.index + match[0].length;
  }
  if (at < source.length) parts.push({ kind: 'text', text: source.slice(at) });
  return { source, parts };
}

/** A masked value in the form that two are compared in: `[?,2, 2]` and `(None, 2, 2)` say the same, so do cuda:0 and cuda:1. */
export function comparableValue(mask: Mask, value: string): string {
  if (mask === 'shape') {
    return (value.match(/-?\d+|\?|None/g) ?? []).map((part) => (part === 'None' ? '?' : part)).join(',');
  }
  if (mask === 'device')
    return value
      .toLowerCase()
      .replace(/^\/?(?:device:)?/, '')
      .replace(/:\d+$/, '')
      .replace('gpu', 'cuda');
  return value;
}

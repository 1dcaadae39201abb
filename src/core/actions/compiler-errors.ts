import { message, type MessageKey } from '../../protocol/catalogue/catalogue';
import { cleanSnippet } from '../generate/clean-snippet';
import { linesOfScript, type ScriptLine } from '../generate/script-lines';
import type { Action, ActionState, Proposal } from './action';

type Repair = (lines: readonly ScriptLine[], state: ActionState) => readonly ScriptLine[];

const typography: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u2032]/g, "'"],
  [/[\u201c\u201d\u201e\u2033]/g, '"'],
  [/[\u2010\u2011\u2012\u2013\u2212]/g, '-'],
  [/[\u00a0\u2002\u2003\u2009\u202f\u3000]/g, ' '],
  [/[\u200b\u200c\u200d\u2060\ufeff]/g, ''],
];

function mapText(lines: readonly ScriptLine[], change: (text: string) => string): readonly ScriptLine[] {
  return lines.map((line) => ({ ...line, text: change(line.text) }));
}

const plainTypography: Repair = (lines) =>
  mapText(lines, (text) => typography.reduce((current, [pattern, plain]) => current.replace(pattern, plain), text));

const withoutPrompts: Repair = (lines) => {
  const clean = cleanSnippet(lines.map(({ text }) => text).join('\n'));
  let from = 0;
  return clean.flatMap(({ text, original }) => {
    const index = lines.findIndex((line, position) => position >= from && line.text.trimEnd() === original.trimEnd());
    const line = lines[index];
    if (!line) return [];
    from = index + 1;
    return [{ text, provenance: line.provenance }];
  });
};

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

/** Moves the run of lines that starts at the failing one back to the depth of the line before it. */
const dedented: Repair = (lines, { diagnosis }) => {
  if (diagnosis.kind !== 'syntax' || !/unexpected indent/.test(diagnosis.message) || diagnosis.line === null) {
    return lines;
  }
  const start = diagnosis.line - 1;
  const failing = lines[start];
  if (!failing) return lines;
  const before = lines.slice(0, start).filter(({ text }) => text.trim() !== '' && !text.trimStart().startsWith('#'));
  const depth = indentOf(failing.text);
  const surplus = depth - indentOf(before.at(-1)?.text ?? '');
  if (surplus <= 0) return lines;
  let end = start;
  while (end < lines.length && ((lines[end]?.text ?? '').trim() === '' || indentOf(lines[end]?.text ?? '') >= depth)) {
    end += 1;
  }
  return lines.map((line, index) =>
    index >= start && index < end && line.text.trim() !== '' ? { ...line, text: line.text.slice(surplus) } : line,
  );
};

/** A longer line is data, and slow to look at. */
const LONGEST_STATEMENT = 1000;

function printCall(text: string): string {
  if (text.length > LONGEST_STATEMENT) return text;
  const parts = /^(\s*)print(?:\s+(?!\s*[=(.,)])|\s*(?=["']))([^#]*?)(,?)\s*(#.*)?$/.exec(text);
  if (!parts) return /^\s*print\s*$/.test(text) ? text.replace(/print\s*$/, 'print()') : text;
  const [, indent = '', rest = '', comma = '', comment] = parts;
  const redirect = /^>>\s*([\w.]+)\s*,\s*(.*)$/.exec(rest);
  const end = comma === '' ? '' : ", end=' '";
  const inner = redirect ? `${redirect[2] ?? ''}${end}, file=${redirect[1] ?? ''}` : `${rest.trim()}${end}`;
  return `${indent}print(${inner})${comment === undefined ? '' : `  ${comment}`}`;
}

const printCalls: Repair = (lines, { pythonVersion }) =>
  pythonVersion.startsWith('2.') ? lines : mapText(lines, printCall);

/** Statements of Python 2 that Python 3 writes otherwise. A data table. */
const python2: readonly (readonly [RegExp, string])[] = [
  [/^(\s*except\s+(?:[\w.]+|\([^()]*\)))\s*,\s*(\w+)\s*:/, '$1 as $2:'],
  [/^(\s*raise\s+[\w.]+)\s*,\s*(["'][^\n]*)$/, '$1($2)'],
  [/^(\s*)exec\s+(["'][^\n]*)$/, '$1exec($2)'],
  [/(?<![\w.'"])(\d+)[lL]\b/g, '$1'],
  [/(?<![\w.'"])0([0-7]{2,})\b(?![.\w'"])/g, '0o$1'],
  [/\s<>\s/g, ' != '],
  [/(?<![\w'"])ur(["'])/g, 'r$1'],
];

const python3Syntax: Repair = (lines, { pythonVersion }) =>
  pythonVersion.startsWith('2.')
    ? lines
    : mapText(lines, (text) =>
        text.length > LONGEST_STATEMENT
          ? text
          : python2.reduce((current, [from, to]) => current.replace(from, to), printCall(text)),
      );

/** A line that a report cut in the middle, with a mark in place of the rest, is left out; what stands before it stays. */
const withoutCuts: Repair = (lines) =>
  mapText(lines, (text) =>
    /^\s*(?:\.{3,}|…|\[\.\.\.\]|\.\s\.\s\.|<[^<>=]{3,60}>)\s*(?:#.*)?$/.test(text)
      ? text.replace(/^(\s*).*$/, '$1pass')
      : text,
  );

const repairs: readonly { readonly repair: Repair; readonly reason: MessageKey }[] = [
  { repair: withoutPrompts, reason: 'attempt.removedPrompts' },
  { repair: plainTypography, reason: 'attempt.plainTypography' },
  { repair: dedented, reason: 'attempt.dedented' },
  { repair: printCalls, reason: 'attempt.printCalls' },
  { repair: python3Syntax, reason: 'attempt.python2' },
  { repair: withoutCuts, reason: 'attempt.cutLines' },
];

/** Repairs what pasting does to code, one kind of damage at a time. Lines keep their provenance: only layout changes. */
export const compilerErrors: Action = {
  action: 'compiler-error-resolution',
  propose: (state) => {
    if (state.diagnosis.kind !== 'syntax') return [];
    const lines = linesOfScript(state.script);
    const before = lines.map(({ text }) => text).join('\n');
    return repairs.flatMap(({ repair, reason }): readonly Proposal[] => {
      const repaired = repair(lines, state);
      if (repaired.map(({ text }) => text).join('\n') === before) return [];
      return [
        {
          action: 'compiler-error-resolution',
          reason: message(reason),
          touches: [{ fault: 'syntax', name: null }],
          change: { kind: 'script', lines: repaired },
        },
      ];
    });
  },
};

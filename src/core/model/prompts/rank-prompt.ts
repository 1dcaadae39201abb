import type { ContextChunk } from '../../../protocol/context';
import type { ReportReadOut } from '../../../protocol/report';
import { redact } from '../../export/redact';
import { fence, shorten } from '../boundary';
import type { ModelMessage } from '../../ports/model';
import { reportText, type Level } from '../report-text';
import { boundaryRule } from './rules';

const linesShown: Readonly<Record<Level, number>> = { 0: 4, 1: 2, 2: 1, 3: 0 };
const LONGEST_LINE = 120;

/** Asks in which order parts of a project belong to a report. Of each part its place, its name and its first lines are shown. */
export function rankPrompt(options: {
  readonly readOut: ReportReadOut;
  readonly source: string;
  readonly symptom: string;
  /** In the order of their numbers, from 1. */
  readonly candidates: readonly ContextChunk[];
  readonly level: Level;
  readonly boundary: string;
}): readonly ModelMessage[] {
  const { readOut, source, symptom, candidates, level, boundary } = options;
  return [
    {
      role: 'system',
      content: [
        'You put parts of a project in order: first the part that has to be changed to repair the bug of the report, then what it takes to run that part, then the rest.',
        'Answer with `order`: the numbers of the parts, each once, the most important first. You may leave out what has nothing to do with the report.',
        boundaryRule(boundary),
      ].join('\n'),
    },
    {
      role: 'user',
      content: [
        `The bug report:\n${fence(boundary, 'report', reportText({ readOut, source, level, technicalOnly: false }))}`,
        `What must be seen in a real run:\n${fence(boundary, 'symptom', shorten(redact(symptom), 1_000))}`,
        `The parts:\n${fence(boundary, 'project', candidates.map((one, at) => partText(one, at + 1, level)).join('\n\n'))}`,
      ].join('\n\n'),
    },
  ];
}

function partText({ file, name, text }: ContextChunk, number: number, level: Level): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const shown = lines.slice(0, linesShown[level]).map((line) => line.slice(0, LONGEST_LINE));
  return [`${number}. ${shorten(file, 200)} ${shorten(name ?? '', 100)}`, ...shown.map((line) => redact(line))].join(
    '\n',
  );
}

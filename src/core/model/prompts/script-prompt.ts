import type { ModelMessage } from '../../ports/model';
import { fence, shorten } from '../boundary';
import type { Level } from '../report-text';
import { factsText, type PromptFacts } from './facts';
import { boundaryRule, SCRIPT_RULES } from './rules';

/** What a script came to, as the next question tells it. */
export interface Feedback {
  readonly script: string;
  /** How the script was changed to what it is: a diff. Empty: not told. */
  readonly diff: string;
  /** What the run printed at its end: the traceback, or the last of its output. */
  readonly output: string;
  /** What the verdict says differs. */
  readonly verdict: string;
  /** What was tried before, a sentence each, oldest first. */
  readonly earlier: readonly string[];
}

const scriptCharacters: Readonly<Record<Level, number>> = { 0: 14_000, 1: 10_000, 2: 6_000, 3: 3_500 };

const HOW_TO_EDIT = [
  'Answer with edits of the script. `anchor` is one or more whole lines exactly as they stand in the script now, enough of them to be found once; `replacement` is what stands there instead (`place`: "replace"), or is put in `before` or `after` it. Leave `script` empty.',
  'Only where most of the script must change, leave `edits` empty and give the whole new text in `script`.',
].join('\n');
const HOW_TO_WRITE = 'Leave `edits` empty and give the whole script in `script`.';

function feedbackText(feedback: Feedback, level: Level, boundary: string): string {
  return [
    `The script as it is now:\n${fence(boundary, 'script', shorten(feedback.script, scriptCharacters[level]))}`,
    ...(feedback.diff === '' || level > 1
      ? []
      : [`What the last change was:\n${fence(boundary, 'diff', shorten(feedback.diff, 3_000))}`]),
    `What its run ended with:\n${fence(boundary, 'output', shorten(feedback.output, level > 1 ? 1_200 : 3_500))}`,
    ...(feedback.verdict === ''
      ? []
      : [
          `Why this is not the bug of the report yet:\n${fence(boundary, 'verdict', shorten(feedback.verdict, 1_200))}`,
        ]),
    ...(feedback.earlier.length === 0
      ? []
      : [
          `What was tried before, and led nowhere; do something else:\n${fence(boundary, 'earlier', shorten(feedback.earlier.map((line, at) => `${at + 1}. ${line}`).join('\n'), 3_000))}`,
        ]),
  ].join('\n\n');
}

/** Asks for a script that shows the bug: edits of the present one, or a new one where `feedback` is null. */
export function scriptPrompt(options: {
  readonly facts: PromptFacts;
  readonly feedback: Feedback | null;
  readonly level: Level;
  readonly boundary: string;
}): readonly ModelMessage[] {
  const { facts, feedback, level, boundary } = options;
  return [
    {
      role: 'system',
      content: `You write a short Python script that reproduces the bug of a report.\n- ${SCRIPT_RULES}\n\n${boundaryRule(boundary)}`,
    },
    {
      role: 'user',
      content: [
        factsText(facts, level, boundary),
        ...(feedback === null ? [] : [feedbackText(feedback, level, boundary)]),
        `${feedback === null ? HOW_TO_WRITE : HOW_TO_EDIT}\nSay in one sentence in \`thought\` what the script lacked.`,
      ].join('\n\n'),
    },
  ];
}

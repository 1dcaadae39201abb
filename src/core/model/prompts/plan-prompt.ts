import type { ModelMessage } from '../../ports/model';
import type { PlanStep } from '../../../protocol/plan';
import { redact } from '../../export/redact';
import { fence, shorten } from '../boundary';
import type { Level } from '../report-text';
import { factsText, type PromptFacts } from './facts';
import { actionPrior } from '../../refine/action-prior';
import type { BugType } from '../../../protocol/report';
import { EditAction } from '../../../protocol/script';
import { boundaryRule } from './rules';

/** What each kind of change comes to, for a reader who does not know the study. Exhaustive. */
const wordsOf: Readonly<Record<EditAction, string>> = {
  'input-data-generation': 'made-up input data of the right shapes and types',
  'neural-network-construction': 'a model built anew, as small as it may be',
  'hyperparameter-initialization': 'hyperparameters set to values of the report, or to usual ones',
  'import-addition-dependency-resolution': 'imports and packages that the code leaves out',
  logging: 'printing of the value that is wrong',
  'obsolete-parameter-removal': 'arguments taken out that the release no longer knows',
  'compiler-error-resolution': 'errors repaired that stop the code before the bug',
  'dataset-procurement': 'a stand-in for the data set that is named',
  'model-tokenizer-download': 'a stand-in for weights or a tokenizer that would be downloaded',
  'version-migration': 'the release that the report speaks of, or code brought to another',
};
/** Rarer ones say little. */
const LEAST_SHARE = 0.2;

/** What it took to reproduce bugs of this type in the study, the most frequent first. */
function studyText(bugType: BugType | null): readonly string[] {
  if (bugType === null) return [];
  const shares = EditAction.options
    .map((action) => ({ action, share: actionPrior(action, bugType) }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((a, b) => b.share - a.share)
    .map(({ action, share }) => `${wordsOf[action]} (${Math.round(share * 100)} %)`);
  return shares.length === 0
    ? []
    : [
        `In a study of bugs of this kind, it took to reproduce them: ${shares.join('; ')}. Plan what of it is lacking here.`,
      ];
}

/** Asks for one step alone, with what the person says of the present one. */
function insteadText({ kind, text, comment }: Pick<PlanStep, 'kind' | 'text' | 'comment'>, boundary: string): string {
  const said =
    comment === null
      ? []
      : [`The person at work says of it:\n${fence(boundary, 'comment', shorten(redact(comment), 1_000))}`];
  return [
    `A person wants another step in place of this one:\n${fence(boundary, 'step', redact(text))}`,
    ...said,
    `Give one step of the kind ${kind} alone, which goes another way.`,
  ].join('\n\n');
}

/** Asks for the steps that lead from the report to a script, each with the words that it rests on. */
export function planPrompt(options: {
  readonly facts: PromptFacts;
  readonly level: Level;
  readonly boundary: string;
  /** A step that another is asked for in place of. Absent: the whole plan is asked for. */
  readonly instead?: Pick<PlanStep, 'kind' | 'text' | 'comment'>;
}): readonly ModelMessage[] {
  const { instead, boundary } = options;
  return [
    {
      role: 'system',
      content: [
        'You plan how a short Python script can reproduce the bug of a report. You do not write the script, and you do not repair the bug.',
        'Give three to eight steps, in their order, of the kinds environment, data, model, training, trigger and observation. Say in each what is taken from the report and what must be made up, with shapes, types, sizes and values.',
        'Give with each step a `quote`: the words of the report or of the project that it rests on, copied exactly as they stand there. Leave it empty where nothing says so.',
        boundaryRule(options.boundary),
      ].join('\n'),
    },
    {
      role: 'user',
      content: [
        factsText(options.facts, options.level, options.boundary),
        ...studyText(options.facts.readOut.bugType),
        ...(instead ? [insteadText(instead, boundary)] : []),
      ].join('\n\n'),
    },
  ];
}

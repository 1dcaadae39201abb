import type { ModelMessage } from '../../ports/model';
import type { Level } from '../report-text';
import { factsText, type PromptFacts } from './facts';
import { boundaryRule } from './rules';

/** Asks for the steps that lead from the report to a script, each with the words that it rests on. */
export function planPrompt(options: {
  readonly facts: PromptFacts;
  readonly level: Level;
  readonly boundary: string;
}): readonly ModelMessage[] {
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
    { role: 'user', content: factsText(options.facts, options.level, options.boundary) },
  ];
}

import type { ModelMessage } from '../../ports/model';
import { fence, shorten } from '../boundary';
import type { Level } from '../report-text';
import { factsText, type PromptFacts } from './facts';
import { boundaryRule, SCRIPT_RULES } from './rules';

/** Asks to correct a script that was not run, since it cannot work or may not run as it is. */
export function correctPrompt(options: {
  readonly facts: PromptFacts;
  readonly script: string;
  /** Each with its line, the fact, and names that are near. */
  readonly issues: readonly string[];
  readonly level: Level;
  readonly boundary: string;
}): readonly ModelMessage[] {
  const { facts, script, issues, level, boundary } = options;
  return [
    {
      role: 'system',
      content: `You correct a short Python script that is to reproduce the bug of a report.\n- ${SCRIPT_RULES}\n\n${boundaryRule(boundary)}`,
    },
    {
      role: 'user',
      content: [
        factsText(facts, level, boundary),
        `The script, which has not run:\n${fence(boundary, 'script', shorten(script, level > 1 ? 5_000 : 14_000))}`,
        `What was found wrong with it by looking it up where it will run:\n${fence(boundary, 'issues', shorten(issues.map((issue, at) => `${at + 1}. ${issue}`).join('\n'), 4_000))}`,
        'Correct each of these, and leave the rest as it is. Answer with edits: `anchor` is one or more whole lines exactly as they stand in the script, `replacement` what stands there instead, `place` "replace", "before" or "after". Leave `script` empty, or give the whole text there and no edits.',
      ].join('\n\n'),
    },
  ];
}

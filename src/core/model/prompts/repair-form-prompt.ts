import type { ModelMessage } from '../../ports/model';
import { shorten } from '../boundary';

/** Asks again for an answer that had not the form, or had no end. */
export function repairFormPrompt(options: {
  readonly said: string;
  readonly wasCut: boolean;
}): readonly ModelMessage[] {
  const why = options.wasCut
    ? 'Your answer was cut off because it was too long. Give a shorter one: fewer and smaller edits, no explanation.'
    : 'Your answer was not the JSON object that the schema asks for.';
  const said = shorten(options.said.trim(), 2_000);
  return [
    ...(said === '' ? [] : [{ role: 'assistant', content: said } as const]),
    { role: 'user', content: `${why} Answer with that JSON object alone: no prose before or after it, no code fence.` },
  ];
}

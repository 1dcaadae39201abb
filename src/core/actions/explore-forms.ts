import type { Proposal, TriedScript } from './action';
import type { StandInContext } from './stand-ins/build-stand-in';
import { correctedForms } from './stand-ins/correct-form';
import type { DataForm } from './stand-ins/data-forms';

/** So often is a form corrected by how the run with it ended. */
const MOST_CORRECTIONS = 6;
/** More corrected forms than these are not made, whatever the runs say. */
const MOST_FORMS = 60;

interface Asked {
  /** Forms of the data, the likeliest first. */
  readonly forms: readonly DataForm[];
  /** Whether forms are wanted that neither the code nor a run asked for. */
  readonly isWide: boolean;
  readonly misfits: readonly TriedScript[];
  readonly context: StandInContext;
  readonly propose: (form: DataForm, rank: number) => readonly Proposal[];
}

interface Waiting {
  readonly form: DataForm;
  readonly rank: number;
  readonly corrections: number;
}

function textOf({ change }: Proposal): string {
  return change.kind === 'script' ? `${change.lines.map((line) => line.text).join('\n')}\n` : '';
}

/**
 * Proposals for all forms in which data may be made: those that come first, and for each whose run ended otherwise than
 * reported, those that its end asks for. A correction ranks right behind the form that it corrects, before the next form.
 */
export function exploreForms({ forms, isWide, misfits, context, propose }: Asked): readonly Proposal[] {
  const seen = new Set<string>();
  const found: Proposal[] = [];
  const waiting: Waiting[] = forms
    .slice(0, isWide ? undefined : 1)
    .map((form, rank) => ({ form, rank, corrections: 0 }));
  let made = 0;
  for (let next = waiting.shift(); next !== undefined && made < MOST_FORMS; next = waiting.shift()) {
    const { form, rank, corrections } = next;
    made += 1;
    const proposals = propose(form, rank).filter((proposal) => {
      const text = textOf(proposal);
      return text !== '' && !seen.has(text) && seen.add(text);
    });
    found.push(...proposals);
    if (corrections >= MOST_CORRECTIONS) continue;
    const step = 0.5 ** (3 * (corrections + 1));
    for (const proposal of proposals) {
      const text = textOf(proposal);
      const ends = misfits.filter(({ texts }) => texts.includes(text));
      const corrected = ends.flatMap((end) => correctedForms(form, end, context));
      corrected
        .slice(0, 6)
        .forEach((other, index) =>
          waiting.push({ form: other, rank: rank + step * ((index + 1) / 8), corrections: corrections + 1 }),
        );
    }
  }
  return found;
}

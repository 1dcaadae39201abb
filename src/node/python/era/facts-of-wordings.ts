import { z } from 'zod';
import type { EraEvidence, EraFact } from './era-facts';
import { earlier, later, messageReader } from './match-era';

const Wording = z.object({
  /** The words, with `{name}` for what changes. */
  text: z.string(),
  package: z.string(),
  /** First release known to say so. */
  from: z.string().nullable(),
  /** Last release known to say so; null: it still does, or nobody knows. */
  to: z.string().nullable(),
  source: z.string(),
});

/** How releases word the same fault (`resources/knowledge/message-families.json`). */
export const WordingTable = z.object({ families: z.array(z.object({ wordings: z.array(Wording) })) });
export type DatedWording = z.infer<typeof Wording>;

/** Fixed letters that a wording must have before it dates anything: shorter ones stand in too many texts. */
const LEAST_LETTERS = 18;

/**
 * For each distribution whose message the evidence holds, the releases known to word it so. Where several wordings match, all of
 * their releases count. None where one of them is said to this day, since that tells no time.
 */
export function factsOfWordings(
  wordings: readonly DatedWording[],
  { text }: Pick<EraEvidence, 'text'>,
): readonly EraFact[] {
  const says = messageReader(text);
  const found = new Map<string, EraFact & { readonly kind: 'message' }>();
  for (const wording of wordings) {
    const fact = toFact(wording);
    if (fact === null || !says(fact.text)) continue;
    const other = found.get(fact.of);
    found.set(fact.of, other === undefined ? fact : joined(other, fact));
  }
  return [...found.values()].filter(({ went }) => went !== null);
}

function toFact({
  text,
  package: of,
  from,
  to,
  source,
}: DatedWording): (EraFact & { readonly kind: 'message' }) | null {
  const pieces = text.split(/\{[^}]*\}/).filter((piece) => /\w/.test(piece));
  if (pieces.join('').length < LEAST_LETTERS) return null;
  return { kind: 'message', of, text: pieces.join('*'), came: from, went: to === null ? null : after(to), source };
}

function joined<T extends EraFact>(one: T, other: T): T {
  const came = one.came === null || other.came === null ? null : earlier(one.came, other.came);
  const went = one.went === null || other.went === null ? null : later(one.went, other.went);
  return { ...(other.text.length > one.text.length ? other : one), came, went };
}

/** The first release that the last known one does not cover: `2.3` covers 2.3.1. */
function after(release: string): string {
  return release.replace(/\d+$/, (last) => String(Number(last) + 1));
}

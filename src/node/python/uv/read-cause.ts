import { isDistributionName, normaliseName } from '../../../protocol/requirement';

const MOST_BLAMED = 12;
const LONGEST_DETAIL = 400;

/**
 * Packages that uv names in the reason it gives, the first it names first: `numba==0.59.0 depends on numpy>=1.22`, `gast has no
 * wheels`. What it concludes from them, and its hints, do not count.
 */
export function blamedPackages(text: string): readonly string[] {
  const words = causeOf(text)
    .replace(/\s+/g, ' ')
    .replace(/,? we can conclude that .*?(?= And because |$)/g, '');
  const named = [
    ...words.matchAll(
      /(?<=^|\s)([A-Za-z0-9][\w.-]*)(?:\[[\w,-]*\])?(?=[=<>!~]=?[\d]| was not found| has no | depends? on )/g,
    ),
    ...words.matchAll(/(?:you require|versions? of|depends? on) ([A-Za-z0-9][\w.-]*)/g),
  ];
  named.sort((a, b) => a.index - b.index);
  const names = named.map(([, name = '']) => normaliseName(name.replace(/[.,]+$/, '')));
  return [...new Set(names)].filter((name) => isDistributionName(name) && name !== 'python').slice(0, MOST_BLAMED);
}

function causeOf(text: string): string {
  return /cause: ([\s\S]*?)(?:\n\s*\n|\nhint:|$)/.exec(text)?.[1] ?? text.trim().split('\n').at(-1) ?? '';
}

/** The first reason that uv names, without what it concludes from it, or the last line of anything else. */
export function detailOf(text: string): string {
  const cause = causeOf(text);
  const line = cause
    .replace(/\s+/g, ' ')
    .replace(/,? we can conclude that .*$/, '')
    .replace(/^Because /, '')
    // Saying what is wanted helps where it is another package than the one that does not go with it.
    .replace(/ and you require (\S+)$/, (_, wanted: string) =>
      hasReasonFor(cause, wanted) ? '' : `, and wanted is ${wanted}`,
    )
    .trim()
    // A sentence of its own, where it does not begin with a name.
    .replace(/^(?:there|only|all|some|no|the)\b/, (word) => word.charAt(0).toUpperCase() + word.slice(1));
  const ended = line === '' || /[.!?]$/.test(line) ? line : `${line}.`;
  return ended.length > LONGEST_DETAIL ? `${ended.slice(0, LONGEST_DETAIL - 3)}...` : ended;
}

function hasReasonFor(cause: string, wanted: string): boolean {
  return cause.replace(/\s+/g, ' ').split(' and you require ')[0]?.includes(wanted.replace(/,$/, '')) === true;
}

import type { ReportText } from './report-values';

/** Lowest and highest value, as numbers of Python. */
export type Range = readonly [string, string];

type Told = Pick<ReportText, 'sentences'>;

const NUMBER = String.raw`(-?\d[\d,]*(?:\.\d+)?)`;
const BETWEEN = String.raw`\b(?:between|from|range[sd]?(?: from)?|in)\s+\[?${NUMBER}\s*(?:and|to|-|–|,|\.\.+)\s*${NUMBER}`;
/** `1..20`, `(0-255)`, `[0, 255]` right behind a few words. */
const WRITTEN = String.raw`(?:\s|[(\[])${NUMBER}\s?\.\.+\s?${NUMBER}|[(\[]${NUMBER}\s?(?:-|–|to)\s?${NUMBER}[)\]]`;

function rangeIn(match: RegExpExecArray | null): Range | null {
  const [low, high] = (match ?? [])
    .slice(1)
    .filter((text) => text !== undefined)
    .map((text) => text.replaceAll(',', ''));
  return low !== undefined && high !== undefined && Number(low) < Number(high) ? [low, high] : null;
}

function wordOf(name: string): string {
  return `(?:^|[^\\w.])${name.replace(/[^\w]/g, '\\$&')}s?\\b\`?`;
}

/** The range that a report tells of values: "Prices are between 9000 and 14000", "x from 0 to 50", "years 1..20", "pixels (0-255)". */
export function reportedRange(name: string, { sentences }: Told): Range | null {
  const word = wordOf(name);
  return (
    rangeIn(new RegExp(`${word}[^.,\\n]{0,40}?${BETWEEN}`, 'i').exec(sentences)) ??
    rangeIn(new RegExp(`${word}[^.,;\\n()]{0,50}?(?:${WRITTEN})`, 'i').exec(sentences))
  );
}

/** The range of what is to be predicted: "Targets are between -30 and -1", "predict the price (between 2000 and 45000)". */
export function reportedTargets({ sentences }: Told): Range | null {
  const targets = String.raw`\b(?:targets?|labels|target values|ground truth)\b[^.\n]{0,50}?${BETWEEN}`;
  const predicted = String.raw`\b(?:predict|forecast|estimat|regress)\w*\b[^.\n\d]{0,60}?${BETWEEN}`;
  return rangeIn(new RegExp(targets, 'i').exec(sentences)) ?? rangeIn(new RegExp(predicted, 'i').exec(sentences));
}

/** How many classes a label has, where its numbers are written out: "# 0, 1 or 2", "encoded as 0, 1, 2". Null: they are not. */
export function reportedClasses(name: string, { source }: Pick<ReportText, 'source'>): number | null {
  const list = String.raw`(0(?:\s*,\s*\d{1,3})*(?:\s*,?\s*(?:or|and)\s*\d{1,3}|\s*,\s*\d{1,3}))(?!\d|\.\d)`;
  const word = name.replace(/[^\w]/g, '\\$&');
  const match =
    new RegExp(`\\b${word}\\b[^#\\n]{0,80}#[^\\n\\d]{0,30}${list}`).exec(source) ??
    new RegExp(
      `\\b(?:encoded|labell?ed|numbered|coded|given) (?:as|with|by|from) (?:integers? |numbers? )?${list}`,
      'i',
    ).exec(source);
  const numbers = (match?.[1]?.match(/\d+/g) ?? []).map(Number);
  const classes = new Set(numbers).size;
  return classes >= 2 && Math.max(...numbers) === classes - 1 ? classes : null;
}

/** What the values of columns are like that everyone knows, before anything is scaled. A data table; the surer words first. */
const usual: readonly (readonly [RegExp, Range])[] = [
  [/(?:built|remod)?year|yr(?:_|$)/, ['1950', '2020']],
  [/price|cost|value|sales$|revenue|amount|balance|loan/, ['20000', '500000']],
  [/salary|income|wage/, ['15000', '150000']],
  [/lot ?_?area|population|mileage|kilometers|km$/, ['1000', '50000']],
  [/area|sq_?ft|sf$|surface|square/, ['200', '4000']],
  [/(?:^|_)age$/, ['18', '80']],
  [/pixel|grey|gray/, ['0', '255']],
  [/pressure|altitude|distance|power|weight$|calories/, ['100', '2000']],
];

/** The usual range of a column whose name says what it holds. Null: it does not say. */
export function usualRange(column: string): Range | null {
  const name = column
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return usual.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

import type { ReportReadOut } from '../../protocol/report';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NAME = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`;
const ISO = /(?<![\d.-])(20[0-3]\d)-(\d\d)-(\d\d)(?![\d-])/g;
const DAY_FIRST = new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th)?(?:\sof)?\s(${NAME}),?\s(20[0-3]\d)\b`, 'gi');
const MONTH_FIRST = new RegExp(String.raw`\b(${NAME})\s(\d{1,2})(?:st|nd|rd|th)?,?\s(20[0-3]\d)\b`, 'gi');
const MONTH = new RegExp(
  String.raw`\b(?:(early|beginning of|mid|mid-|middle of|late|end of)[\s-])?(${NAME})\s(20[0-3]\d)\b`,
  'gi',
);

type ReportDate = ReportReadOut['date'];

/**
 * The day that the report speaks of: what the user gave, else the first date in the prose (`prose` has code blanked out,
 * at the same offsets), else the time stamp of a log. A month alone counts as its middle, or as its part is named.
 */
export function findDate(prose: string, source: string, asOf: string | null): ReportDate {
  if (asOf !== null) return { value: asOf, span: null, source: 'given' };
  const inProse = [
    ...readAll(prose, ISO, (m) => [m[1], m[2], m[3]]),
    ...readAll(prose, DAY_FIRST, (m) => [m[3], monthOf(m[2]), m[1]]),
    ...readAll(prose, MONTH_FIRST, (m) => [m[3], monthOf(m[1]), m[2]]),
  ].sort((a, b) => a.start - b.start)[0];
  const found =
    inProse ??
    readAll(prose, MONTH, (m) => [m[3], monthOf(m[2]), dayOf(m[1])])[0] ??
    readAll(source, /^\W{0,4}(20[0-3]\d)-(\d\d)-(\d\d)[ T]\d\d:\d\d/gm, (m) => [m[1], m[2], m[3]])[0];
  return found ? { value: found.value, span: { start: found.start, end: found.end }, source: 'text' } : null;
}

interface FoundDate {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

function readAll(
  text: string,
  pattern: RegExp,
  parts: (match: RegExpMatchArray) => readonly (string | undefined)[],
): FoundDate[] {
  const found: FoundDate[] = [];
  for (const match of text.matchAll(pattern)) {
    const [year, month, day] = parts(match).map(Number);
    if (year === undefined || month === undefined || day === undefined) continue;
    const date = new Date(Date.UTC(year, month - 1, day));
    if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) continue;
    found.push({ value: date.toISOString().slice(0, 10), start: match.index, end: match.index + match[0].length });
    if (found.length > 20) break;
  }
  return found;
}

function monthOf(name: string | undefined): string {
  return String(MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1);
}

function dayOf(part: string | undefined): string {
  if (!part) return '15';
  if (/early|beginning/i.test(part)) return '5';
  return /late|end/i.test(part) ? '25' : '15';
}

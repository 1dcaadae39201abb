import type { SteeringWish } from '../../protocol/steering';
import { distributionByWord } from '../report/framework-names';
import { normaliseName } from '../../protocol/requirement';

const version = String.raw`\d+(?:\.\d+){0,3}(?:(?:a|b|rc)\d+|\.\*)?`;
const pin = new RegExp(
  String.raw`(?<![\w.-])([A-Za-z][\w.-]*?)\s*((?:===?|~=|!=|<=|>=|<|>)\s*${version}(?:\s*,\s*(?:[<>!~=]=?)\s*${version})*)`,
  'g',
);
const spoken = new RegExp(String.raw`(?<![\w.-])([A-Za-z][\w-]*)\s+(?:version\s+)?v?(${version})(?![\w%]|\.\d)`, 'gi');
const seconds: Readonly<Record<string, number>> = {
  s: 1,
  sec: 1,
  second: 1,
  m: 60,
  min: 60,
  minute: 60,
  h: 3600,
  hour: 3600,
};
const limit =
  /(?:time ?limit|time-limit|at most|no longer than|within)\s*(?:of|to|:)?\s*(\d+(?:\.\d+)?)\s*(seconds?|secs?|s|minutes?|mins?|m|hours?|h)\b/i;
const repeats = /\b(?:repeat|run)(?:\s+it)?\s+(\d{1,3})\s+times\b|\b(\d{1,3})\s+(?:repeats|runs|seeds)\b/i;
const day = /\b(?:as of|as-of|dated?)\s*:?\s*(\d{4}-\d{2}-\d{2})\b/i;
const noCard = /\b(?:on|use|with)\s+(?:the\s+)?(?:cpu|processor)\b|\bwithout\s+(?:a\s+)?gpu\b|\bno gpu\b/i;
const card = /\b(?:on|use|with)\s+(?:gpu|cuda|card)\s*:?\s*(\d{1,2})\b/i;
const symptom =
  /\bsymptom\s*(?:is|:)\s*([A-Za-z_][\w.]*(?:Error|Exception|Warning|Interrupt|Exit))(?:\s*:\s*(\S[^\n]*))?/i;

/**
 * What words to the next step name outright: a version, a day, a device, a limit, how often, an exception. What is not named
 * in such a form is no wish, however plainly a person would understand it: that is for a model.
 */
export function readSteering(text: string): SteeringWish[] {
  const wishes: SteeringWish[] = [];
  const named = new Set<string>();
  const want = (word: string, specifier: string): void => {
    const name = normaliseName(distributionByWord[word.toLowerCase()] ?? word);
    if (named.has(name)) return;
    named.add(name);
    const exact = specifier.replace(/^===?/, '');
    if (name !== 'python') wishes.push({ kind: 'package', name, specifier });
    else if (/^\d+\.\d+/.test(exact)) wishes.push({ kind: 'python', version: exact });
  };
  for (const [, word = '', specifier = ''] of text.matchAll(pin)) want(word, specifier.replace(/\s+/g, ''));
  for (const [, word = '', release = ''] of text.matchAll(spoken)) {
    if (Object.hasOwn(distributionByWord, word.toLowerCase())) want(word, `==${release}`);
  }
  const date = day.exec(text)?.[1];
  if (date !== undefined && !Number.isNaN(Date.parse(date))) wishes.push({ kind: 'asOf', date });
  const number = card.exec(text)?.[1];
  if (noCard.test(text)) wishes.push({ kind: 'devices', devices: [] });
  else if (number !== undefined) wishes.push({ kind: 'devices', devices: [number] });
  const time = limit.exec(text);
  const most = Number(time?.[1] ?? 0) * (seconds[(time?.[2] ?? '').toLowerCase().replace(/s$/, '') || 's'] ?? 1);
  if (most > 0 && most <= 86_400) wishes.push({ kind: 'timeLimit', seconds: most });
  const often = repeats.exec(text);
  const count = Number(often?.[1] ?? often?.[2] ?? 0);
  if (count > 0 && count <= 100) wishes.push({ kind: 'repeats', count });
  const wrong = symptom.exec(text);
  if (wrong?.[1]) wishes.push({ kind: 'exception', type: wrong[1], message: wrong[2]?.trim() ?? '' });
  return wishes;
}

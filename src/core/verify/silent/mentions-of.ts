import type { ReportReadOut } from '../../../protocol/report';
import type { Mentions } from './check-silent';
import { nameWords } from './related-names';

/** Words of the report's title and blocks, also where one is the beginning of the other: `coef` and `coefficient`. */
export function mentionsOf(readOut: ReportReadOut): Mentions {
  const words = [...new Set([readOut.title, ...readOut.blocks.map(({ text }) => text)].flatMap(nameWords))];
  return (word) => words.some((other) => other === word || isBeginning(word, other) || isBeginning(other, word));
}

function isBeginning(short: string, long: string): boolean {
  return short.length >= 4 && long.startsWith(short);
}

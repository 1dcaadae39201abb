import { migrations, type Migration } from './migrations';

/** A longer line is data, and slow to look at. */
export const LONGEST_LINE = 1000;
/** Times that one row may change one line. */
const MOST_CHANGES = 8;
/** So much of a script is looked at to tell which rows are meant for it. */
const LONGEST_HEAD = 200_000;

/** The rows of the table that are meant for a script. */
export function migrationsFor(text: string): readonly Migration[] {
  return migrations.filter(({ when }) => when === undefined || when.test(text.slice(0, LONGEST_HEAD)));
}

function applied(text: string, { from, to }: Migration): string {
  let current = text;
  for (let round = 0; round < MOST_CHANGES; round += 1) {
    const next = current.replace(from, to);
    if (next === current) return current;
    current = next;
  }
  return current;
}

/** One line as the rows make it; long ones stay as they are. */
export function migratedLine(text: string, rows: readonly Migration[]): string {
  return text.length > LONGEST_LINE ? text : rows.reduce(applied, text);
}

/** A text as the table of migrations makes it, line by line. */
export function migratedText(text: string): string {
  const rows = migrationsFor(text);
  return text
    .split('\n')
    .map((line) => migratedLine(line, rows))
    .join('\n');
}

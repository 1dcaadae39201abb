/** Values for the placeholders of a message. `count` also chooses the plural form. */
export type MessageArguments = Readonly<Record<string, string | number>>;

/** Numbers that name a thing rather than count it: they are not grouped in thousands. */
const names: ReadonlySet<string> = new Set(['line', 'port', 'code', 'processId']);

/** Finds the template of a key. Plural forms stand under `key_one`, `key_other` (the i18next JSON form). */
function templateOf(
  catalogue: Readonly<Record<string, string>>,
  locale: string,
  key: string,
  args: MessageArguments,
): string {
  const count = args['count'];
  if (typeof count === 'number') {
    const plural = catalogue[`${key}_${new Intl.PluralRules(locale).select(count)}`] ?? catalogue[`${key}_other`];
    if (plural !== undefined) return plural;
  }
  return catalogue[key] ?? key;
}

/** Fills `{{name}}` placeholders. An unknown placeholder stays, so that it is seen. */
export function formatMessage(
  catalogue: Readonly<Record<string, string>>,
  locale: string,
  key: string,
  args: MessageArguments = {},
): string {
  return templateOf(catalogue, locale, key, args).replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = args[name];
    if (value === undefined) return whole;
    if (typeof value === 'string') return value;
    return names.has(name) ? String(value) : new Intl.NumberFormat(locale).format(value);
  });
}

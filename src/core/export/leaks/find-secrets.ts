import { namedSecret, secretPatterns } from './secret-patterns';

/** A secret in a text: offsets in UTF-16 units, half open. */
export interface FoundSecret {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

/** Finds secrets by their vendors' forms and by the names that they are given. */
export function findSecrets(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const { rule, pattern, value } of secretPatterns) {
    for (const match of text.matchAll(pattern)) {
      const groups = match.slice(1).filter((group) => group !== undefined);
      const secret = value === undefined ? (groups[0] ?? match[0]) : (match[value] ?? match[0]);
      if (isPlaceholder(secret)) continue;
      const start = match.index + match[0].lastIndexOf(secret);
      found.push({ rule, start, end: start + secret.length });
    }
  }
  for (const match of text.matchAll(namedSecret)) {
    const [whole, name = '', quoted, bare] = match;
    const secret = quoted ?? bare ?? '';
    if (isPlaceholder(secret) || !looksSecret(name, secret, quoted !== undefined)) continue;
    const start = match.index + whole.lastIndexOf(secret);
    found.push({ rule: 'named-secret', start, end: start + secret.length });
  }
  return found;
}

/** What documents write in a secret's place. */
function isPlaceholder(text: string): boolean {
  return (
    /^[*xX.•#_-]+$/.test(text) ||
    /^(?:<.*>|\$\{?\w+\}?|%\w+%|\{\{.*\}\}|\{\w*\}|\[.*\])$/.test(text) ||
    /^(?:your|my|the|some|any|an?|insert|replace|enter|put)[_\s-]/i.test(text) ||
    /^(?:none|null|true|false|changeme|redacted|removed|example|placeholder|password|secret|token|todo)$/i.test(text) ||
    /(?:environ|getenv|getpass|\bconfig\.|\bargs\.|\bself\.|settings\.)/.test(text)
  );
}

/**
 * Passwords may be anything in quotes. Other secrets have no blanks, and letters beside digits or both cases: `pad_token = "[PAD]"` and
 * `api_key=api_key` are none.
 */
function looksSecret(name: string, secret: string, quoted: boolean): boolean {
  const isPassword = /pass(?:w(?:or)?d|phrase)/i.test(name);
  if (isPassword && quoted) return !/^\s*$/.test(secret);
  if (/\s/.test(secret)) return false;
  const letters = /[A-Za-z]/.test(secret);
  const mixed = /\d/.test(secret) || (/[a-z]/.test(secret) && /[A-Z]/.test(secret) && secret.length >= 16);
  if (isPassword) return letters && mixed;
  const enough = /key$/i.test(name) ? 20 : 12;
  return letters && mixed && secret.length >= enough && !/^[a-z_.]+\(|^[a-z]+(?:[._-][a-z0-9]+)*$/.test(secret);
}

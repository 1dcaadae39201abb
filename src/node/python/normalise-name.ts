/** A distribution's name as the package index compares it: `Typing_Extensions` is `typing-extensions`. */
export function normaliseName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** Whether a text can be the name of a distribution at all. */
export function isDistributionName(name: string): boolean {
  return name.length <= 100 && /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i.test(name);
}

import type { WantedPackage } from './environment';

/** A version of PEP 440, as its appendix B has it, in any of the spellings that it takes. */
const version =
  /v?(?:\d+!)?\d+(?:\.\d+)*(?:[-_.]?(?:alpha|a|beta|b|preview|pre|c|rc)[-_.]?\d*)?(?:-\d+|[-_.]?(?:post|rev|r)[-_.]?\d*)?(?:[-_.]?dev[-_.]?\d*)?/;
const local = /(?:\+[a-z\d]+(?:[-_.][a-z\d]+)*)?/;

const clause = new RegExp(
  [
    // A whole series, which only these two may ask for.
    '(?:==|!=)v?(?:\\d+!)?\\d+(?:\\.\\d+)*\\.\\*',
    `(?:===|==|!=)${version.source}${local.source}`,
    `(?:<=|>=|<|>)${version.source}`,
    // One number alone has no series to stay in.
    `~=(?=v?(?:\\d+!)?\\d+\\.\\d)${version.source}`,
  ].join('|'),
  'i',
);
const specifiers = new RegExp(`^(?:${clause.source})(?:,(?:${clause.source}))*$`, 'i');

/** Whether a text without spaces is a specifier of PEP 440; empty: any version. */
export function isSpecifier(text: string): boolean {
  return text.length <= 200 && (text === '' || specifiers.test(text));
}

/** A distribution's name as the package index compares it: `Typing_Extensions` is `typing-extensions`. */
export function normaliseName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** Whether a text can be the name of a distribution (PEP 508). */
export function isDistributionName(name: string): boolean {
  return name.length <= 100 && /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i.test(name);
}

/**
 * Reads what a person typed: `numpy`, `numpy==1.19.5` or `torch>=1.4,<2`. Null: it is none of these. Extras, markers, addresses
 * and paths are none, as they would lead elsewhere or say more than a name and a version.
 */
export function readRequirement(text: string): WantedPackage | null {
  const [, name = '', rest = ''] = /^([\w.-]+)\s*((?:[=<>!~].*)?)$/.exec(text.trim()) ?? [];
  const specifier = rest.replace(/\s+/g, '');
  return isDistributionName(name) && isSpecifier(specifier) ? { name, specifier } : null;
}

/** What a person typed for an interpreter: a release such as `3.9`, or an absolute path. */
export function isPythonWish(text: string): boolean {
  return /^\d{1,2}\.\d{1,3}(?:\.\d{1,3})?$/.test(text) || /^(?:\/|[a-z]:[\\/]|\\\\)/i.test(text);
}

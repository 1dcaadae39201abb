import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that may be part of what is shipped. Development tools may also be MPL-2.0 and CC-BY-4.0 (data). */
const shipped = [
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'OFL-1.1',
  'CC0-1.0',
  'Unlicense',
  'BlueOak-1.0.0',
  'Python-2.0',
  'MIT-0',
];
const development = [...shipped, 'MPL-2.0', 'CC-BY-4.0', 'CC-BY-3.0', 'WTFPL'];

/** @param {unknown} field @returns {string} */
function licenceOf(field) {
  if (typeof field === 'string') return field;
  if (Array.isArray(field)) return field.map(licenceOf).join(' OR ');
  if (field && typeof field === 'object' && 'type' in field) return String(field.type);
  return '';
}

/** Whether an SPDX expression can be met with the allowed licences: any part of an OR, all parts of an AND. */
function isAllowed(/** @type {string} */ expression, /** @type {readonly string[]} */ allowed) {
  const plain = expression.replace(/[()]/g, ' ');
  return plain
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((part) => allowed.includes(part.trim())));
}

/**
 * Reads the licence of every package of the lock file.
 * @param {string} root
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function checkLicences(root) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const refused = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '') continue;
    let licence = licenceOf(entry.license);
    if (!licence) {
      try {
        const manifest = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
        licence = licenceOf(manifest.license ?? manifest.licenses);
      } catch {
        continue; // An optional package of another platform: not here, and not shipped from here.
      }
    }
    if (!isAllowed(licence, entry.dev || entry.devOptional ? development : shipped))
      refused.push(`${path}: ${licence || 'no licence given'}`);
  }
  return { code: refused.length === 0 ? 0 : 1, output: refused.join('\n') };
}

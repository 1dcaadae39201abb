import { leftOut, type Declaration } from './declaration';
import { isSpecifier } from '../../../protocol/requirement';

const LONGEST_LINE = 500;
const REQUIREMENT =
  /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[\w\s,.-]*\])?\s*(\(?[^;@]*?\)?)\s*(?:;\s*(.*))?$/;

/** One requirement by PEP 508. Null: it is none, or it is for another system. */
export function parseRequirement(text: string): Declaration | null {
  const line = text.trim();
  if (line.length > LONGEST_LINE) return null;
  if (/^[\w.-]+\s*(?:\[[^\]]*\])?\s*@/.test(line)) return leftOut(line, 'address');
  if (/^(?:\w+\+)?\w{2,}:\/\/|^git@/.test(line)) return leftOut(line, 'address');
  if (/^\.{0,2}[/\\]|^\.{1,2}$|^[A-Za-z]:\\|^~|\.(?:whl|zip|tar\.gz)$/.test(line)) return leftOut(line, 'path');
  const [, name, written = '', marker = ''] = REQUIREMENT.exec(line) ?? [];
  if (name === undefined) return null;
  if (!isMet(marker)) return null;
  const specifier = written.replace(/^\(|\)$|\s+/g, '');
  // Two lines for two interpreters cannot both hold: which one does is not known yet, so any release may.
  if (/python_(?:full_)?version/.test(marker)) return { kind: 'requirement', name, specifier: '' };
  return isSpecifier(specifier) ? { kind: 'requirement', name, specifier } : null;
}

/** Whether what a marker says of the system holds here. What it says of the interpreter is not judged. */
function isMet(marker: string): boolean {
  if (/\bextra\b/.test(marker)) return false;
  const told = { sys_platform: process.platform === 'win32' ? 'win32' : process.platform, os_name: 'posix' } as const;
  for (const [name, actual] of Object.entries(told)) {
    const [, operator, value] = new RegExp(`\\b${name}\\s*(==|!=)\\s*['"]([^'"]*)['"]`).exec(marker) ?? [];
    if (operator === '==' && value !== actual) return false;
    if (operator === '!=' && value === actual) return false;
  }
  const systems: Readonly<Record<string, string>> = { linux: 'Linux', darwin: 'Darwin', win32: 'Windows' };
  const [, operator, system] = /platform_system\s*(==|!=)\s*['"]([^'"]*)['"]/.exec(marker) ?? [];
  if (operator === undefined) return true;
  return (systems[process.platform] === system) === (operator === '==');
}

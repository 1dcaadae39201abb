/** Whether a path, relative to the folder of the rules, is left out. `isFolder`: the path is a folder's. */
export type IgnoreRules = (path: string, isFolder: boolean) => boolean | null;

interface Rule {
  readonly pattern: RegExp;
  readonly keeps: boolean;
  readonly foldersOnly: boolean;
}

const LONGEST_RULE = 300;
const MOST_RULES = 2_000;

/** Reads a `.gitignore` (https://git-scm.com/docs/gitignore). The answer is null where no rule speaks of the path; the last one that does decides. */
export function readIgnoreRules(text: string): IgnoreRules {
  const rules = text.split(/\r?\n/).slice(0, MOST_RULES).flatMap(toRule);
  return (path, isFolder) => {
    for (const { pattern, keeps, foldersOnly } of [...rules].reverse()) {
      if ((!foldersOnly || isFolder) && pattern.test(path)) return !keeps;
    }
    return null;
  };
}

function toRule(line: string): readonly Rule[] {
  const trimmed = line.replace(/(?<!\\)\s+$/, '');
  if (trimmed === '' || trimmed.startsWith('#') || trimmed.length > LONGEST_RULE) return [];
  const keeps = trimmed.startsWith('!');
  const bare = keeps ? trimmed.slice(1) : trimmed;
  const foldersOnly = bare.endsWith('/');
  const glob = bare.replace(/\/+$/, '').replace(/^\\([#!])/, '$1');
  if (glob === '' || glob === '/') return [];
  const anchored = glob.replace(/^\//, '').includes('/') || glob.startsWith('/');
  const source = globSource(glob.replace(/^\//, ''));
  try {
    return [{ pattern: new RegExp(`^${anchored ? '' : '(?:.*/)?'}${source}$`), keeps, foldersOnly }];
  } catch {
    return [];
  }
}

/** A glob as the source of a pattern. Runs of stars become one, so that no path takes long to try. */
function globSource(glob: string): string {
  const tokens = glob.match(/\*\*\/|\/\*\*$|\*+|\?|\[!?\]?[^\]/]*\]|\\.|[^*?[\\]+|[[\\]/g) ?? [];
  return tokens
    .map((token) => {
      if (token === '**/') return '(?:[^/]+/)*';
      if (token === '/**') return '/.*';
      if (token.startsWith('*')) return '[^/]*';
      if (token === '?') return '[^/]';
      if (token.startsWith('[') && token.endsWith(']') && token.length > 2) {
        const inner = token.slice(1, -1).replace(/\\/g, '\\\\');
        return `[${inner.startsWith('!') ? `^${inner.slice(1)}` : inner}]`;
      }
      const plain = token.startsWith('\\') && token.length === 2 ? token.slice(1) : token;
      return plain.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
}

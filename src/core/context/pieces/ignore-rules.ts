/** Whether a path, relative to the folder of the rules, is left out. `isFolder`: the path is a folder's. */
export type IgnoreRules = (path: string, isFolder: boolean) => boolean | null;

type Mark = { readonly kind: 'many' } | { readonly kind: 'one'; readonly takes: (character: string) => boolean };
/** One folder's or file's name of a pattern; `any`: folders of any number. */
type Part = 'any' | readonly Mark[];

interface Rule {
  readonly parts: readonly Part[];
  readonly keeps: boolean;
  readonly foldersOnly: boolean;
}

const LONGEST_RULE = 300;
const MOST_RULES = 2_000;

/** Reads a `.gitignore` (https://git-scm.com/docs/gitignore). The answer is null where no rule speaks of the path; the last one that does decides. */
export function readIgnoreRules(text: string): IgnoreRules {
  const rules = text.split(/\r?\n/).slice(0, MOST_RULES).flatMap(toRule).reverse();
  return (path, isFolder) => {
    const names = path.split('/');
    const rule = rules.find(({ parts, foldersOnly }) => (!foldersOnly || isFolder) && matches(parts, names));
    return rule === undefined ? null : !rule.keeps;
  };
}

function toRule(line: string): readonly Rule[] {
  const trimmed = line.replace(/(?<!\\)[ \t]+$/, '');
  if (trimmed === '' || trimmed.startsWith('#') || trimmed.length > LONGEST_RULE) return [];
  const keeps = trimmed.startsWith('!');
  const bare = keeps ? trimmed.slice(1) : trimmed;
  const glob = bare.replace(/\/+$/, '');
  const names = glob.replace(/^\//, '').split('/');
  if (glob === '') return [];
  // Without a slash inside, the name may stand in any folder.
  const isAnchored = glob.startsWith('/') || names.length > 1;
  const parts = names.map((name): Part => (name === '**' ? 'any' : readMarks(name)));
  return [{ parts: isAnchored ? parts : ['any', ...parts], keeps, foldersOnly: bare.endsWith('/') }];
}

function readMarks(name: string): readonly Mark[] {
  const tokens = name.match(/\*+|\[!?\]?[^\]]*\]|\\.|[\s\S]/g) ?? [];
  return tokens.map((token): Mark => {
    if (token.startsWith('*')) return { kind: 'many' };
    if (token === '?') return { kind: 'one', takes: () => true };
    if (token.startsWith('[') && token.length > 2) return { kind: 'one', takes: classOf(token.slice(1, -1)) };
    const wanted = token.length === 2 && token.startsWith('\\') ? token.slice(1) : token;
    return { kind: 'one', takes: (character) => character === wanted };
  });
}

function classOf(inner: string): (character: string) => boolean {
  const isOther = inner.startsWith('!') || inner.startsWith('^');
  const ranges = (isOther ? inner.slice(1) : inner).match(/[\s\S]-[\s\S]|[\s\S]/g) ?? [];
  const holds = (character: string): boolean =>
    ranges.some((range) =>
      range.length === 3 ? (range[0] ?? '') <= character && character <= (range[2] ?? '') : range === character,
    );
  return (character) => holds(character) !== isOther;
}

/** Whether names match parts, in the product of their numbers of steps. A last `**` stands for something inside. */
function matches(parts: readonly Part[], names: readonly string[]): boolean {
  let reached = new Set([0]);
  parts.forEach((part, index) => {
    const next = new Set<number>();
    for (const at of reached) {
      if (part === 'any') {
        const from = index === parts.length - 1 ? at + 1 : at;
        for (let to = from; to <= names.length; to += 1) next.add(to);
      } else if (at < names.length && matchesName(part, names[at] ?? '')) next.add(at + 1);
    }
    reached = next;
  });
  return reached.has(names.length);
}

/** Goes back to the last star alone, so that the time is bounded by the product of both lengths. */
function matchesName(marks: readonly Mark[], name: string): boolean {
  let mark = 0;
  let at = 0;
  let star = -1;
  let from = 0;
  while (at < name.length) {
    const own = marks[mark];
    if (own?.kind === 'one' && own.takes(name[at] ?? '')) {
      mark += 1;
      at += 1;
    } else if (own?.kind === 'many') {
      star = mark;
      from = at;
      mark += 1;
    } else if (star >= 0) {
      mark = star + 1;
      from += 1;
      at = from;
    } else return false;
  }
  while (marks[mark]?.kind === 'many') mark += 1;
  return mark === marks.length;
}

/** How modules are called in most code, by their real name. */
const usualNames: Readonly<Record<string, readonly string[]>> = {
  tensorflow: ['tf'],
  numpy: ['np'],
  pytorch_lightning: ['pl'],
};

const IMPORT = /^[ \t]*import[ \t]+([\w.]+)(?:[ \t]+as[ \t]+(\w+))?/gm;
const FROM = /^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]{0,2000}\)|[^\n]{1,500})/gm;

/** Code without comments, so that a name in one counts for nothing. Strings stay: they rarely hold dotted names. */
export function withoutComments(code: string): string {
  return code.replace(/(^|[^'"\w])#[^\n]*/gm, '$1');
}

/** Dotted names that a text of code speaks of, in full: `tf.contrib.layers` is `tensorflow.contrib.layers`. Linear in the code. */
export function findNames(code: string): ReadonlySet<string> {
  const real = new Map<string, string>();
  for (const [module, names] of Object.entries(usualNames)) for (const name of names) real.set(name, module);
  const found = new Set<string>();
  for (const [, module = '', alias] of code.matchAll(IMPORT)) {
    found.add(module);
    if (alias !== undefined) real.set(alias, module);
  }
  for (const [, module = '', list = ''] of code.matchAll(FROM)) {
    for (const part of list.replace(/[()\\]/g, ' ').split(',')) {
      const [, name, alias] = /^\s*(\w+)(?:\s+as\s+(\w+))?/.exec(part) ?? [];
      if (name === undefined) continue;
      found.add(`${module}.${name}`);
      real.set(alias ?? name, `${module}.${name}`);
    }
  }
  for (const [dotted] of code.matchAll(/(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){1,8}/g)) {
    const dot = dotted.indexOf('.');
    const root = dotted.slice(0, dot);
    found.add(`${real.get(root) ?? root}${dotted.slice(dot)}`);
  }
  return found;
}

/** Whether a name, or something below it, is among those found. */
export function speaksOf(found: ReadonlySet<string>, name: string): boolean {
  if (found.has(name)) return true;
  for (const one of found) if (one.startsWith(`${name}.`)) return true;
  return false;
}
